// A seller's story in a real browser: proves a domain, lists it, gets an offer, counters, is paid, and reads the statement. Then a
// refund of a second domain, and a lost dispute of a third; in the short form, only the response to a dispute. SCREENSHOTS=folder keeps
// pictures of the pages.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buyDomain as buyByForm } from '../../packages/server/test/guest.ts'
import { startInstalledNameServer } from '../../packages/server/test/installed-name-server.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { DISPUTED_CARD } from '../../packages/server/test/route-samples-disputes.ts'
import { isWhole } from '../whole.ts'
import { DESKTOP, PHONE, signIn, type Visit } from './browser.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'
import { fillCard } from './shop.ts'
import { arrive } from './visit-as.ts'

const names = await startInstalledNameServer()
const place = useOperatorPlace({ DNS_SERVERS: names.server, ISSUER_NAME: 'Market Ltd' })
beforeAll(() => place.service.house())
afterAll(() => names.close())

type Account = Awaited<ReturnType<typeof newAccount>>
type Person = Visit & { account: Account }

const HOLD_DAYS = 8
const PICTURES = process.env.SCREENSHOTS

/** The page as it is now, on both screens and in both color schemes. */
async function keepPictures(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  const before = page.viewportSize()
  for (const [screen, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme })
      // Colors change slowly.
      await page.waitForFunction(() => document.getAnimations().length === 0)
      await page.screenshot({ path: path.join(PICTURES, `${name}-${screen}-${colorScheme}.png`), fullPage: true })
    }
  await page.setViewportSize(before ?? DESKTOP)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function visitAs(account: Account, viewport = DESKTOP): Promise<Person> {
  const visit = await place.chrome.visit(place.service.baseUrl, { viewport })
  await signIn(visit.page, account)
  return { ...visit, account }
}

