// A partner's team in a real browser: an owner invites a colleague, who joins by the link in the message.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readInvitationPath } from '../../packages/server/test/invitations.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { newAccount } from '../../packages/server/test/oauth.ts'
import { join, newPerson } from '../../packages/server/test/person.ts'
import { isWhole } from '../whole.ts'
import { type Chrome, openChrome, PHONE, signIn } from './browser.ts'

const PASSWORD = 'a long enough password'

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
})
afterAll(async () => {
  await chrome?.close()
  await service?.close()
})

/** Set `SCREENSHOTS=folder` to look at the pages. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
    const before = page.viewportSize()
    await page.setViewportSize(viewport)
    await page.screenshot({ path: `${folder}/${name}-${viewport.width}.png`, fullPage: true })
    if (before) await page.setViewportSize(before)
  }
}

/** Presses a button that asks first, fills in its fields, and confirms. */
async function act(page: Page, label: string, confirm: string, fill?: (page: Page) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: label }).first().click()
  await fill?.(page)
  await page.getByRole('dialog').getByRole('button', { name: confirm, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

async function newOwner(name: string) {
  const owner = await newPerson(service)
  const { json } = await owner.call('POST', '/partners', { name })
  return { owner, partnerId: json.partner.partner_id as string }
}

it('lets a colleague who is invited sign up through the link and see the portal as a member', async () => {
  const { owner } = await newOwner('Corner Shop')
  const email = 'colleague@corner.example'
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, owner)
  await page.goto('/portal/team')
  await act(page, 'Invite team member', 'Send invitation', async () => {
    await page.getByRole('dialog').getByLabel('Email address').fill(email)
    await look(page, 'team-invite')
  })
  await page.getByRole('cell', { name: email, exact: true }).waitFor()
  await look(page, 'team')

  const path = await readInvitationPath(service, email)
  const colleague = await chrome.visit(service.baseUrl, { viewport: PHONE, javaScriptEnabled: false })
  await colleague.page.goto(path)
  await colleague.page.getByRole('heading', { name: 'Join Corner Shop' }).waitFor()
  await look(colleague.page, 'invitation')
  await colleague.page.getByLabel('Password').fill('password1234')
  await colleague.page.getByRole('button', { name: 'Create account and join' }).click()
  await colleague.page.getByText('This password is too easy to guess.').waitFor()
  await look(colleague.page, 'invitation-refused')
  await colleague.page.getByLabel('Password').fill(PASSWORD)
  await colleague.page.getByRole('button', { name: 'Create account and join' }).click()
  await colleague.page.waitForURL(/\/portal/)

  const arrived = await chrome.visit(service.baseUrl)
  await signIn(arrived.page, { email, password: PASSWORD })
  await arrived.page.goto('/portal/team')
  await arrived.page.getByText('Your access is read-only.').waitFor()
  await arrived.page.getByRole('cell', { name: owner.email, exact: true }).waitFor()
  expect(await arrived.page.getByRole('button', { name: 'Invite team member' }).count()).toBe(0)
  await look(arrived.page, 'team-member')
  await arrived.page.goto(path)
  await arrived.page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor()
  await look(arrived.page, 'invitation-invalid')

  await page.reload()
  await act(page, `Change role: ${email}`, 'Change role', async () => {
    await page.getByRole('dialog').getByLabel('Role').selectOption('owner')
  })
  await page.getByText(`Role of ${email} changed.`).waitFor()
  await arrived.page.goto('/portal/team')
  await act(arrived.page, 'Leave team', 'Leave team')
  await arrived.page.getByRole('heading', { name: 'Create your partner account' }).waitFor()
  expect([...problems, ...colleague.problems, ...arrived.problems]).toEqual([])
})

// accept.api.test.ts checks who may join with the link.
it.runIf(isWhole)('offers to switch accounts, and joins with one button as the invited person', async () => {
  const { owner, partnerId } = await newOwner('Second Shop')
  const invited = await newAccount(service)
  await owner.call('POST', '/members', { email: invited.email, role: 'owner' })
  const path = await readInvitationPath(service, invited.email)
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, owner)
  await page.goto(path)
  await look(page, 'invitation-other')
  await page.getByRole('button', { name: 'Sign out and continue' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(invited.email)
  await page.getByLabel('Password').fill(invited.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText(`You are signed in as ${invited.email}.`).waitFor()
  await look(page, 'invitation-join')
  await page.getByRole('button', { name: 'Join team' }).click()
  await page.waitForURL(/\/portal/)
  await page.getByText('Second Shop').first().waitFor()
  const members = (await owner.call('GET', '/members', undefined, { 'x-partner-id': partnerId })).json.members
  expect(members).toHaveLength(2)
  expect(problems).toEqual([])
})

it('asks a person on several teams which partner to work for, and remembers it', async () => {
  const { owner, partnerId } = await newOwner('First Shop')
  const other = await service.partner({ name: 'Third Shop' })
  await join(service, other.partnerId, owner.userId, 'member')
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, owner)
  await page.goto('/portal/team')
  await page.getByRole('heading', { name: 'Choose a partner' }).waitFor()
  await look(page, 'choose-partner')
  await page.getByRole('button', { name: 'Third Shop' }).click()
  await page.getByText('Your access is read-only.').waitFor()
  await page.reload()
  await page.getByText('Your access is read-only.').waitFor()
  await page.getByLabel('Partner', { exact: true }).selectOption(partnerId)
  await page.getByText('Your access is read-only.').waitFor({ state: 'hidden' })
  await look(page, 'portal-switch')
  await page.goto(`/portal/team?partner=${other.partnerId}`)
  await page.getByText('Your access is read-only.').waitFor()
  expect(problems).toEqual([])
})
