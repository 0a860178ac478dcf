// An operator at work in a real browser, on a service whose clock the test moves.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { type Chrome, openChrome, PHONE, signIn } from './browser.ts'

const V1 = '/api/partner/v1'
const OPERATOR = { email: 'olive@market.example', password: 'a long enough password' }

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
  const passwordHash = await hashPassword(OPERATOR.password)
  await service.db.tx((tx) =>
    createUser(
      tx,
      { email: OPERATOR.email, passwordHash, operatorRole: 'admin', isConfirmed: true },
      service.clock.now(),
    ),
  )
})
afterAll(async () => {
  await chrome?.close()
  await service?.close()
})

/** Presses a button that asks first, and says yes. */
async function act(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: label, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

it('takes an order from held to delivered, and runs the settlement', async () => {
  const partner = await service.partner()
  const { domain } = await service.list('sandbox', 'held.test')
  const quote = await service.signed(partner, 'POST', `${V1}/quotes`, { domain })
  const body = { quote_id: quote.json.quote_id, external_payment_ref: 'cart-1' }
  const order = await service.signed(partner, 'POST', `${V1}/orders`, body, {
    headers: { 'idempotency-key': randomUUID() },
  })
  const path = `${V1}/orders/${order.json.public_id}`

  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await signIn(page, OPERATOR)
  await page.goto(`/console/orders/${order.json.public_id}`)
  await page.getByText('On hold for review').first().waitFor()
  await act(page, 'Clear order')
  await act(page, 'Start transfer')
  await act(page, 'Confirm delivery')
  await page.getByText('Delivered').first().waitFor()
  expect((await service.signed(partner, 'GET', path)).json).toMatchObject({ status: 'TRANSFER_COMPLETED' })

  // The month ends, and with it the session.
  service.clock.advance(40 * 86_400)
  await signIn(page, OPERATOR)
  await page.goto('/console/statements')
  await page.getByRole('button', { name: 'Close periods' }).click()
  await page.getByText('Closed 1 statement with 1 order.').waitFor()
  expect((await service.signed(partner, 'GET', path)).json).toMatchObject({ status: 'SETTLED' })
  await page.goto('/console/ledger')
  await page.getByRole('button', { name: 'Run check' }).waitFor()
  expect(problems).toEqual([])
})
