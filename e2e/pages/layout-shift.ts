// How much the layout of a page moves while it loads (cumulative layout shift), as a reader sees it.
import type { Page } from 'playwright-core'

/** What people do not notice. */
export const SHIFT_MAX = 0.05

type Counted = { shift: number; moved: string[] }

/** Adds up the shifts of every document that is opened from now on. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counted = window as unknown as Counted
    Object.assign(counted, { shift: 0, moved: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, hadRecentInput } = entry as unknown as {
          value: number
          sources: { node: Element | null }[]
          hadRecentInput: boolean
        }
        if (hadRecentInput) continue
        counted.shift += value
        counted.moved.push(
          `${Math.round(value * 1000) / 1000} ${sources.map(({ node }) => node?.className || node?.nodeName).join(' ')}`,
        )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What moved too much; empty where little moved. */
export async function listShifts(page: Page): Promise<string[]> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const { shift, moved } = await page.evaluate(() => {
    const counted = window as unknown as Counted
    return { shift: counted.shift, moved: counted.moved }
  })
  return shift <= SHIFT_MAX ? [] : moved
}
