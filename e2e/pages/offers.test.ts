// An offer for a domain of the marketplace in a real browser. seller-story.test.ts has one for a seller's domain.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { type Chrome, openChrome, signIn } from './browser.ts'

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

/** Somebody with an account, signed in. */
async function newVisitor() {
  const account = await newAccount(service)
  const visit = await chrome.visit(service.baseUrl)
  await signIn(visit.page, account)
  return { ...visit, account }
}

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
