// What must hold of every page: it arrives without an error, does not move, fits the screen, its lists are short on a phone, and axe finds
// nothing, of any impact.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { listViolations } from './axe.ts'
import { DESKTOP, TABLET, type Visit } from './browser.ts'
import { listShifts } from './layout-shift.ts'
import { arrive } from './visit-as.ts'

/** The narrowest phone that is still sold. */
export const NARROW = { width: 360, height: 740 }
const WIDER = [DESKTOP, TABLET]

/**
 * The screen of that phone shows at least five rows of a list, so a page of 25 rows ends after five screens. A row that is higher
 * usually stacks all columns of its table.
 */
const ROW_PIXELS_MAX = NARROW.height / 5
/** One or two rows say little of a list. */
const LIST_ROWS_MIN = 3

/** Pixels by which the page is wider than the screen, and what sticks out. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= width) return []
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName}.${element.className}`)
  })

/** The lists whose rows are too high on average. */
const listTallLists = (page: Page): Promise<string[]> =>
  page.evaluate(
    ({ pixelsMax, rowsMin }) =>
      [...document.querySelectorAll('.table--rows tbody, .name-cards')].flatMap((list) => {
        const heights = [...list.children]
          .map((row) => row.getBoundingClientRect().height)
          .filter((height) => height > 0)
        const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
        if (heights.length < rowsMin || mean <= pixelsMax) return []
        const name = list.closest('table')?.caption?.textContent ?? list.className
        return [`${name}: ${heights.length} rows of ${Math.round(mean)} pixels`]
      }),
    { pixelsMax: ROW_PIXELS_MAX, rowsMin: LIST_ROWS_MIN },
  )

/** Tables with a column or a button that is out of sight. On a phone, the widest tables scroll. */
const listWideTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.table-scroll')]
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map(
        (element) => `${element.querySelector('caption')?.textContent}: ${element.scrollWidth - element.clientWidth}`,
      ),
  )

export type Scheme = 'light' | 'dark'
const OTHER: Record<Scheme, Scheme> = { light: 'dark', dark: 'light' }
/** What a browser shows now: each change lays out the page that it shows. */
const shown = new Map<Page, Scheme>()

export async function showIn(page: Page, scheme: Scheme): Promise<void> {
  if (shown.get(page) !== scheme) await page.emulateMedia({ colorScheme: scheme })
  shown.set(page, scheme)
}

/** Opens the page on a screen: nothing moves while it arrives, and it is not wider than the screen. */
async function checkLayout(page: Page, path: string, screen: typeof NARROW): Promise<void> {
  await page.setViewportSize(screen)
  await arrive(page, path)
  expect(await listShifts(page), `layout shifts at ${screen.width} pixels`).toEqual([])
  expect(await overflow(page), `wider than the screen of ${screen.width} pixels`).toEqual([])
  if (screen.width > NARROW.width)
    expect(await listWideTables(page), `pixels of tables out of sight at ${screen.width} pixels`).toEqual([])
}

type Proof = {
  path: string
  scheme: Scheme
  /** Also on a desktop and a tablet. */
  isWide: boolean
  /** Also in the other color scheme. */
  isInBoth: boolean
  /** Runs before the page is judged, such as for what only some pages have. */
  also?: (page: Page) => Promise<void>
  /** What the browser reports although the page is right. */
  expected?: RegExp
}

/** What counts the shifts may not run in the preview of a message, where no script may. */
const MEASURING = /^Blocked script execution in '[^']*\/preview' because the document's frame is sandboxed/

/** `watchShift` must have been called for the page. */
export async function provePage(
  { page, problems }: Visit,
  { path, scheme, isWide, isInBoth, also, expected }: Proof,
): Promise<void> {
  await showIn(page, scheme)
  problems.length = 0
  for (const screen of isWide ? WIDER : []) await checkLayout(page, path, screen)
  await checkLayout(page, path, NARROW)
  expect(
    problems.filter((problem) => !MEASURING.test(problem) && !expected?.test(problem)),
    'errors on the page',
  ).toEqual([])
  expect(await listTallLists(page), `lists with rows above ${ROW_PIXELS_MAX} pixels`).toEqual([])
  await also?.(page)
  expect(await listViolations(page), `axe, ${scheme}`).toEqual([])
  if (!isInBoth) return
  const other = OTHER[scheme]
  await showIn(page, other)
  // Only colours differ between the two.
  expect(await listViolations(page, ['color-contrast']), `axe, ${other}`).toEqual([])
}
