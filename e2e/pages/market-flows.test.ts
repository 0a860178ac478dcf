// Flows of visitors in a real browser that visitor.test.ts does not have: filters of the search, pages of a list, links that loosen filters,
// the link of a domain, a watch on a domain that is taken, and the tax at the checkout.
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { asOperator } from './as-operator.ts'
import { type House, openHouse, PHONE } from './browser.ts'
import { fillCard } from './shop.ts'
import { arrive, visitAs } from './visit-as.ts'
import { findLiveDomain } from './visitor.ts'

let house: House
/** Words with many matches. */
let words: string

beforeAll(async () => {
  house = await openHouse(usedPlace())
  const totals = await Promise.all(
    ['travel', 'garden', 'health', 'food', 'music'].map(async (q) => {
      const response = await fetch(`${house.service.url}/api/market/search?q=${q}`)
      return { q, total: ((await response.json()) as { total: number }).total }
    }),
  )
  words = totals.sort((a, b) => b.total - a.total)[0]!.q
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

const readNames = (page: Page): Promise<string[]> => page.locator('.name-card__name').allTextContents()
const readPrices = async (page: Page): Promise<number[]> =>
  (await page.locator('.name-card__price').allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))
const readQuery = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams)

/** The number of domains above the list. */
const readCount = async (page: Page): Promise<number> =>
  Number.parseInt(
    (await page
      .getByRole('status')
      .filter({ hasText: /domains?$/ })
      .textContent()) ?? '',
    10,
  )

/** Chooses the first choice of a filter that has domains, and waits for as many domains as it names. */
async function choose(page: Page, label: string, name: string): Promise<string> {
  const field = page.getByRole('form', { name: 'Filters' }).getByLabel(label)
  const choice = field
    .locator('option')
    .filter({ hasText: /\([1-9]\d*\)$/ })
    .first()
  const value = (await choice.getAttribute('value')) ?? ''
  const [, count] = /\((\d+)\)$/.exec((await choice.textContent()) ?? '') ?? []
  await field.selectOption(value)
  await page.waitForURL((url) => url.searchParams.get(name) === value)
  await expect.poll(() => readCount(page)).toBe(Number(count))
  return value
}

describe('the filters of the search', () => {
  type Found = {
    total: number
    results: { domain: string }[]
    facets: { prices: { min_price_cents: number; max_price_cents: number | null; count: number }[] }
  }
  const search = async (query: Record<string, string>): Promise<Found> =>
    (await (
      await fetch(`${house.service.url}/api/market/search?limit=50&${new URLSearchParams(query)}`)
    ).json()) as Found

  it('show as many domains as their counts say, all of them from the list without a filter', async () => {
    const short = (
      await Promise.all(
        ['solar', 'quickwheels.com', 'garden', 'rent a car'].map(async (q) => ({ q, ...(await search({ q })) })),
      )
    ).filter(({ total }) => total > 0 && total < 50)
    expect(short.length).toBeGreaterThan(1)
    for (const { q, results, facets } of short)
      for (const { min_price_cents: from, max_price_cents: to, count } of facets.prices.filter(
        (one) => one.count > 0,
      )) {
        const range = { min_price: String(from), ...(to === null ? {} : { max_price: String(to) }) }
        const found = await search({ q, ...range })
        expect([q, range, found.total]).toEqual([q, range, count])
        expect(results.map(({ domain }) => domain)).toEqual(
          expect.arrayContaining(found.results.map(({ domain }) => domain)),
        )
      }
  })

  it('narrow the results, say how many there are, and stay in the URL', async () => {
    const { page, problems } = await house.visit()
    await arrive(page, `/search?q=${words}`)
    const all = await readCount(page)
    await page.getByLabel('Minimum price').fill('$1,000')
    await page.waitForURL((url) => url.searchParams.get('from') === '$1,000')
    await expect.poll(() => readCount(page)).toBeLessThan(all)
    await page.getByLabel('Maximum price').fill('$20,000')
    await page.waitForURL((url) => url.searchParams.get('to') === '$20,000')
    await expect
      .poll(async () => (await readPrices(page)).every((price) => price >= 1000 && price <= 20_000))
      .toBe(true)
    const tld = await choose(page, 'Extension', 'tld')
    const length = await choose(page, 'Length', 'length')
    const category = await choose(page, 'Category', 'category')
    const names = await readNames(page)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      expect(name.endsWith(`.${tld}`)).toBe(true)
      expect(name.split('.')[0]!.length).toBeLessThanOrEqual(Number(length))
    }
    await page.getByLabel('Sort by').selectOption('price_desc')
    await page.waitForURL((url) => url.searchParams.get('sort') === 'price_desc')
    await expect.poll(async () => isDescending(await readPrices(page))).toBe(true)
    expect(readQuery(page)).toEqual({
      q: words,
      from: '$1,000',
      to: '$20,000',
      tld,
      length,
      category,
      sort: 'price_desc',
    })

    // The URL is all that the page needs.
    const shown = await readNames(page)
    await page.reload()
    expect(await readNames(page)).toEqual(shown)
    expect(await page.getByLabel('Minimum price').inputValue()).toBe('$1,000')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.poll(() => readCount(page)).toBe(all)
    expect(problems).toEqual([])
  })

  it('say what is wrong with a price', async () => {
    const { page } = await house.visit()
    await arrive(page, `/search?q=${words}&from=5000`)
    await page.getByLabel('Maximum price').fill('$1,000')
    await page.getByText('The minimum price is higher than the maximum price.').waitFor()
  })
})

