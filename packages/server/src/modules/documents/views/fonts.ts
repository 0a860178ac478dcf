// Fonts of the PDF: Noto Sans in its parts, each embedded only where a document has its characters. wide-fonts.ts has the scripts with
// thousands of characters.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { invariant } from '../../../kernel/errors.ts'
import { lazy } from '../../../kernel/lazy.ts'
import { cutWideFonts } from './wide-fonts.ts'
import { unpackWoff } from './woff.ts'

export type Weight = 'regular' | 'bold'

/** Ordered by how likely a character is in it. */
const FACES = [
  ['noto-sans', 'latin'],
  ['noto-sans', 'latin-ext'],
  ['noto-sans', 'greek'],
  ['noto-sans', 'greek-ext'],
  ['noto-sans', 'cyrillic'],
  ['noto-sans', 'cyrillic-ext'],
  ['noto-sans', 'vietnamese'],
  ['noto-sans', 'devanagari'],
  ['noto-sans-arabic', 'arabic'],
  ['noto-sans-hebrew', 'hebrew'],
  ['noto-sans-thai', 'thai'],
] as const

const WEIGHTS: Record<Weight, number> = { regular: 400, bold: 600 }
const RIGHT_TO_LEFT: readonly string[] = ['arabic', 'hebrew']

export type Face = { name: string; data: Buffer; font: Font; isRightToLeft: boolean }

/** `fontkit` is passed in: it is loaded with the first document. */
export type Fontkit = { create(data: Buffer): unknown }

const require = createRequire(import.meta.url)

function openFace(fontkit: Fontkit, [family, part]: (typeof FACES)[number], weight: Weight): Face {
  const name = `${family}-${part}-${WEIGHTS[weight]}`
  const data = unpackWoff(readFileSync(require.resolve(`@fontsource/${family}/files/${name}-normal.woff`)))
  return { name, data, font: fontkit.create(data) as Font, isRightToLeft: RIGHT_TO_LEFT.includes(part) }
}

export type Run = { text: string; face: Face }

/** Whether it belongs to the characters around it: marks, joiners, spaces, digits and punctuation of any script. */
const NEUTRAL = /^[\p{M}\p{Zs}\p{Cf}\p{P}]$/u

/** Characters whose font is remembered. */
const KNOWN_MAX = 5000

export type Fonts = {
  /** Text in pieces of one font each. Characters that no font has become `?`. */
  split(text: string, weight: Weight): Run[]
  covers(text: string): boolean
  /** Whether the glyphs on the page alone give the text back: not for missing characters, and not for scripts with joined letters. */
  isPlain(text: string): boolean
}

export type BaseFonts = (point: number, weight: Weight) => Face | undefined

/** Opened once. Each file is read with the first character that needs it. */
export function openBaseFonts(fontkit: Fontkit): BaseFonts {
  const open = (weight: Weight) => FACES.map((face) => lazy(() => openFace(fontkit, face, weight)))
  const faces: Record<Weight, (() => Face)[]> = { regular: open('regular'), bold: open('bold') }
  const found: Record<Weight, Map<number, Face | undefined>> = { regular: new Map(), bold: new Map() }
  return (point, weight) => {
    const known = found[weight]
    if (!known.has(point)) {
      // Anyone can have any character in a name.
      if (known.size >= KNOWN_MAX) known.clear()
      known.set(point, faces[weight].find((face) => face().font.hasGlyphForCodePoint(point))?.())
    }
    return known.get(point)
  }
}

const QUESTION_MARK = 0x3f

/** The fonts of one document: `texts` have all its characters, by weight. */
export async function openFonts(fontkit: Fontkit, base: BaseFonts, texts: Record<Weight, string>): Promise<Fonts> {
  const cut = async (weight: Weight): Promise<Face[]> =>
    (await cutWideFonts(texts[weight], WEIGHTS[weight])).map(({ name, data }) => {
      return { name, data, font: fontkit.create(data) as Font, isRightToLeft: false }
    })
  const regular = await cut('regular')
  const wide: Record<Weight, Face[]> = { regular, bold: [...(await cut('bold')), ...regular] }
  const find = (point: number, weight: Weight): Face | undefined =>
    base(point, weight) ?? wide[weight].find(({ font }) => font.hasGlyphForCodePoint(point))

  function split(text: string, weight: Weight): Run[] {
    const runs: Run[] = []
    for (const char of text) {
      const last = runs.at(-1)
      const point = char.codePointAt(0) ?? 0
      if (last && NEUTRAL.test(char) && last.face.font.hasGlyphForCodePoint(point)) {
        last.text += char
        continue
      }
      const face = find(point, weight)
      const shown = face === undefined ? '?' : char
      const used = face ?? base(QUESTION_MARK, weight)
      invariant(used, 'the first font has the question mark')
      if (last?.face === used) last.text += shown
      else runs.push({ text: shown, face: used })
    }
    return runs
  }
  const covers = (text: string): boolean => Array.from(text).every((char) => find(char.codePointAt(0) ?? 0, 'regular'))
  const isPlain = (text: string): boolean =>
    covers(text) && split(text, 'regular').every(({ face }) => !face.isRightToLeft)
  return { split, covers, isPlain }
}
