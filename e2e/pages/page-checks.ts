// What must hold of every page: it arrives without an error, does not move, fits a phone, and axe finds nothing serious. The short form
// checks every other page in dark and the rest in light; `npm run prove -- pages` checks each of them in both.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type Activity, makeActivity } from './activity.ts'
import { type House, openHouse, type Visit } from './browser.ts'
import { listShifts, watchShift } from './layout-shift.ts'
import { type ListedPage, listPages, type Who } from './page-list.ts'
import { arrive, visitAs } from './visit-as.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The narrowest phone that is still sold. */
const NARROW = { width: 360, height: 740 }

type Violation = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

/** Colours may still be on their way from one scheme to the other; what is measured must stand still. */
async function standsStill(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.waitForFunction(() => document.getAnimations().length === 0)
}

/**
 * Three rows, items or sections with the same elements and classes tell as much as four hundred, in a tenth of the time: the rest of
 * them is removed. Runs in the page.
 */
function keepThreeOfAShape(): void {
  const repeated = new Set(['TR', 'LI', 'DETAILS', 'SECTION', 'ARTICLE', 'P', 'PRE', 'SPAN'])
  const thin = (element: Element): string => {
    const counts = new Map<string, number>()
    for (const child of [...element.children]) {
      const shape = thin(child)
      const count = (counts.get(shape) ?? 0) + 1
      counts.set(shape, count)
      if (count > 3 && repeated.has(child.tagName)) child.remove()
    }
    const looks = [...element.attributes].filter(({ name }) =>
      /^(class|role|style|data-|aria-(?!label|desc|contr))/.test(name),
    )
    const own = looks.map(({ name, value }) => `${name}=${value}`).join(' ')
    return `<${element.tagName} ${own}>${[...counts.keys()].join('')}</>`
  }
  thin(document.body)
}

/** All rules, or some of them. */
async function seriousViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await standsStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(keepThreeOfAShape)
  const found = await page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    const options = { resultTypes: ['violations'], selectors: false, preload: false }
    return (await axe.run({ ...options, ...(only ? { runOnly: only } : {}) })).violations
  }, rules)
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
    )
}

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

/** The pages of records, below a list: /portal/orders/ord_1. Tabs of one page are on the same level. */
const isRecordPath = (path: string): boolean =>
  /^\/(?:portal|console)\/.*(?:_[0-9a-hjkmnp-tv-z]{26}|\/(?:import|tlds\/\w+))(?:\?|$)/.test(path)

type Scheme = 'light' | 'dark'
const OTHER: Record<Scheme, Scheme> = { light: 'dark', dark: 'light' }
const IN_BOTH = process.env.PAGE_SCHEMES === 'both'
/** What a browser shows now: each change lays out the page that it shows. */
const shown = new Map<Page, Scheme>()

async function showIn(page: Page, scheme: Scheme): Promise<void> {
  if (shown.get(page) !== scheme) await page.emulateMedia({ colorScheme: scheme })
  shown.set(page, scheme)
}

type Planned = { name: string; scheme: Scheme }

async function checkPage(made: Activity, { name, scheme }: Planned, visits: ReadonlyMap<Who, Visit>): Promise<void> {
  const { path, who } = listPages(made).find((one): one is ListedPage => one.name === name)!
  const { page, problems } = visits.get(who)!
  await showIn(page, scheme)
  problems.length = 0
  await arrive(page, path)
  expect(problems, 'errors on the page').toEqual([])
  expect(await listShifts(page), 'layout shifts').toEqual([])
  expect(await overflow(page), 'wider than the screen').toEqual([])
  if (isRecordPath(path)) await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
  expect(await seriousViolations(page), `axe, ${scheme}`).toEqual([])
  if (!IN_BOTH) return
  const other = OTHER[scheme]
  await showIn(page, other)
  // Only colours differ between the two.
  expect(await seriousViolations(page, ['color-contrast']), `axe, ${other}`).toEqual([])
}

/** One after the other in light and in dark; all of those in light first, which saves changes. */
function planPages(visitors: readonly Who[], only?: readonly string[]): Planned[] {
  // The names are known before anything is made; what was made is filled into the paths when a test runs.
  const names = listPages({} as Activity)
    .filter(({ name, who }) => visitors.includes(who) && (only?.includes(name) ?? true))
    .map(({ name }) => name)
  const inScheme = (scheme: Scheme, rest: number) =>
    names.filter((_, index) => index % 2 === rest).map((name) => ({ name, scheme }))
  return [...inScheme('light', 0), ...inScheme('dark', 1)]
}

/** A test for each page of these people, or for some of them. */
export function checkPages(visitors: readonly Who[], only?: readonly string[]): void {
  let house: House
  let made: Activity
  const visits = new Map<Who, Visit>()

  beforeAll(async () => {
    house = await openHouse(usedPlace())
    made = await makeActivity(house.service)
    for (const who of visitors) {
      const visit = await visitAs(house, who, { viewport: NARROW })
      await watchShift(visit.page)
      await showIn(visit.page, 'light')
      visits.set(who, visit)
    }
  })
  afterAll(async () => {
    await made?.close()
    await house?.close()
    await cleanUp()
  })

  const planned = planPages(visitors, only)
  it('has a name for each page', () => {
    expect(new Set(planned.map(({ name }) => name)).size).toBe(planned.length)
    if (only) expect(planned.map(({ name }) => name).sort()).toEqual([...only].sort())
  })
  it.each(planned)('$name in $scheme', (one) => checkPage(made, one, visits))
}