const isDescending = (prices: readonly number[]): boolean =>
  prices.every((price, index) => index === 0 || price <= prices[index - 1]!)

describe('a list with no results', () => {
  it('has a link for each filter, which drops this filter only', async () => {
    const response = await fetch(`${house.service.url}/api/market/listings?tld=com&limit=1`)
    const { items } = (await response.json()) as { items: { domain: string }[] }
    const label = items[0]!.domain.replace('.com', '')
    const { page, problems } = await house.visit({ viewport: PHONE })
    await arrive(page, `/market?q=${label}&tld=com&to=1`)
    await page.getByText('No domains match these filters').waitFor()
    const links = await page.locator('.loosen a').allTextContents()
    expect(links).toEqual([
      `Remove the words “${label}”`,
      'Show every extension, not only .com',
      'Remove the maximum price of 1',
      'See all domains for sale',
    ])
    await page.getByRole('link', { name: 'Remove the maximum price of 1' }).click()
    await page.waitForURL((url) => !url.searchParams.has('to'))
    await page.locator('.name-card').first().waitFor()
    expect(readQuery(page)).toEqual({ q: label, tld: 'com' })
    for (const name of await readNames(page)) expect(name).toMatch(new RegExp(`${label}.*\\.com$`))
    expect(problems).toEqual([])
  })

  it('keeps the words of a search', async () => {
    const { page, problems } = await house.visit()
    await arrive(page, `/search?q=${words}&to=1`)
    await page.getByText('No domains match these filters').waitFor()
    await page.getByRole('link', { name: 'Remove the maximum price of 1' }).click()
    await page.waitForURL(`**/search?q=${words}`)
    await page.locator('.name-card').first().waitFor()
    expect(problems).toEqual([])
  })
})

