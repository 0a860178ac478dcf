// `npm run screenshots`: a picture of every page, on a desktop, a tablet and a phone, into .cache/screenshots (or `--out FOLDER`; `--dark`).
// `--only mail,order` takes those whose names contain one of the words.
// `npm run screenshots -- --docs` takes the few that the README shows, into docs/screenshots.
import '../bench/from-source.mjs'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { root } from './install.mjs'

const { values } = parseArgs({
  options: {
    dark: { type: 'boolean' },
    docs: { type: 'boolean' },
    out: { type: 'string' },
    only: { type: 'string' },
  },
})
build()
const { makeActivity } = await import('../e2e/pages/activity.ts')
const { DESKTOP, openHouse, PHONE, TABLET } = await import('../e2e/pages/browser.ts')
const { listPages } = await import('../e2e/pages/page-list.ts')
const { arrive, visitAs } = await import('../e2e/pages/visit-as.ts')
const { cleanUp, usedFolder } = await import('../e2e/process.ts')

/** What the README shows. */
const IN_DOCS = ['home-desktop', 'market-desktop', 'portal-desktop', 'console-desktop', 'checkout-phone']

const folder = path.resolve(values.out ?? path.join(root, values.docs ? 'docs/screenshots' : '.cache/screenshots'))
mkdirSync(folder, { recursive: true })
const colorScheme = values.dark ? 'dark' : 'light'

const house = await openHouse(usedFolder().then((DATA_DIR) => ({ DATA_DIR, DELIVERY: 'simulated' })))
try {
  const made = await makeActivity(house.service)
  const isWanted = (name) => !values.only || values.only.split(',').some((part) => name.includes(part))
  const isShown = (file) => !values.docs || IN_DOCS.includes(file)
  const wanted = listPages(made).filter(({ name }) => isWanted(name))
  let taken = 0
  for (const [device, viewport] of Object.entries({ desktop: DESKTOP, tablet: TABLET, phone: PHONE }))
    for (const who of new Set(wanted.map((page) => page.who))) {
      const theirs = wanted.filter((one) => one.who === who && isShown(`${one.name}-${device}`))
      if (theirs.length === 0) continue
      const { page } = await visitAs(house, who, { viewport, colorScheme })
      for (const { name, path: address } of theirs) {
        await arrive(page, address)
        await page.screenshot({ path: path.join(folder, `${name}-${device}.jpg`), quality: 55, type: 'jpeg' })
        taken++
      }
      await page.context().close()
    }
  console.log(`${taken} pictures in ${path.relative(process.cwd(), folder)}`)
  await made.close()
} finally {
  await house.close()
  await cleanUp()
}
// The browser would keep the process running.
process.exit()
