// A buyer at the hosted checkout, in a real browser, with and without JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { listCases } from '../whole.ts'
import { type House, openHouse, PHONE } from './browser.ts'
import { fillCard, namesForSale, openShop, type Shop } from './shop.ts'

/** Each of the two ways below is taken by one test, and by both in `npm run prove`. */
const WAYS = [
  ['with JavaScript', true],
  ['without JavaScript', false],
] as const

const GOOD = '4242 4242 4242 4242'

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
})
