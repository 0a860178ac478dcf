// The image that a link to a domain's page shows in chats and social networks, as SVG: the domain, its price, the brand.

export type ShareImage = { domain: string; unicode: string; note: string }

const WIDTH = 1200
const HEIGHT = 630
const TEXT_WIDTH = 1010
const SIZE_MAX = 112
/** A line this small is broken into two. */
const SIZE_BROKEN = 72
const SIZE_MIN = 40
const LINES_MAX = 3

/** What the fonts in assets/fonts can draw: Latin, Greek and Cyrillic. Any other domain is shown in its ASCII form. */
const DRAWABLE = /^[\u0020-\u024f\u0386-\u03ce\u0400-\u045f\u0490-\u0491\u1e00-\u1eff]+$/u

/** The display font has Western European letters only. A line is never drawn with two fonts. */
const DISPLAY = /^[\u0020-\u00ff]+$/
const chooseFont = (name: string): string =>
  DISPLAY.test(name)
    ? 'font-family="Fraunces SemiBold" font-weight="600"'
    : 'font-family="Inter" font-weight="500" letter-spacing="-1"'

export const chooseShownName = ({ domain, unicode }: Pick<ShareImage, 'domain' | 'unicode'>): string =>
  DRAWABLE.test(unicode) ? unicode : domain

/** In units of the font size, on the safe side. */
function measureCharacter(character: string): number {
  if (/[ijl.,'|]/.test(character)) return 0.36
  if (/[-frt]/.test(character)) return 0.46
  if (/[mw]/.test(character)) return 0.96
  return /[a-z0-9]/.test(character) ? 0.63 : 0.8
}

const measure = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + measureCharacter(character), 0)

/** Into parts of about the same number of characters; the TLD stays whole, at the end. */
function breakName(name: string, lines: number): string[] {
  const dot = name.lastIndexOf('.')
  const label = Array.from(name.slice(0, dot))
  const end = name.slice(dot)
  const length = Math.ceil((label.length + end.length) / lines)
  const parts = Array.from({ length: lines }, (_, index) => label.slice(index * length, (index + 1) * length).join(''))
  return parts.map((part, index) => (index === lines - 1 ? part + end : part)).filter((part) => part !== '')
}

/** As large as fits: in one line, or broken into up to three. */
export function layOut(name: string): { lines: string[]; size: number } {
  for (let lines = 1; ; lines++) {
    const parts = lines === 1 ? [name] : breakName(name, lines)
    const fitting = Math.floor(TEXT_WIDTH / Math.max(...parts.map(measure)))
    const size = Math.min(lines === 1 ? SIZE_MAX : 96, fitting)
    if (size >= SIZE_BROKEN || lines === LINES_MAX) return { lines: parts, size: Math.max(SIZE_MIN, size) }
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character]!)

/** The same drawing as on the brand's image, which `npm run brand` renders. */
const BACKGROUND =
  `<rect width="${WIDTH}" height="${HEIGHT}" fill="#0b5d43"/>` +
  '<path d="M801 505H1036L1130 560H845z" fill="#f0c069" fill-opacity=".3"/>' +
  '<path d="M0 460h1200M0 478h1200M0 505h1200M0 560h1200M-201 460-850 630M-8 460-500 630M186 460-150 630M379 460 200 630M572 460 550 630M766 460 900 630M959 460 1250 630M1153 460 1600 630M1346 460 1950 630" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="3"/>'

const MARK =
  '<g transform="translate(88 70) scale(2.6)"><path d="M4.8 1.5h15.4L17 5.1l3.2 3.6H9v9.7l-2.1 4.1-2.1-4.1z" fill="#fff"/><path d="M9 10.9h7.6l-2.4 2.6 2.4 2.6H9z" fill="#f0c069"/></g>' +
  '<text x="160" y="116" font-family="Fraunces SemiBold" font-weight="600" font-size="44" fill="#fff">Freehold</text>'

export function drawShareImage(image: ShareImage): string {
  const shown = chooseShownName(image)
  const font = chooseFont(shown)
  const { lines, size } = layOut(shown)
  const step = Math.round(size * 1.12)
  const first = 300 - Math.round(((lines.length - 1) * step) / 2)
  const name = lines.map(
    (line, index) =>
      `<text x="92" y="${first + index * step}" ${font} font-size="${size}" fill="#fff">${escapeXml(line)}</text>`,
  )
  const note = `<text x="94" y="${first + (lines.length - 1) * step + 84}" font-family="Inter" font-weight="500" font-size="44" fill="#cfe7dc">${escapeXml(image.note)}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${BACKGROUND}${MARK}${name.join('')}${note}</svg>`
}
