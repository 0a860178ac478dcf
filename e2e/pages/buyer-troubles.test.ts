// A buyer at the hosted checkout for whom something gets in the way: a declined card, a bank that asks, a domain that was sold, a second click.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { isWhole } from '../whole.ts'
import { type House, openHouse } from './browser.ts'
import { fillCard, namesForSale, openShop, type Shop } from './shop.ts'

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

describe('a buyer', () => {
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
