// One browser for each kind of person, signed in once.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type House, signIn, type Visit } from './browser.ts'
import type { Who } from './page-list.ts'

export async function visitAs(house: House, who: Who, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await house.visit(options)
  if (who !== 'anybody') await signIn(visit.page, house.service.credentials()[who])
  return visit
}

/** Whether the browser took over what the server rendered: until then, a changed document is an error for it. Runs in the page. */
function isTakenOver(): boolean {
  const root = document.getElementById('root')
  const first = root?.firstElementChild
  // Pages without a state have no script that takes over. The outermost element is taken over last.
  return (
    !document.getElementById('page-state') || Object.keys(first ?? {}).some((key) => key.startsWith('__reactFiber'))
  )
}

/** A page has arrived when its heading is there, its scripts run and nothing on it says that it still waits. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isTakenOver)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.loading, .skeleton, [data-waiting]') === null)
  await page.evaluate(() => document.fonts.ready)
}
