// Makes the fonts in packages/web/src/fonts: Inter and Fraunces with the letters, weights and features that nearly every page needs, half
// as large as the files of their packages, and a second file of each for the rest of the Latin letters of Europe. Needed again only when a
// font changes; the tool is no dependency:
// `npm install --no-save subset-font@2.9.0 && node scripts/fonts.mjs`
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './install.mjs'

const require = createRequire(path.join(root, 'packages/web/package.json'))
const { default: subset } = await import('subset-font')

const listLetters = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** Keep all letters in step with `unicode-range` in styles/fonts.css. */
const ASCII = listLetters(0x20, 0x7e)
/** The marks that our texts use. */
const MARKS = '–—‘’“”•…€−↑↓'
/** French, and Turkish with the letters of `EXTENDED`. */
const MORE = 'Œœı'
const EXTENDED = listLetters(0x100, 0x17f)

const INTER = { keepFeatures: ['kern', 'tnum'], variationAxes: { wght: { min: 400, max: 700 } } }
const FRAUNCES = { keepFeatures: ['kern', 'liga'] }

const FONTS = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: 'inter-text.woff2',
    letters: listLetters(0x20, 0xff) + MORE + MARKS,
    options: INTER,
  },
  {
    from: '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2',
    to: 'inter-extended.woff2',
    letters: EXTENDED,
    options: INTER,
  },
  {
    // Headings have names and prices in them, but no fractions or superscripts.
    from: '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
    to: 'fraunces-text.woff2',
    letters: `${ASCII}\u00a0£¥·«»¿¡${listLetters(0xc0, 0xff)}${MORE}${MARKS}`,
    options: FRAUNCES,
  },
  {
    from: '@fontsource/fraunces/files/fraunces-latin-ext-600-normal.woff2',
    to: 'fraunces-extended.woff2',
    letters: EXTENDED,
    options: FRAUNCES,
  },
]

for (const { from, to, letters, options } of FONTS) {
  const whole = readFileSync(require.resolve(from))
  const small = await subset(whole, letters, { targetFormat: 'woff2', ...options })
  writeFileSync(path.join(root, 'packages/web/src/fonts', to), small)
  console.log(`${to}: ${whole.length} bytes became ${small.length}`)
}
