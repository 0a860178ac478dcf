// An operator at work in a real browser, on a service whose clock the test moves.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { PHONE, signIn } from './browser.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'

const V1 = '/api/partner/v1'
const place = useOperatorPlace({ ISSUER_NAME: 'Market Ltd', ISSUER_ADDRESS: '1 High Street | London EC1' })

/** Presses a button that asks first, and says yes. */
async function act(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

it('takes an order from held to delivered, and runs the settlement', async () => {
  const partner = await place.service.partner()
  const { domain } = await place.service.list('sandbox', 'held.test')
  const quote = await place.service.signed(partner, 'POST', `${V1}/quotes`, { domain })
  const body = { quote_id: quote.json.quote_id, external_payment_ref: 'cart-1' }
  const order = await place.service.signed(partner, 'POST', `${V1}/orders`, body, {
    headers: { 'idempotency-key': randomUUID() },
  })
  const path = `${V1}/orders/${order.json.public_id}`

  const { page, problems } = await place.chrome.visit(place.service.baseUrl, { viewport: PHONE })
  await signIn(page, OPERATOR)
  await page.goto(`/console/orders/${order.json.public_id}`)
  await page.getByText('On hold for review').first().waitFor()
  await act(page, 'Clear order')
  await act(page, 'Start transfer')
  await act(page, 'Confirm delivery')
  await page.getByText('Delivered').first().waitFor()
  expect((await place.service.signed(partner, 'GET', path)).json).toMatchObject({ status: 'TRANSFER_COMPLETED' })

  // The month ends, and with it the session. A page that is open would go to the sign-in itself.
  await page.goto('about:blank')
  place.service.clock.advance(40 * 86_400)
  await signIn(page, OPERATOR)
  await page.goto('/console/statements')
  await page.getByRole('button', { name: 'Preview periods' }).click()
  await page.getByText('The run closes 1 statement.').waitFor()
  await page.getByRole('button', { name: 'Close periods' }).click()
  await page.getByText('Closed 1 statement with 1 order.').waitFor()
  expect((await place.service.signed(partner, 'GET', path)).json).toMatchObject({ status: 'SETTLED' })
  await page.goto('/console/ledger')
  await page.getByRole('button', { name: 'Run check' }).waitFor()
  expect(problems).toEqual([])
})
