// One browser for each kind of person, signed in once.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { type House, signIn, type Visit } from './browser.ts'
import type { Who } from './page-list.ts'

export async function visitAs(house: House, who: Who, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await house.visit(options)
  if (who !== 'anybody') await signIn(visit.page, house.service.credentials()[who])
  return visit
}

/** A page has arrived when its heading is there and nothing on it says that it still waits. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.loading, .skeleton, [data-waiting]') === null)
  await page.evaluate(() => document.fonts.ready)
}
