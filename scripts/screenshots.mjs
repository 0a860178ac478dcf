// `npm run screenshots`: a picture of every page, on a desktop and on a phone, into docs/screenshots. `--dark` and `--out FOLDER`
// are for looking at them in another light.
import '../bench/from-source.mjs'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { root } from './install.mjs'

const { values } = parseArgs({
  options: { dark: { type: 'boolean' }, out: { type: 'string' }, only: { type: 'string' } },
})
build()
const { makeActivity } = await import('../e2e/pages/activity.ts')
const { DESKTOP, openHouse, PHONE } = await import('../e2e/pages/browser.ts')
const { pagesOf } = await import('../e2e/pages/page-list.ts')
const { arrive, visitAs } = await import('../e2e/pages/people.ts')
const { cleanUp } = await import('../e2e/process.ts')

const folder = path.resolve(values.out ?? path.join(root, 'docs', 'screenshots'))
mkdirSync(folder, { recursive: true })
const colorScheme = values.dark ? 'dark' : 'light'

const house = await openHouse()
try {
  const made = await makeActivity(house.service)
  const wanted = pagesOf(made).filter(({ name }) => !values.only || name.includes(values.only))
  for (const [device, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const who of new Set(wanted.map((page) => page.who))) {
      const { page } = await visitAs(house, who, { viewport, colorScheme })
      for (const { name, path: address } of wanted.filter((one) => one.who === who)) {
        await arrive(page, address)
        await page.screenshot({ path: path.join(folder, `${name}-${device}.jpg`), quality: 55, type: 'jpeg' })
      }
      await page.context().close()
    }
  console.log(`${wanted.length} pages, each twice, in ${path.relative(process.cwd(), folder)}`)
  await made.close()
} finally {
  await house.close()
  await cleanUp()
}
