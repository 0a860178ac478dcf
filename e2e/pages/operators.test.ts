// Operators invite each other, in a real browser: with a role, by mail, and with nothing on the screen that the role forbids.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { readMailedSecret } from '../../packages/server/test/operators.ts'
import { type Chrome, openChrome, PHONE, signIn } from './browser.ts'

const ADMIN = { email: 'olive@market.example', password: 'a long enough password' }
const INVITED = { email: 'sam@market.example', password: 'another long password' }

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
  const passwordHash = await hashPassword(ADMIN.password)
  const admin = { email: ADMIN.email, passwordHash, operatorRole: 'admin', isConfirmed: true } as const
  await service.db.tx((tx) => createUser(tx, admin, service.clock.now()))
})
afterAll(async () => {
  await chrome?.close()
  await service?.close()
})

const button = (page: Page, name: string) => page.getByRole('button', { name })
const confirm = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

it('invites an operator, who accepts and sees only what the role allows, until removed', async () => {
  const admin = await chrome.visit(service.baseUrl)
  await signIn(admin.page, ADMIN)
  await admin.page.goto('/console/operators')
  await button(admin.page, 'Invite operator').click()
  await admin.page.getByLabel('Email address').fill(INVITED.email)
  await admin.page.getByRole('dialog').getByLabel('Role').selectOption('support')
  await confirm(admin.page, 'Send invitation')
  await admin.page.getByRole('table', { name: 'Open invitations' }).getByText(INVITED.email).waitFor()

  // The link of the mail, on a phone without JavaScript.
  const secret = await readMailedSecret(service, INVITED.email, 'operator_invitation')
  const guest = await chrome.visit(service.baseUrl, { viewport: PHONE, javaScriptEnabled: false })
  await guest.page.goto(`/operator-invitations/${secret}`)
  await guest.page.getByLabel('Password').fill(INVITED.password)
  await button(guest.page, 'Create account and accept').click()
  await guest.page.waitForURL(/\/console/)

  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, INVITED)
  await page.goto('/console/operators')
  await page.getByRole('table', { name: 'Operators' }).getByText(INVITED.email).waitFor()
  expect(await button(page, 'Invite operator').count()).toBe(0)
  expect(await button(page, 'Remove operator').count()).toBe(0)
  await page.goto('/console/listings')
  await button(page, 'Add listing').waitFor()
  await page.goto('/console/payouts')
  await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor()
  expect(await button(page, 'Create payout').count()).toBe(0)
  await page.goto('/console/partners')
  await page.getByRole('heading', { name: 'Partners', level: 1 }).waitFor()
  expect(await button(page, 'Add partner').count()).toBe(0)

  // Removed while signed in: the next page is the sign-in form.
  await admin.page.goto('/console/operators')
  await button(admin.page, `Remove operator: ${INVITED.email}`).click()
  await confirm(admin.page, 'Remove operator')
  await page.goto('/console/orders')
  await page.waitForURL('**/sign-in**')
  expect([admin.problems, guest.problems, problems]).toEqual([[], [], []])
})

it('creates a token that is shown once, and revokes it', async () => {
  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await signIn(page, ADMIN)
  await page.goto('/console/tokens')
  await button(page, 'Create token').click()
  await page.getByLabel('Name').fill('nightly report')
  await page.getByRole('dialog').getByRole('button', { name: 'Create token', exact: true }).click()
  await page.getByText('Copy the token now').waitFor()
  const token = await page.getByText(/^op_[0-9a-f]{64}$/).textContent()
  await button(page, 'I copied the token').click()
  const read = () =>
    fetch(`${service.baseUrl}/api/operator/v1/queue`, { headers: { authorization: `Bearer ${token}` } })
  expect((await read()).status).toBe(200)
  await page.goto('/console/tokens')
  await page.getByText('nightly report').first().waitFor()
  expect(await page.getByText(token!).count()).toBe(0)
  await button(page, 'Revoke token: nightly report').click()
  await confirm(page, 'Revoke token')
  await expect.poll(async () => (await read()).status).toBe(401)
  expect(problems).toEqual([])
})
