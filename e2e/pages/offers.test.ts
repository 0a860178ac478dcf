// An offer in a real browser: made without JavaScript, countered by the seller, accepted and paid by the buyer, and one for the marketplace.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { giveDomains } from '../../packages/server/src/modules/domains/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { type Chrome, DESKTOP, openChrome, PHONE, signIn } from './browser.ts'
import { fillCard } from './shop.ts'

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
  await service.house()
})
afterAll(async () => {
  await chrome?.close()
  await service?.close()
})

type Options = Parameters<Chrome['visit']>[1]

/** Somebody with an account, signed in. */
async function newVisitor(options: Options = {}) {
  const account = await newAccount(service)
  const visit = await chrome.visit(service.baseUrl, options)
  await signIn(visit.page, account)
  return { ...visit, account }
}

it('is made on the page of the domain, countered, accepted and paid', async () => {
  const domain = `story-${randomUUID().slice(0, 8)}.com`
  const seller = await newVisitor({ viewport: DESKTOP })
  await service.db.tx((tx) =>
    giveDomains(tx, { accountId: seller.account.userId, email: null }, [domain], service.clock.now()),
  )
  await seller.page.goto('/account/selling')
  await seller.page.getByRole('button', { name: 'List a domain' }).click()
  const dialog = seller.page.getByRole('dialog')
  await dialog.getByLabel('Domain').fill(domain)
  await dialog.getByLabel('Price (USD)', { exact: true }).fill('1000')
  await dialog.getByLabel('Let buyers make offers').check()
  await dialog.getByRole('button', { name: 'List domain' }).click()
  await seller.page.getByText(`${domain} is listed.`).first().waitFor()

  const stranger = await chrome.visit(service.baseUrl, { javaScriptEnabled: false })
  await stranger.page.goto(`/domains/${domain}`)
  await stranger.page.getByRole('link', { name: 'Sign in to make an offer' }).waitFor()

  const buyer = await newVisitor({ javaScriptEnabled: false, viewport: PHONE })
  await buyer.page.goto(`/domains/${domain}`)
  await buyer.page.getByLabel('Your offer (USD)').fill('1000')
  await buyer.page.getByLabel('Message to the seller (optional)').fill('Hello, is this possible?')
  await buyer.page.getByRole('button', { name: 'Make offer' }).click()
  await buyer.page.getByText('Offer less than the price, 1000.00 USD').waitFor()
  expect(await buyer.page.getByLabel('Message to the seller (optional)').inputValue()).toContain('Hello')
  await buyer.page.getByLabel('Your offer (USD)').fill('600')
  await buyer.page.getByRole('button', { name: 'Make offer' }).click()
  await buyer.page.waitForURL('**/account/offers/off_*')

  await seller.page.goto('/account/selling/offers')
  await seller.page.getByRole('link', { name: domain }).click()
  await seller.page.getByText('Hello, is this possible?').waitFor()
  await seller.page.getByRole('button', { name: 'Counter' }).click()
  await dialog.getByLabel('Amount (USD)').fill('850')
  await dialog.getByRole('button', { name: 'Send counter-offer' }).click()
  await seller.page.getByText('Waiting for the buyer').waitFor()

  // The account needs JavaScript.
  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await page.context().addCookies(await buyer.page.context().cookies())
  await page.goto('/account/offers')
  await page.getByRole('link', { name: domain }).click()
  await page.getByText('Waiting for you').waitFor()
  await page.getByRole('button', { name: /^Accept / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Accept offer' }).click()
  await page.getByText('Your offer is accepted').waitFor()
  await page.getByRole('link', { name: /^Pay / }).click()
  await fillCard(page, '4242 4242 4242 4242', buyer.account.email)
  await page.getByRole('button', { name: 'Pay $850.00' }).click()
  await page.waitForURL('**/orders/**')
  await page.getByText(`You bought ${domain}`).waitFor()

  await seller.page.reload()
  await seller.page.getByText('Sold').first().waitFor()
  await seller.page.goto('/account/selling/money')
  await seller.page.getByText(domain).first().waitFor()
  for (const visit of [{ problems }, seller, buyer, stranger]) expect(visit.problems).toEqual([])
})

it('for a domain of the marketplace is answered in the console', async () => {
  const { domain } = await service.list('live', `console-${randomUUID().slice(0, 8)}.com`, { accepts_offers: true })
  const buyer = await newVisitor()
  await buyer.page.goto(`/domains/${domain}`)
  await buyer.page.getByLabel('Your offer (USD)').fill('700')
  await buyer.page.getByRole('button', { name: 'Make offer' }).click()
  await buyer.page.getByText('The seller has your offer').waitFor()
  const operator = await newAccount(service)
  await service.db.run(sql`update users set operator_role = 'support' where id = ${operator.userId}`)
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, operator)
  await page.goto('/console/offers?seller=marketplace')
  await page.getByRole('link', { name: domain }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('dialog').getByLabel('Message (optional)').fill('Sorry, that is too low.')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline offer' }).click()
  await page.getByText('Offer declined.').first().waitFor()
  await buyer.page.reload()
  await buyer.page.getByText('Sorry, that is too low.').waitFor()
  expect([...problems, ...buyer.problems]).toEqual([])
})
