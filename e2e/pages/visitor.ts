// What a visitor of the market does, in a real browser: the flows of visitor.test.ts on the public pages.

import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A domain of the live inventory. */
export async function findLiveDomain(page: Page): Promise<string> {
  await page.goto('/market?sort=price_asc')
  return (await page.locator('.name-card__name').first().textContent()) ?? ''
}

/** Presses Tab until the control has the focus; a person without a mouse has no other way to it. */
export async function tabTo(page: Page, name: RegExp, pressesMax = 60): Promise<void> {
  for (let presses = 0; presses < pressesMax; presses++) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement | null
      return focused?.labels?.[0]?.textContent ?? focused?.textContent ?? ''
    })
    if (name.test(label)) return
  }
  expect.fail(`no control named ${name} can be reached with the Tab key`)
}

/** How far the page moved while something was shown, as browsers measure it. */
export const measureShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) total += entry.value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(total), 200)
      }),
  )
