// A buyer without an account, in a real browser: pays, reads the receipt, claims, and sees the domain. With and without JavaScript.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { freshEmail } from '../../packages/server/test/guest.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { findLink } from '../../packages/server/test/mailbox.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { isWhole } from '../whole.ts'
import { type Chrome, DESKTOP, openChrome, PHONE, signIn } from './browser.ts'
import { fillCard } from './shop.ts'

const GOOD = '4242 4242 4242 4242'

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

let serial = 0

/** Buys a fresh domain as a guest; the page is then the order's. */
async function buy(options: Parameters<Chrome['visit']>[1]) {
  const { domain } = await service.list('live', `claimed-${process.pid}-${serial++}.com`)
  const email = freshEmail()
  const visit = await chrome.visit(service.baseUrl, options)
  const { page } = visit
  await page.goto(`/domains/${domain}`)
  await page.getByRole('button', { name: 'Buy domain' }).click()
  await fillCard(page, GOOD, email)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.waitForURL('**/orders/**')
  return { ...visit, domain, email }
}

async function deliver(domain: string): Promise<void> {
  const { json } = await service.operator('GET', `/orders?domain=${domain}`)
  for (const action of ['start_transfer', 'complete_transfer'])
    await service.operator(
      'POST',
      `/orders/${json.orders[0].public_id}/${action}`,
      action === 'start_transfer' ? { without_choice: true } : {},
    )
}

describe.each([
  ['with JavaScript, on a desktop', { javaScriptEnabled: true, viewport: DESKTOP }],
  ['without JavaScript, on a phone', { javaScriptEnabled: false, viewport: PHONE }],
])('a guest (%s)', (_, options) => {
  // Either way is gone by one of the tests, and by both in `npm run prove`.
  it.runIf(isWhole || options.javaScriptEnabled)(
    'pays, sees a proof of purchase, claims from the mail, signs up, and sees the domain',
    async () => {
      const { page, problems, domain, email } = await buy(options)
      await page.getByText(`You bought ${domain}`).waitFor()
      await page.getByText('Order number').waitFor()
      await page.getByText('$1,000.00').waitFor()
      await deliver(domain)
      await page.reload()
      await page.getByText('The domain has been delivered.').first().waitFor()
      await page.goto(await findLink(service, email, '/claim/'))
      await page.getByRole('heading', { name: domain }).waitFor()
      await page.getByLabel('Choose a password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Create account and claim' }).click()
      await page.waitForURL('**/account/orders/ord_*')
      expect(problems).toEqual([])
      // The account needs JavaScript.
      const { page: account } = await chrome.visit(service.baseUrl)
      await account.context().addCookies(await page.context().cookies())
      await account.goto('/account')
      await account.getByText(domain).waitFor()
      await account.goto('/account/orders')
      await account.getByRole('link', { name: domain }).waitFor()
    },
  )

  it.runIf(isWhole || !options.javaScriptEnabled)(
    'sends the claim link again, and adds the purchase to an account with another address',
    async () => {
      const { page, problems, domain, email } = await buy(options)
      const old = await findLink(service, email, '/claim/')
      await page.getByRole('button', { name: 'Send claim link again' }).click()
      await page.getByText('Claim link sent').waitFor()
      await page.goto(old)
      await page.getByRole('heading', { name: 'This claim link does not work' }).waitFor()
      await page.getByRole('link', { name: 'Open order page' }).click()
      await page.getByRole('heading', { name: domain }).waitFor()
      await page.goto(await findLink(service, email, '/claim/'))
      await page.getByRole('link', { name: 'Sign in' }).click()
      const account = await newAccount(service)
      await page.getByLabel('Email').fill(account.email)
      await page.getByLabel('Password').fill(account.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Add to my account' }).click()
      await page.waitForURL('**/account/orders/ord_*')
      expect(problems).toEqual([])
    },
  )
})

it('an operator sees unclaimed purchases and sends the claim link again', async () => {
  const { domain, email } = await buy({})
  const operator = await newAccount(service)
  await service.db.run(sql`update users set operator_role = 'admin' where id = ${operator.userId}`)
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, operator)
  await page.goto('/console/unclaimed')
  const row = page.getByRole('row', { name: domain })
  await row.getByText(email).waitFor()
  await row.getByRole('button', { name: `Send claim link: ${domain}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send claim link' }).click()
  await page.getByText(`Claim link sent to ${email}.`).waitFor()
  await row.getByRole('link', { name: domain }).click()
  await page.getByText('Not claimed; claim link sent').waitFor()
  expect(problems).toEqual([])
})
