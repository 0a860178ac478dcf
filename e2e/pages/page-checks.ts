// A test for each page of page-list.ts. The short form shows every other page in dark and the rest in light; `npm run prove -- pages` shows
// each of them in both. page-proof.ts says what must hold of a page.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type Activity, makeActivity } from './activity.ts'
import { type House, openHouse, type Visit } from './browser.ts'
import { watchShift } from './layout-shift.ts'
import { type ListedPage, listPages, type Who } from './page-list.ts'
import { NARROW, provePage, type Scheme, showIn } from './page-proof.ts'
import { visitAs } from './visit-as.ts'

/** The pages of records, below a list: /portal/orders/ord_1. Tabs of one page are on the same level. */
const isRecordPath = (path: string): boolean =>
  /^\/(?:portal|console)\/.*(?:_[0-9a-hjkmnp-tv-z]{26}|\/(?:import|tlds\/\w+))(?:\?|$)/.test(path)

const IN_BOTH = process.env.PAGE_SCHEMES === 'both'

type Planned = { name: string; scheme: Scheme }
type Place = { made: Activity; visits: ReadonlyMap<Who, Visit>; isWide: boolean }

async function checkPage({ made, visits, isWide }: Place, { name, scheme }: Planned): Promise<void> {
  const { path, who } = listPages(made).find((one): one is ListedPage => one.name === name)!
  await provePage(visits.get(who)!, {
    path,
    scheme,
    isWide,
    isInBoth: IN_BOTH,
    also: async (page) => {
      if (isRecordPath(path)) await page.getByRole('navigation', { name: 'Breadcrumbs' }).waitFor()
    },
  })
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

/** A test for each page of these people on three screens, or for some of them on a phone. */
export function checkPages(visitors: readonly Who[], only?: readonly string[]): void {
  let house: House
  let made: Activity
  const visits = new Map<Who, Visit>()

  beforeAll(async () => {
    house = await openHouse(usedPlace().then((place) => ({ ...place, DELIVERY: 'simulated' })))
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
  it.each(planned)('$name in $scheme', (one) => checkPage({ made, visits, isWide: !only }, one))
}
