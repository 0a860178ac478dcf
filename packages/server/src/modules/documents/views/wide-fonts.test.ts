// Fonts for Chinese, Japanese and Korean: only the characters of the document, in the shapes of its language.
import * as fontkit from 'fontkit'
import { expect, it } from 'vitest'
import { cutWideFonts, orderFamilies } from './wide-fonts.ts'

type Opened = { characterSet: number[]; hasGlyphForCodePoint(point: number): boolean }
const open = (data: Buffer): Opened => fontkit.create(data) as unknown as Opened

it.each([
  ['例子', ['sc', 'jp', 'kr']],
  ['田中のショップ', ['jp', 'sc', 'kr']],
  ['한국商店', ['kr', 'jp', 'sc']],
])('%s is looked for in %j', (text, order) => {
  expect(orderFamilies(text)).toEqual(order)
})

it('cuts out the characters of the text, and nothing else', async () => {
  const fonts = await cutWideFonts('例子 and Latin', 400)
  // A table of characters ends with U+FFFF.
  const points = fonts.flatMap(({ data }) => open(data).characterSet).filter((point) => point !== 0xffff)
  expect(points.sort()).toEqual(['例', '子'].map((char) => char.codePointAt(0)).sort())
  expect(Math.max(...fonts.map(({ data }) => data.length))).toBeLessThan(5000)
})

it('has no fonts for a text in other scripts', async () => {
  expect(await cutWideFonts('münchen Ελένη ไทย', 400)).toEqual([])
})
