// Makes packages/web/src/fonts/inter-text.woff2: Inter with the letters and the weights that nearly every page needs, half as large as
// the file of its package. Needed again only when Inter changes; its tool is no dependency:
// `npm install --no-save subset-font@2.9.0 && node scripts/fonts.mjs`
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './install.mjs'

const require = createRequire(path.join(root, 'packages/web/package.json'))
const { default: subset } = await import('subset-font')

/** Latin-1, and the marks that our texts use. Keep in step with `unicode-range` in styles/fonts.css. */
const LATIN = Array.from({ length: 0x100 - 0x20 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
const MARKS = '–—‘’“”•…€−↑↓'

const whole = readFileSync(require.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'))
const small = await subset(whole, LATIN + MARKS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
})
writeFileSync(path.join(root, 'packages/web/src/fonts/inter-text.woff2'), small)
console.log(`${whole.length} bytes became ${small.length}`)
