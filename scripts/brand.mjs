// `npm run brand`: renders the icons and the social image from the sources in docs/brand into packages/server/assets/brand.
import '../bench/from-source.mjs'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './install.mjs'

const { openChrome } = await import('../e2e/pages/browser.ts')

const TARGET = path.join(root, 'packages/server/assets/brand')
const source = (name) => readFileSync(path.join(root, 'docs/brand', name), 'utf8')
const sized = (svg, width, height) => svg.replace(/width="\d+" height="\d+"/, `width="${width}" height="${height}"`)

const DISPLAY = path.join(root, 'node_modules/@fontsource/fraunces/files/fraunces-latin-600-normal.woff2')
const SANS = path.join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const font = (name, file) =>
  `@font-face{font-family:${name};font-weight:100 900;src:url(data:font/woff2;base64,${readFileSync(file, 'base64')})}`

/** Square icons fill their canvas: a phone rounds the corners itself. */
const touchIcon = () => sized(source('icon.svg').replace('rx="5"', 'rx="0"'), 180, 180)

const socialHtml = () => `<style>
${font('Display', DISPLAY)}${font('Sans', SANS)}
body{margin:0;width:1200px;height:630px;background:#0b5d43;color:#fff;position:relative;overflow:hidden}
h1{font:620 112px/1 Display;letter-spacing:-.02em;margin:0;position:absolute;left:88px;top:178px}
p{font:450 40px/1.3 Sans;margin:0;position:absolute;left:92px;top:318px;color:#cfe7dc}
.mark{position:absolute;right:6px;top:123px}.plots{position:absolute;inset:0}
</style>
<svg class="plots" width="1200" height="630" fill="none" stroke="#fff" stroke-opacity=".14" stroke-width="3">
<path d="M801 505H1036L1130 560H845z" fill="#f0c069" fill-opacity=".3" stroke="none"/>
<path d="M0 460h1200M0 478h1200M0 505h1200M0 560h1200M-201 460 -850 630M-8 460 -500 630M186 460 -150 630M379 460 200 630M572 460 550 630M766 460 900 630M959 460 1250 630M1153 460 1600 630M1346 460 1950 630"/></svg>
<h1>Freehold</h1><p>The open domain marketplace</p>
<div class="mark">${sized(source('mark-dark.svg').replace('#6fcfa6', '#fff'), 440, 440)}</div>`

/** An ICO file is a list of PNG images behind a small table. */
function buildIco(images) {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

const chrome = await openChrome()
try {
  const render = async (html, width, height) => {
    const { page } = await chrome.visit('http://localhost', { viewport: { width, height } })
    await page.setContent(`<!doctype html><style>body{margin:0}svg{display:block}</style>${html}`)
    await page.evaluate(() => document.fonts.ready)
    const png = await page.screenshot({ omitBackground: true })
    await page.context().close()
    return png
  }
  mkdirSync(TARGET, { recursive: true })
  const write = (name, bytes) => {
    writeFileSync(path.join(TARGET, name), bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
  const icon = async (size) => ({ size, png: await render(sized(source('icon.svg'), size, size), size, size) })
  write('favicon.svg', Buffer.from(source('icon.svg')))
  write('favicon.ico', buildIco([await icon(16), await icon(32), await icon(48)]))
  write('apple-touch-icon.png', await render(touchIcon(), 180, 180))
  write('social.png', await render(socialHtml(), 1200, 630))
} finally {
  await chrome.close()
}