describe('the pages of a list', () => {
  it('follow each other forward and back, without a domain twice', async () => {
    const { page, problems } = await house.visit()
    await arrive(page, '/market?sort=price_asc')
    const first = await readNames(page)
    const paging = page.getByRole('navigation', { name: 'Pages' })
    expect(await paging.getByRole('link', { name: 'Previous page' }).count()).toBe(0)
    await paging.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL('**/market?sort=price_asc&page=2')
    await paging.getByText(/^Page 2 of \d+$/).waitFor()
    const second = await readNames(page)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    expect(Math.min(...(await readPrices(page)))).toBeGreaterThan(0)
    await paging.getByRole('link', { name: 'Previous page' }).click()
    await page.waitForURL('**/market?sort=price_asc')
    expect(await readNames(page)).toEqual(first)
    await page.goBack()
    await page.waitForURL('**/market?sort=price_asc&page=2')
    expect(await readNames(page)).toEqual(second)
    // A page behind the last one leads to the last one.
    await arrive(page, '/market?sort=price_asc&page=400')
    await paging.getByRole('link', { name: 'Previous page' }).waitFor()
    expect(await paging.getByRole('link', { name: 'Next page' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('the page of a domain', () => {
  it('copies its link', async () => {
    const { page, problems } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await arrive(page, `/domains/${domain}`)
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Link copied' }).waitFor({ state: 'attached' })
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect([copied.pathname, copied.search]).toEqual([`/domains/${domain}`, ''])
    await page.getByRole('button', { name: 'Copy link' }).waitFor()
    expect(problems).toEqual([])
  })

  it('that is taken can be watched until it becomes available', async () => {
    const { page, problems } = await visitAs(house, 'user', { viewport: PHONE })
    await arrive(page, '/domains/taken-wish.com')
    await page.getByText('We email you when this domain is for sale here, or becomes available to register.').waitFor()
    await page.getByRole('button', { name: 'Watch domain' }).click()
    await page.getByRole('heading', { name: 'You are watching this domain' }).waitFor()
    await page.getByRole('link', { name: 'View your watchlist' }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'taken-wish.com' }) })
    await row.getByText(/^(Not checked yet|Taken)$/).waitFor()
    expect(problems).toEqual([])
  })
})

describe('the checkout with tax', () => {
  it('asks for country, company and VAT ID, and shows the tax before it is paid', async () => {
    await asOperator(house.service, 'PUT', '/tax', {
      seller_country: 'DE',
      rates: [
        { country: 'DE', rate_bps: 1900, reverse_charge: false },
        { country: 'FR', rate_bps: 2000, reverse_charge: true },
      ],
    })
    const { page, problems } = await house.visit({ viewport: PHONE })
    const domain = await findLiveDomain(page)
    await arrive(page, `/domains/${domain}`)
    await page.getByRole('button', { name: 'Buy domain' }).click()
    await page.waitForURL('**/checkout/**')
    await page.getByText('The price includes tax. Choose your country to see how much.').waitFor()
    await fillCard(page, '4242424242424242')
    await page.getByLabel('Country').selectOption('DE')
    const totals = page.locator('.checkout__totals')
    await totals.getByText(/19%/).waitFor()
    await page.getByLabel('Country').selectOption('FR')
    await totals.getByText(/20%/).waitFor()
    await page.getByLabel('Company (optional)').fill('Dupont SA')
    await page.getByLabel('VAT ID (optional)').fill('DE123456789')
    // The press takes the focus from the field, which reads the totals again. It counts nevertheless.
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByText('The VAT ID is not one of your country.').waitFor()
    expect(await page.getByLabel('Company (optional)').inputValue()).toBe('Dupont SA')
    await page.getByLabel('VAT ID (optional)').fill('FR 12 345678901')
    await fillCard(page, '4242424242424242')
    await totals.getByText('Tax (reverse charge)').waitFor()
    expect(await page.locator('form.checkout button').count()).toBe(1)
    // The same VAT ID in another form: a press during the slow read of the same total pays once.
    let payments = 0
    await page.route('**/checkout/**', async (route) => {
      const isRead = route.request().postData()?.includes('step=total') ?? false
      if (isRead) await delay(1500)
      else if (route.request().method() === 'POST') payments++
      await route.continue()
    })
    await page.getByLabel('VAT ID (optional)').fill('FR12345678901')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.locator('form.checkout button[aria-busy=true]').waitFor()
    expect(payments).toBe(0)
    await page.waitForURL('**/orders/**')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(payments).toBe(1)
    expect(problems).toEqual([])
  })
})
