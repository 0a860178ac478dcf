// A buyer at the hosted checkout, in a real browser, with and without JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { isWhole, listCases } from '../whole.ts'
import { type House, openHouse, PHONE } from './browser.ts'
import { fillCard, namesForSale, openShop, type Shop } from './shop.ts'
import { visitAs } from './visit-as.ts'
import { findLiveDomain, measureShift, tabTo } from './visitor.ts'

/** Each of the two ways below is taken by one test, and by both in `npm run prove`. */
const WAYS = [
  ['with JavaScript', true],
  ['without JavaScript', false],
] as const

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const CHALLENGE = '4000 0025 0000 3155'

let house: House
let shop: Shop
let names: string[]

beforeAll(async () => {
  house = await openHouse(usedPlace())
  shop = await openShop(house.service)
  names = [...(await namesForSale(house.service, 'coffee')), ...(await namesForSale(house.service, 'travel'))]
  expect(names.length).toBeGreaterThan(7)
})
afterAll(async () => {
  await house?.close()
  await shop?.close()
  await cleanUp()
})

const nextName = (): string => names.pop() ?? ''
const listOrders = async (domain: string) =>
  (await house.service.sdk().get<{ orders: { status: string }[] }>('/api/partner/v1/orders', { domain })).orders

const setTax = async (prices: 'gross' | 'net', rates: object[]): Promise<void> => {
  const response = await fetch(`${house.service.url}/api/operator/v1/tax`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${house.service.credentials().operator.token}`,
    },
    body: JSON.stringify({ seller_country: 'DE', prices, rates }),
  })
  expect(response.status).toBe(200)
}

describe('a buyer', () => {
  it.each(listCases(WAYS, [0]))(
    'pays, is sent back to the shop, and the order arrives (%s)',
    async (_how, javaScriptEnabled) => {
      const { page, problems } = await house.visit({ javaScriptEnabled, viewport: PHONE })
      const { checkout_url, domain } = await shop.open(nextName())
      await page.goto(checkout_url)
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(domain)
      await fillCard(page, GOOD)
      await page.getByRole('button', { name: /^Pay / }).click()
      await page.waitForURL(`${shop.url}/paid?**`)
      const order = new URL(page.url()).searchParams.get('order')
      expect(order).toMatch(/^ord_/)
      expect(await listOrders(domain)).toMatchObject([{ public_id: order, status: 'PAID' }])
      expect(problems).toEqual([])
    },
  )

  it.each(listCases(WAYS, [1]))(
    'sees the tax of a net price for the chosen country, and pays the total (%s)',
    async (_how, javaScriptEnabled) => {
      await setTax('net', [{ country: 'DE', rate_bps: 1900, reverse_charge: false }])
      try {
        const { page, problems } = await house.visit({ javaScriptEnabled, viewport: PHONE })
        const { checkout_url, domain } = await shop.open(nextName())
        await page.goto(checkout_url)
        await page.getByLabel('Country').selectOption('DE')
        if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show total' }).click()
        await page.getByText('Tax 19% (Germany)').waitFor()
        await fillCard(page, GOOD)
        await page.getByRole('button', { name: /^Pay / }).click()
        await page.waitForURL(`${shop.url}/paid?**`)
        expect(await listOrders(domain)).toHaveLength(1)
        expect(problems).toEqual([])
      } finally {
        await setTax('gross', [])
      }
    },
  )

  it('is told that the card was declined, keeps what was typed, and pays with another', async () => {
    const { page } = await house.visit()
    const { checkout_url, domain } = await shop.open(nextName())
    await page.goto(checkout_url)
    await fillCard(page, DECLINED)
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('alert').getByText('The card was declined').waitFor()
    expect(await page.getByLabel('Your email address').inputValue()).toBe('ada@example.com')
    expect(await page.getByLabel('Card number').inputValue()).toBe('')
    await fillCard(page, GOOD)
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.waitForURL(`${shop.url}/paid?**`)
    expect(await listOrders(domain)).toHaveLength(1)
  })

  it('answers the bank, and comes back', async () => {
    const { page } = await house.visit()
    const { checkout_url } = await shop.open(nextName())
    await page.goto(checkout_url)
    await fillCard(page, CHALLENGE)
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByText('Your bank asks you to confirm this payment.').waitFor()
    await page.getByText(/^This domain is held for you until .+:\d\d/).waitFor()
    await page.getByRole('button', { name: /^Confirm payment of/ }).click()
    await page.waitForURL(`${shop.url}/paid?**`)
  })

  it('is told when the name was sold in another tab, and is not charged', async () => {
    const domain = nextName()
    const [first, second] = [await shop.open(domain), await shop.open(domain)]
    const { page } = await house.visit()
    const other = await page.context().newPage()
    await page.goto(first.checkout_url)
    await other.goto(second.checkout_url)
    await fillCard(other, GOOD)
    await other.getByRole('button', { name: /^Pay / }).click()
    await other.waitForURL(`${shop.url}/paid?**`)
    await fillCard(page, GOOD)
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('heading', { name: / has been sold$/ }).waitFor()
    await page.getByText('You were not charged').waitFor()
    await page.getByRole('link', { name: /^Go back to / }).click()
    await page.waitForURL(`${shop.url}/back`)
    expect(await listOrders(domain)).toHaveLength(1)
  })

  it('pays once, however often the button is pressed, the page reloaded or the way gone back', async () => {
    const { page } = await house.visit()
    const { checkout_url, domain } = await shop.open(nextName())
    await page.goto(checkout_url)
    await fillCard(page, GOOD)
    await page.getByRole('button', { name: /^Pay / }).dblclick()
    await page.waitForURL(`${shop.url}/paid?**`)
    await page.goBack()
    await page.reload()
    await page.getByText('Paid', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Continue to/ }).click()
    await page.waitForURL(`${shop.url}/paid?**`)
    expect(await listOrders(domain)).toHaveLength(1)
  })

  // Every page is checked in every-public-page.test.ts, and what it says in hosted.api.test.ts.
  it.runIf(isWhole)('sees a clear page, and no form, behind a link that is not right', async () => {
    const { page } = await house.visit()
    const { checkout_url } = await shop.open(nextName())
    await page.goto(`${checkout_url}x`)
    await page.getByRole('heading', { name: 'This checkout link is not valid' }).waitFor()
    expect(await page.locator('form:not(.search-box)').count()).toBe(0)
  })

  it('may go back to the shop instead', async () => {
    const { page } = await house.visit()
    const { checkout_url } = await shop.open(nextName())
    await page.goto(checkout_url)
    await page.getByRole('button', { name: 'Cancel checkout' }).click()
    await page.waitForURL(`${shop.url}/back`)
  })
})

describe('a visitor of the market', () => {
  it('chooses a suggestion with the keyboard, and nothing moves', async () => {
    const { page, problems } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto('/')
    const box = page.getByRole('combobox', { name: 'Search for a domain' })
    await box.pressSequentially(domain.slice(0, 5))
    const option = page.getByRole('option').filter({ hasText: domain })
    await option.waitFor()
    await page.getByText(/^\d suggestions?\. Use the arrow keys/).waitFor()
    expect(await box.getAttribute('aria-expanded')).toBe('true')
    while ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    expect(await box.getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'))
    await page.keyboard.press('Escape')
    expect(await page.getByRole('option').count()).toBe(0)
    expect(await measureShift(page)).toBeLessThan(0.02)
    while (!(await option.isVisible()) || (await option.getAttribute('aria-selected')) !== 'true')
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/domains/${domain}`)
    await page.getByRole('heading', { level: 1, name: domain }).waitFor()
    expect(problems).toEqual([])
  })

  it('filters on change, and goes back and forward through the filters', async () => {
    const { page, problems } = await house.visit()
    await page.goto('/market')
    await page.getByLabel('Extension').selectOption('io')
    await page.waitForURL('**/market?tld=io')
    await page.waitForFunction(() =>
      [...document.querySelectorAll('.name-card__name')].every((card) => card.textContent?.endsWith('.io')),
    )
    await page.getByLabel('Maximum price').fill('$1,000')
    await page.waitForURL('**/market?tld=io&to=%241%2C000')
    const count = page.locator('.page-head [role=status]')
    await expect.poll(() => count.textContent()).toMatch(/^\d+ domains?$/)
    await page.goBack()
    await page.waitForURL('**/market?tld=io')
    await expect.poll(() => page.getByLabel('Maximum price').inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Maximum price').inputValue()).toBe('$1,000')
    expect(await page.getByLabel('Extension').inputValue()).toBe('io')
    expect(problems).toEqual([])
  })

  it('buys a domain with the keyboard alone', async () => {
    const { page, problems } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await tabTo(page, /^Buy domain$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout/**')
    await tabTo(page, /^Your email address$/)
    await page.keyboard.type('keys@example.com')
    await tabTo(page, /^Card number$/)
    await page.keyboard.type('4242424242424242')
    expect(await page.getByLabel('Card number').inputValue()).toBe('4242 4242 4242 4242')
    await tabTo(page, /^Expiry date$/)
    await page.keyboard.type('535')
    expect(await page.getByLabel('Expiry date').inputValue()).toBe('05/35')
    await tabTo(page, /^CVC$/)
    await page.keyboard.type('123')
    await tabTo(page, /^Pay \$/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/orders/**')
    expect(problems).toEqual([])
  })

  it('watches a domain, finds it on the watchlist, and stops', async () => {
    const { page, problems } = await visitAs(house, 'user')
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await page.getByRole('button', { name: 'Watch domain' }).click()
    await page.getByRole('button', { name: 'Stop watching' }).waitFor()
    await page.goto('/account/watchlist')
    await page.getByRole('link', { name: domain }).waitFor()
    await page.getByRole('button', { name: `Stop watching ${domain}` }).click()
    await page.getByText('You are not watching any domains').waitFor()
    expect(problems).toEqual([])
  })

  it('sees on the home page what was viewed in this browser, and clears it', async () => {
    const { page } = await house.visit()
    const domain = await findLiveDomain(page)
    await page.goto(`/domains/${domain}`)
    await page.getByRole('heading', { level: 1, name: domain }).waitFor()
    await page.waitForFunction(() => localStorage.length > 0)
    await page.goto('/')
    const section = page.locator('section', { has: page.getByRole('heading', { name: 'Recently viewed' }) })
    await section.getByRole('link', { name: domain }).waitFor()
    await section.getByRole('button', { name: 'Clear list' }).click()
    await section.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })
})