/** Presses a button that asks first, fills the dialog in, and says yes. */
async function act(page: Page, label: string, fill?: (dialog: Locator) => Promise<void>, confirm = label) {
  await page.getByRole('button', { name: label }).first().click()
  const dialog = page.getByRole('dialog')
  await fill?.(dialog)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const listDomain = (page: Page, domain: string, price: string): Promise<void> =>
  act(
    page,
    'List a domain',
    async (dialog) => {
      await dialog.getByLabel('Domain').fill(domain)
      await dialog.getByLabel('Price (USD)', { exact: true }).fill(price)
      await dialog.getByLabel('Let buyers make offers').check()
    },
    'List domain',
  )

/** Publishes the record that the page shows, and has it looked up. */
async function proveDomain(page: Page, domain: string): Promise<void> {
  const panel = page.locator('section', { has: page.getByRole('heading', { name: `Verify ${domain}` }) }).last()
  await panel.locator('code').nth(1).waitFor()
  const [name = '', value = ''] = await panel.locator('code').allTextContents()
  await names.publish(name, value)
  await page.getByRole('button', { name: `Check now: ${domain}` }).click()
  await page.getByText(`${domain} is listed.`).first().waitFor()
}

async function findOrder(domain: string): Promise<string> {
  const { json } = await place.service.operator('GET', `/orders?environment=live&domain=${domain}`)
  return json.orders[0].public_id
}

/** Buys at the price, with a card. The order. */
async function buyDomain({ page, account }: Person, domain: string, card: string): Promise<string> {
  await page.goto(`/domains/${domain}`)
  await page.getByRole('button', { name: /^Buy/ }).first().click()
  await fillCard(page, card, account.email)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.waitForURL('**/orders/**')
  return findOrder(domain)
}

async function deliver(page: Page, orderId: string): Promise<void> {
  await page.goto(`/console/orders/${orderId}`)
  await act(page, 'Start transfer', async (dialog) => {
    await dialog.getByLabel('Note (optional)').waitFor()
    const unchosen = dialog.getByLabel(/^Start although/)
    if ((await unchosen.count()) > 0) await unchosen.check()
  })
  await act(page, 'Confirm delivery')
  await page.getByText('Delivered').first().waitFor()
}

async function readPdf(page: Page, button: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).first().click()
  const data = new Uint8Array(await readFile(await (await downloading).path()))
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const { items } = await (await pdf.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

const EVIDENCE = 'The domain was delivered on the same day.'

async function submitEvidence(page: Page, domain: string): Promise<void> {
  await page.goto('/console/disputes')
  await keepPictures(page, 'console-disputes')
  await page.getByRole('link', { name: domain }).click()
  await page.getByText('Response needed').waitFor()
  await keepPictures(page, 'console-dispute-open')
  await act(page, 'Submit evidence', (dialog) => dialog.getByLabel('Why the payment is valid').fill(EVIDENCE))
  await page.getByText('Under review').first().waitFor()
  await page.getByText(EVIDENCE).waitFor()
  expect(await page.getByRole('button', { name: 'Submit evidence' }).count()).toBe(0)
}

const findRow = (page: Page, text: string): Locator => page.getByRole('row', { name: new RegExp(text) }).first()

/** Time passes. Pages that are open would go to the sign-in by themselves. */
async function passDays(days: number, ...people: Visit[]): Promise<void> {
  for (const { page } of people) {
    await page.goto('about:blank')
    await page.context().clearCookies()
  }
  place.service.clock.advance(days * 86_400)
  await place.service.background.runJobNow('sellers.follow_sales')
}

it(`goes from the proof of a domain to its payout${isWhole ? ', then through a refund and a lost dispute' : ''}`, async () => {
  const suffix = randomUUID().slice(0, 8)
  const [first, second, third] = ['proven', 'refunded', 'disputed'].map((word) => `${word}-${suffix}.com`) as [
    string,
    string,
    string,
  ]
  const seller = await visitAs(await newAccount(place.service))
  await seller.page.goto('/account/selling')
  await listDomain(seller.page, first, '1000')
  await seller.page.getByRole('button', { name: `Check now: ${first}` }).click()
  await seller.page.getByText('There is no TXT record with this name yet.').first().waitFor()
  await keepPictures(seller.page, 'selling-proof')
  await proveDomain(seller.page, first)

  // An offer without JavaScript, on a phone.
  const account = await newAccount(place.service)
  const plain = await place.chrome.visit(place.service.baseUrl, { javaScriptEnabled: false, viewport: PHONE })
  await plain.page.goto(`/domains/${first}`)
  await plain.page.getByRole('link', { name: 'Sign in to make an offer' }).waitFor()
  await signIn(plain.page, account)
  await plain.page.goto(`/domains/${first}`)
  await plain.page.getByLabel('Your offer (USD)').fill('1000')
  await plain.page.getByLabel('Message to the seller (optional)').fill('Hello, is this possible?')
  await plain.page.getByRole('button', { name: 'Make offer' }).click()
  await plain.page.getByText('Offer less than the price, 1000.00 USD').waitFor()
  expect(await plain.page.getByLabel('Message to the seller (optional)').inputValue()).toContain('Hello')
  await plain.page.getByLabel('Your offer (USD)').fill('600')
  await plain.page.getByRole('button', { name: 'Make offer' }).click()
  await plain.page.waitForURL('**/account/offers/off_*')

  await seller.page.goto('/account/selling/offers')
  await seller.page.getByRole('link', { name: first }).click()
  await seller.page.getByText('Hello, is this possible?').waitFor()
  await keepPictures(seller.page, 'selling-offer')
  await act(
    seller.page,
    'Counter',
    async (dialog) => {
      await dialog.getByLabel('Amount (USD)').fill('850')
      await dialog.getByLabel('Message (optional)').fill('For 850 it is yours.')
    },
    'Send counter-offer',
  )
  await seller.page.getByText('Waiting for the buyer').waitFor()

  const buyer = await visitAs(account, PHONE)
  await buyer.page.goto('/account/offers')
  await buyer.page.getByRole('link', { name: first }).click()
  await buyer.page.getByText('Waiting for you').waitFor()
  await keepPictures(buyer.page, 'offer-countered')
  await buyer.page.getByRole('button', { name: /^Accept / }).click()
  await buyer.page.getByRole('dialog').getByRole('button', { name: 'Accept offer' }).click()
  await buyer.page.getByText('Your offer is accepted').waitFor()
  await keepPictures(buyer.page, 'offer-accepted')
  await buyer.page.getByRole('link', { name: /^Pay / }).click()
  await fillCard(buyer.page, '4242 4242 4242 4242', account.email)
  await buyer.page.getByRole('button', { name: 'Pay $850.00' }).click()
  await buyer.page.waitForURL('**/orders/**')
  await buyer.page.getByText(`You bought ${first}`).waitFor()
  const orderId = await findOrder(first)
  await keepPictures(buyer.page, 'order-paid')

  // The operator delivers, and enters the seller's bank account.
  const operator = await visitAs({ ...OPERATOR, userId: account.userId })
  await deliver(operator.page, orderId)
  await keepPictures(operator.page, 'console-order-delivered')
  await operator.page.goto(`/console/sellers/${seller.account.userId}`)
  await act(
    operator.page,
    'Set bank account',
    (dialog) => dialog.getByLabel('Bank reference').fill('DE89 3704 0044 0532 0130 00'),
    'Save',
  )
  await seller.page.goto('/account/selling/money')
  await findRow(seller.page, first).getByText('Delivered').waitFor()

  // The hold ends, the seller asks for the money, and the operator sends it: 850 less the fee of 10%.
  await passDays(HOLD_DAYS, seller, operator, buyer)
  await signIn(seller.page, seller.account)
  await arrive(seller.page, '/account/selling/money')
  await keepPictures(seller.page, 'selling-money-payable')
  await act(seller.page, 'Request payout')
  await seller.page.getByText('Payouts requested: 1.').first().waitFor()
  await signIn(operator.page, OPERATOR)
  await operator.page.goto(`/console/sellers/${seller.account.userId}`)
  await act(operator.page, 'Mark as sent', (dialog) => dialog.getByLabel('Bank reference').fill('BANK-4711'))
  await findRow(operator.page, 'BANK-4711').getByText('Sent').waitFor()
  await keepPictures(operator.page, 'console-seller')
  await arrive(seller.page, '/account/selling/money')
  await findRow(seller.page, 'BANK-4711').getByText('$765.00').waitFor()
  const statement = await readPdf(seller.page, 'Download PDF')
  for (const text of ['Market Ltd', first, '765.00']) expect(statement).toContain(text)
  await keepPictures(seller.page, 'selling-money-paid')

  // A buyer of the marketplace's own domain disputes the payment. In the whole story, the buyer of the third domain does.
  if (!isWhole) await submitEvidence(operator.page, (await buyByForm(place.service, { card: DISPUTED_CARD })).domain)

  for (const { problems } of [seller, plain, buyer, operator]) expect(problems).toEqual([])
  expect((await place.service.operator('GET', '/ledger/check')).json.findings).toEqual([])
  // API tests check refunds and disputes of sellers' orders; in a browser, `npm run prove` does.
  if (!isWhole) return

  // A second domain is refunded before its delivery, a third is disputed after it.
  await seller.page.goto('/account/selling')
  for (const domain of [second, third]) {
    await listDomain(seller.page, domain, '400')
    await proveDomain(seller.page, domain)
  }
  await signIn(buyer.page, account)
  const refunded = await buyDomain(buyer, second, '4242 4242 4242 4242')
  const disputed = await buyDomain(buyer, third, '4000 0000 0000 0259')
  await operator.page.goto(`/console/orders/${refunded}`)
  await act(operator.page, 'Refund order')
  await operator.page.getByText('Refunded').first().waitFor()
  await operator.page.reload()
  expect(await readPdf(operator.page, 'Credit note')).toContain('400.00')
  await keepPictures(operator.page, 'console-order-refunded')
  await deliver(operator.page, disputed)
  await arrive(seller.page, '/account/selling/money')
  await findRow(seller.page, third).getByText('Payment disputed').waitFor()
  await submitEvidence(operator.page, third)
  await act(
    operator.page,
    'Close test dispute',
    async (dialog) => void (await dialog.getByLabel('Outcome').selectOption('lost')),
    'Close dispute',
  )
  await operator.page.getByText('Lost').first().waitFor()
  await keepPictures(operator.page, 'console-dispute-lost')
  await arrive(seller.page, '/account/selling/money')
  await findRow(seller.page, second).getByText('Canceled').waitFor()
  await findRow(seller.page, third).getByText('Taken back').waitFor()
  // Nothing is earned on either: 400 less the fee.
  expect(await seller.page.getByText('$360.00').count()).toBe(0)
  await keepPictures(seller.page, 'selling-money-taken-back')
  expect((await place.service.operator('GET', '/ledger/check')).json.findings).toEqual([])
  for (const { problems } of [seller, plain, buyer, operator]) expect(problems).toEqual([])
})
