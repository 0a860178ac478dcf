// Makes the fonts in packages/web/src/fonts: Inter and Fraunces with the letters and the weights that nearly every page needs, half as
// large as the files of their packages. Needed again only when a font changes; the tool is no dependency:
// `npm install --no-save subset-font@2.9.0 && node scripts/fonts.mjs`
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './install.mjs'

const require = createRequire(path.join(root, 'packages/web/package.json'))
const { default: subset } = await import('subset-font')

const listLetters = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

/** The marks that our texts use. Keep all letters in step with `unicode-range` in styles/fonts.css. */
const MARKS = '–—‘’“”•…€−↑↓'

/** Texts have names with accents in them; headings and prices rarely do. */
const FONTS = [
  {
    from: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    to: 'inter-text.woff2',
    letters: listLetters(0x20, 0xff) + MARKS,
    options: { variationAxes: { wght: { min: 400, max: 700 } } },
  },
  {
    from: '@fontsource/fraunces/files/fraunces-latin-600-normal.woff2',
    to: 'fraunces-text.woff2',
    letters: `${listLetters(0x20, 0x7e)}\u00a0·${MARKS}`,
    options: {},
  },
]

for (const { from, to, letters, options } of FONTS) {
  const whole = readFileSync(require.resolve(from))
  const small = await subset(whole, letters, { targetFormat: 'woff2', ...options })
  writeFileSync(path.join(root, 'packages/web/src/fonts', to), small)
  console.log(`${to}: ${whole.length} bytes became ${small.length}`)
}
