// The tools of a partner's person in a real browser: the palette, pages that do not exist, charts and keys, and resending a delivery.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { respondWith, startReceiver } from '../../packages/server/test/receiver.ts'
import { cleanUp } from '../process.ts'
import { usedPlace } from '../used-service.ts'
import { type House, openHouse } from './browser.ts'
import { listShifts, watchShift } from './layout-shift.ts'
import { namesForSale } from './shop.ts'
import { arrive, visitAs } from './visit-as.ts'

let house: House

beforeAll(async () => {
  house = await openHouse(usedPlace())
})
afterAll(async () => {
  await house?.close()
  await cleanUp()
})

describe('a partner', () => {
  it('finds pages from the keyboard, does not move while it loads, and names what does not exist', async () => {
    const { page, problems } = await visitAs(house, 'portal')
    await watchShift(page)
    for (const path of ['/portal', '/portal/orders', '/portal/money/transactions']) {
      await arrive(page, path)
      expect([path, await listShifts(page)]).toEqual([path, []])
    }
    await page.keyboard.press('Control+k')
    await page.keyboard.type('team')
    await page.getByRole('option', { name: 'Team and access' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/portal\/team/)
    expect((await page.goto('/portal/no-such-page'))?.status()).toBe(404)
    await page.goto('/portal/orders/ord_00000000000000000000000000')
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    expect(problems).toEqual([])
  })

  it('reads a chart day by day with the arrow keys, and names a key', async () => {
    const sdk = house.service.sdk()
    const [domain = ''] = await namesForSale(house.service, 'coffee')
    const { quote_id } = await sdk.quotes.create({ domain })
    await sdk.orders.record({ quote_id, external_payment_ref: 'cart-1' })
    const { page, problems } = await visitAs(house, 'portal')
    await page.goto('/portal?environment=sandbox')
    const slider = page.getByRole('slider', { name: 'Sales and commission in USD, day by day' })
    await slider.focus()
    const lastDay = await slider.getAttribute('aria-valuetext')
    expect(lastDay).toMatch(/^\w{3} \d+: Sales \$[\d,.]+, Commission \$[\d,.]+$/)
    await page.keyboard.press('ArrowLeft')
    const dayBefore = await slider.getAttribute('aria-valuetext')
    expect(dayBefore).not.toBe(lastDay)
    expect(await page.locator('.chart__tooltip').first().textContent()).toContain(dayBefore!.split(':')[0])

    const { key_id: keyId } = house.service.credentials().partner
    await page.goto('/portal/keys?environment=sandbox')
    await page.getByRole('button', { name: `Rename key: ${keyId}` }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Shop server')
    await page.getByRole('dialog').getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('row').filter({ hasText: keyId }).getByText('Shop server').waitFor()
    expect(problems).toEqual([])
  })

  it('adds a second endpoint, reads why a delivery failed, and resends it by keyboard', async () => {
    const { page, problems } = await visitAs(house, 'portal')
    const receiver = await startReceiver((_, response) => void response.writeHead(500).end('No room for <b>events</b>'))
    const sdk = house.service.sdk()
    await sdk.webhooks.register({ url: `${receiver.url}/default`, secret: 'a-secret-of-sixteen-or-more' })
    await page.goto('/portal/webhooks?environment=sandbox')
    await page.getByRole('button', { name: 'Add endpoint' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add endpoint' })
    await dialog.getByLabel('Endpoint URL').fill(`${receiver.url}/second`)
    await dialog.getByRole('button', { name: 'Generate secret' }).click()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await page.getByRole('link', { name: `${receiver.url}/second` }).click()
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/second` }).waitFor()
    await page.getByRole('button', { name: 'Send test event' }).click()
    await page.getByRole('link', { name: 'webhook.test' }).click()
    // The whole body is text, and none of it is a tag.
    await page.locator('summary', { hasText: 'response body of attempt 1' }).first().click()
    await page.getByText('No room for <b>events</b>').waitFor()
    await page.getByRole('heading', { name: 'Retry schedule' }).waitFor()
    receiver.behave(respondWith(200))
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('heading', { level: 1 }).click()
    for (let presses = 0; presses < 60 && (await focused()) !== 'Resend event'; presses++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(/^Delivered: status code 200/).waitFor()
    expect(await focused()).toBe('Resend event')
    await page.getByRole('heading', { name: 'Retry schedule' }).waitFor({ state: 'detached' })
    expect((await sdk.webhooks.endpoints.list()).endpoints).toHaveLength(2)
    expect(receiver.accepted.size).toBe(1)
    expect(problems).toEqual([])
    await receiver.stop()
  })
})
