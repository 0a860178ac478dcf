// `node scripts/mail-screenshots.mjs [--out FOLDER]`: the HTML part of a message of every kind, light and dark, on a desktop and on a
// phone, and its text part, into .cache/mail-screenshots.
import '../bench/from-source.mjs'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './install.mjs'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const { DESKTOP, openChrome, PHONE } = await import('../e2e/pages/browser.ts')
const { renderMail } = await import('../packages/server/src/modules/mail/rules/render.ts')
const { buildContent } = await import('../packages/server/src/modules/mail/rules/templates.ts')
const { SAMPLE_LETTERS } = await import('../packages/server/test/sample-letters.ts')

const folder = path.resolve(values.out ?? path.join(root, '.cache/mail-screenshots'))
mkdirSync(folder, { recursive: true })
const options = {
  baseUrl: 'https://market.example',
  secret: 'k3v9x2m7q4w8r1t6y5u0p3s7d2f9g4h8',
  contact: 'mailto:support@market.example',
}
const messages = SAMPLE_LETTERS.map(({ name, letter }) => ({ name, ...renderMail(buildContent(letter), options) }))
for (const { name, subject, text } of messages)
  writeFileSync(path.join(folder, `${name}.txt`), `Subject: ${subject}\n\n${text}`)

const chrome = await openChrome()
try {
  for (const colorScheme of ['light', 'dark'])
    for (const [device, viewport] of Object.entries({ desktop: { ...DESKTOP, width: 800 }, phone: PHONE })) {
      const { page } = await chrome.visit(options.baseUrl, { viewport, colorScheme })
      for (const { name, html } of messages) {
        await page.setContent(html)
        await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${device}.png`), fullPage: true })
      }
      await page.context().close()
    }
  console.log(`${4 * messages.length} pictures in ${folder}`)
} finally {
  await chrome.close()
}
