// Fonts for Chinese, Japanese and Korean: too large to load as a whole. A document gets small fonts with only its characters, cut out of
// the slices of Noto Sans. The packages are optional: without them, domains are shown in their ASCII form.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { lazy } from '../../../kernel/lazy.ts'
import { PDF_FONT_SLICES_MAX } from '../../../kernel/limits.ts'

const require = createRequire(import.meta.url)

const FAMILIES = ['sc', 'jp', 'kr'] as const
type Family = (typeof FAMILIES)[number]
type Slice = { family: Family; name: string; ranges: [from: number, to: number][] }

/** As in CSS: `U+4e00-4e2f,U+4e31`. */
const parseRanges = (text: string): Slice['ranges'] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })

/** Empty where the package is not installed. */
function readSlices(family: Family): Slice[] {
  try {
    const file = require.resolve(`@fontsource-variable/noto-sans-${family}/unicode.json`)
    const slices = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    return Object.entries(slices).map(([key, ranges]) => ({
      family,
      name: key.replace(/[[\]]/g, ''),
      ranges: parseRanges(ranges),
    }))
  } catch {
    return []
  }
}

type Subset = (
  font: Buffer,
  text: string,
  options: { targetFormat: 'truetype'; variationAxes: { wght: number } },
) => Promise<Buffer>

const open = lazy(() => {
  const slices: Record<Family, Slice[]> = { sc: readSlices('sc'), jp: readSlices('jp'), kr: readSlices('kr') }
  try {
    return { subset: require('subset-font') as Subset, slices }
  } catch {
    return null
  }
})

/** The same character is drawn differently in each language. Kana and Hangul say which one a text is in. */
export function orderFamilies(text: string): readonly Family[] {
  if (/\p{Script=Hangul}/u.test(text)) return ['kr', 'jp', 'sc']
  return /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? ['jp', 'sc', 'kr'] : FAMILIES
}

const isIn = ({ ranges }: Slice, point: number): boolean => ranges.some(([from, to]) => point >= from && point <= to)

/** Scripts of these fonts. They have Latin letters too, which the other fonts are for. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー・々〆〇]/u

function pickSlices(chars: readonly string[], order: readonly Family[], slices: Record<Family, Slice[]>) {
  const picked = new Map<Slice, string>()
  for (const char of chars) {
    const point = char.codePointAt(0) ?? 0
    const slice = order.map((family) => slices[family].find((one) => isIn(one, point))).find(Boolean)
    if (slice) picked.set(slice, (picked.get(slice) ?? '') + char)
  }
  // Someone who collects rare characters does not get to keep the processor busy.
  return [...picked].slice(0, PDF_FONT_SLICES_MAX)
}

export type WideFont = { name: string; data: Buffer }

/** Fonts with the characters of the text. A character that none of them has is not in any. */
export async function cutWideFonts(text: string, weight: number): Promise<WideFont[]> {
  const chars = [...new Set(text)].filter((char) => WIDE.test(char)).sort()
  const opened = chars.length === 0 ? null : open()
  if (opened === null) return []
  const fonts: WideFont[] = []
  for (const [{ family, name }, used] of pickSlices(chars, orderFamilies(text), opened.slices)) {
    const file = `@fontsource-variable/noto-sans-${family}/files/noto-sans-${family}-${name}-wght-normal.woff2`
    const options = { targetFormat: 'truetype' as const, variationAxes: { wght: weight } }
    const data = await opened.subset(readFileSync(require.resolve(file)), used, options)
    fonts.push({ name: `noto-sans-${family}-${name}-${weight}`, data })
  }
  return fonts
}
