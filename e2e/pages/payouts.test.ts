// Payouts in a real browser. Through Stripe: the seller sets up the account, returns, asks for the payout, and an operator follows it. By
// bank: the operator reads why it should not be sent, and records that it was sent and came back.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { closeFile } from '../../packages/server/test/closing.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newOperator } from '../../packages/server/test/operators.ts'
import { createSelling } from '../../packages/server/test/selling.ts'
import { startStripeDouble } from '../../packages/server/test/stripe-double.ts'
import { type Chrome, DESKTOP, openChrome, PHONE, signIn } from './browser.ts'

let double: Awaited<ReturnType<typeof startStripeDouble>>
let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome
beforeAll(async () => {
  double = await startStripeDouble()
  ;[service, chrome] = await Promise.all([startListeningService({ ...double.env, ...double.connectEnv }), openChrome()])
  await service.house()
})
afterAll(async () => {
  await chrome?.close()
  await closeFile()
})

it('is set up by the seller at Stripe, requested, refused, retried by an operator and sent', async () => {
  const selling = createSelling(service)
  const partner = await service.partner({ environment: 'live', commissionBps: 2000 })
  const seller = await selling.newSeller()
  await selling.deliver(await selling.sell(partner, await selling.list(seller)))
  await selling.endHolds()

  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await signIn(page, seller)
  await page.goto('/account/selling/money')
  await page.getByText('There is no payout account yet, so you are not paid.').waitFor()
  // Stripe's pages are not here.
  await page.route('https://connect.stripe.test/**', (route) => route.fulfill({ body: 'Stripe' }))
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Country of your bank account').selectOption('DE')
  await dialog.getByRole('button', { name: 'Go to Stripe' }).click()
  await page.waitForURL('https://connect.stripe.test/**')
  for (const id of double.connect.accounts.keys()) double.connect.complete(id)
  await page.goto('/account/selling/money?payouts=returned')
  await page.getByText('Payouts are sent to your Stripe account').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByText('Stripe …6789').first().waitFor()
  await page.getByRole('button', { name: 'Request payout' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Request payout' }).click()
  // The balance says "Being sent", too, also before there is a payout.
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Payouts' }).getByText('Being sent').waitFor()
  const [ref] = [...double.connect.accounts.keys()]
  double.connect.restrict(ref!)
  await selling.run('send_payouts')

  const operator = await newOperator(service, 'finance')
  const desk = await chrome.visit(service.baseUrl, { viewport: DESKTOP })
  await signIn(desk.page, operator)
  await desk.page.goto(`/console/sellers/${seller.userId}`)
  await desk.page.getByText('Refused by Stripe').waitFor()
  expect(await desk.page.getByRole('button', { name: /^Mark as sent/ }).count()).toBe(0)
  expect(await desk.page.getByRole('button', { name: /^Mark as failed/ }).count()).toBe(1)
  double.connect.complete(ref!)
  await desk.page.getByRole('button', { name: 'Retry' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Retry payout' }).click()
  await desk.page.getByText('Waiting for Stripe').waitFor()
  await selling.run('send_payouts')
  await desk.page.reload()
  await desk.page.getByText('Sent by Stripe').waitFor()
  await page.reload()
  await page.getByText(double.connect.transfers[0]!.id).waitFor()
  expect([...problems, ...desk.problems]).toEqual([])
})

it('by bank says why it should not be sent, and comes back from the bank', async () => {
  const selling = createSelling(service)
  const partner = await service.partner({ environment: 'live' })
  const seller = await selling.newSeller()
  const sold: string[] = []
  for (let n = 0; n < 2; n++) {
    sold.push(await selling.sell(partner, await selling.list(seller)))
    await selling.deliver(sold[n]!)
  }
  await selling.endHolds()
  await selling.setBank(seller)
  await service.operator('POST', `/sellers/${seller.userId}/payouts`, {})
  const operator = await newOperator(service, 'finance')
  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: DESKTOP })
  await signIn(page, operator)
  const open = () => page.goto(`/console/sellers/${seller.userId}`)
  const answer = async (name: string, label: string, text: string) => {
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    const dialog = page.getByRole('dialog')
    const amount = await page.getByRole('table', { name: 'Payouts' }).locator('.numeric').first().textContent()
    await dialog.locator('.facts__row', { hasText: 'Amount' }).getByText(amount!).waitFor()
    await dialog.locator('.facts__row', { hasText: 'Recipient' }).getByText(seller.email).waitFor()
    await dialog.getByLabel(label).fill(text)
    await dialog.getByRole('button', { name }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await service.db.run(sql`update orders set dispute_open = true where id = ${sold[0]!}`)
  await open()
  await page.getByText('Wait for the end of the dispute').waitFor()
  await service.db.run(sql`update orders set dispute_open = false where id = ${sold[0]!}`)
  await open()
  await answer('Mark as sent', 'Bank reference', 'SEPA 4711')
  await answer('Mark as returned', 'Reason, for the seller', 'The account is closed')
  await page.getByText('Returned by the bank').waitFor()
  await page.getByRole('cell', { name: 'The account is closed' }).waitFor()

  const own = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await signIn(own.page, seller)
  await own.page.goto('/account/selling/money')
  await own.page.getByText('The account is closed').waitFor()
  expect([...problems, ...own.problems]).toEqual([])
})
