// A partner acts on many orders and deliveries, refunds a part, chooses a registrar and empties the sandbox.
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { respondWith, startReceiver } from '../../packages/server/test/receiver.ts'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { isWhole } from '../whole.ts'
import { type House, openHouse } from './browser.ts'
import { namesForSale } from './shop.ts'
import { visitAs } from './visit-as.ts'

const V1 = '/api/partner/v1'
let house: House
let names: string[]

beforeAll(async () => {
  house = await openHouse(usedPlace())
  names = [...(await namesForSale(house.service, 'rent a car')), ...(await namesForSale(house.service, 'coffee'))]
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

type Sold = { public_id: string; sale_price_cents: number; domain_unicode: string }

async function sell(domain: string): Promise<Sold> {
  const sdk = house.service.sdk()
  const { quote_id } = await sdk.post<{ quote_id: string }>(`${V1}/quotes`, { domain })
  const body = { quote_id, external_payment_ref: `cart-${randomUUID()}` }
  return sdk.post<Sold>(`${V1}/orders`, body, { idempotencyKey: randomUUID() })
}

const readOrder = ({ public_id }: Sold) =>
  house.service.sdk().get<{ status: string; refunded_cents: number }>(`${V1}/orders/${public_id}`)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

it('refunds several orders, and reports each of them', { timeout: 90_000 }, async () => {
  const orders = [await sell(names[0]!), await sell(names[1]!), await sell(names[2]!)]
  const { page, problems } = await visitAs(house, 'portal')
  await page.goto('/portal/orders?environment=sandbox')
  for (const { domain_unicode } of orders)
    await page.getByRole('checkbox', { name: `Select ${domain_unicode}` }).check()
  await page.getByRole('button', { name: 'Refund 3 orders' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 orders, in total').waitFor()
  expect(await focused(page)).toBe('Cancel')
  // Someone else refunds the second one after the confirmation.
  const refundOther = async (route: Route): Promise<void> => {
    await house.service.sdk().post(`${V1}/refunds`, { order_public_id: orders[1]!.public_id, reason: 'other' })
    await route.continue()
  }
  await page.route('**/refunds', refundOther, { times: 1 })
  await dialog.getByLabel('Reason').selectOption('Duplicate order')
  await dialog.getByRole('button', { name: 'Refund 3 orders' }).click()
  await page.getByText('Refund 3 orders: 2 done, 1 failed.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: `${orders[1]!.domain_unicode}: ` })
    .waitFor()
  await page.getByText('Show 2 done').click()
  await page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`^${orders[0]!.domain_unicode}$`) })
    .waitFor()
  expect((await Promise.all(orders.map(readOrder))).map(({ status }) => status)).toEqual(Array(3).fill('REFUNDED'))
  // The request that was too late.
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
})

it('refunds a part of the price, then the rest', { timeout: 90_000 }, async () => {
  const order = await sell(names[3]!)
  const { page, problems } = await visitAs(house, 'portal')
  await page.goto(`/portal/orders/${order.public_id}?environment=sandbox`)
  await page.getByRole('button', { name: 'Refund order' }).click()
  const amount = page.getByRole('dialog').getByLabel('Amount to refund (USD)')
  expect(Number(await amount.inputValue()) * 100).toBe(order.sale_price_cents)
  await amount.fill('10.50')
  await page.getByRole('dialog').getByRole('button', { name: 'Refund order' }).click()
  await page.getByText('Part of the price refunded.').waitFor()
  expect(await readOrder(order)).toMatchObject({ status: 'EXTERNALLY_PAID', refunded_cents: 1050 })
  await page.getByText('$10.50').first().waitFor()
  await page.getByRole('button', { name: 'Refund order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refund order' }).click()
  await page.getByText('Order refunded.').waitFor()
  expect(await readOrder(order)).toMatchObject({ status: 'REFUNDED', refunded_cents: order.sale_price_cents })
  expect(problems).toEqual([])
})

// operator.test.ts does the same in the console.
it.runIf(isWhole)('resends several deliveries, and sees where each went', { timeout: 90_000 }, async () => {
  const receiver = await startReceiver(respondWith(200))
  const sdk = house.service.sdk()
  await sdk.webhooks.register({ url: `${receiver.url}/bulk`, secret: 'a-secret-of-sixteen-or-more' })
  await sell(names[4]!)
  await sell(names[5]!)
  await expect.poll(() => receiver.accepted.size, { timeout: 20_000 }).toBe(2)
  const { page, problems } = await visitAs(house, 'portal')
  await page.goto('/portal/webhooks?environment=sandbox')
  const host = `${receiver.url}/bulk`.replace('http://', '')
  await expect.poll(() => page.getByRole('cell', { name: host, exact: true }).count()).toBe(2)
  // The endpoints above have no boxes.
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Resend 2 events' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Resend 2 events: 2 done.').waitFor()
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(4)
  expect(problems).toEqual([])
  await receiver.stop()
})

it('chooses a registrar by name, or enters its ID', { timeout: 60_000 }, async () => {
  const { page, problems } = await visitAs(house, 'portal')
  await page.goto('/portal/delivery?environment=sandbox')
  const field = page.getByRole('combobox', { name: 'Registrar' })
  await field.fill('namech')
  await page.getByRole('option', { name: 'Namecheap' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('Namecheap (1068)')
  await page.getByLabel('Account').fill('SHOP-7')
  await page.getByLabel('Contact email').fill('domains@example.com')
  await page.getByRole('button', { name: 'Save delivery target' }).click()
  await page.getByText('Delivery target saved.').waitFor()
  const target = () => house.service.sdk().get<{ delivery: { registrar_iana_id: number } }>(`${V1}/delivery`)
  expect((await target()).delivery.registrar_iana_id).toBe(1068)
  await field.fill('9998')
  await page.getByRole('option', { name: 'Registrar with IANA ID 9998' }).click()
  await page.getByRole('button', { name: 'Save delivery target' }).click()
  await expect.poll(async () => (await target()).delivery.registrar_iana_id).toBe(9998)
  expect(problems).toEqual([])
})

it('empties the sandbox after a confirmation', { timeout: 60_000 }, async () => {
  const { page, problems } = await visitAs(house, 'portal')
  await page.goto('/portal/sandbox?environment=sandbox')
  await page.getByRole('button', { name: 'Reset sandbox' }).click()
  expect(await focused(page)).toBe('Cancel')
  await page.getByRole('dialog').getByRole('button', { name: 'Reset sandbox' }).click()
  await page.getByText('Your sandbox is reset.').waitFor()
  expect(await house.service.sdk().get(`${V1}/orders`)).toMatchObject({ orders: [] })
  expect(problems).toEqual([])
})
