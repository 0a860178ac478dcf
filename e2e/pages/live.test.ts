// Open pages of console and portal follow what others do.
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { disputeOrder } from '../../packages/server/test/disputed-order.ts'
import { buyDomain } from '../../packages/server/test/guest.ts'
import { startTestService, type TestService } from '../../packages/server/test/harness.ts'
import { join } from '../../packages/server/test/person.ts'
import { createSales } from '../../packages/server/test/sales.ts'
import { signIn } from './browser.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'

const place = useOperatorPlace()

/** Closes the service and starts another one at the same URL, as a deployment does. */
async function replaceService(): Promise<TestService> {
  await place.service.app.close()
  const next = await startTestService({ BASE_URL: place.service.baseUrl }, { on: place.service })
  await next.app.listen({ host: '127.0.0.1', port: Number(new URL(place.service.baseUrl).port) })
  return next
}

it('shows a new dispute above the open list of disputes', async () => {
  const dispute = async (): Promise<string> => {
    const { orderId, domain } = await buyDomain(place.service)
    await disputeOrder(place.service, orderId)
    return domain
  }
  const known = await dispute()
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
  await signIn(page, OPERATOR)
  const opened = page.waitForResponse((response) => response.url().includes('/changes'))
  await page.goto('/console/disputes')
  await page.getByRole('link', { name: known }).waitFor()
  await opened
  const added = await dispute()
  const notice = page.getByRole('status').getByText('1 new dispute')
  await notice.waitFor()
  await notice.getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: added }).waitFor()
  expect(problems).toEqual([])
})

it('shows new orders in open pages of console and portal, without moving rows, across a restart', async () => {
  const sales = createSales(place.service)
  const partner = await place.service.partner()
  const passwordHash = await hashPassword(OPERATOR.password)
  const member = { ...OPERATOR, email: 'pia@shop.example' }
  const { id } = await place.service.db.tx((tx) =>
    createUser(
      tx,
      { email: member.email, passwordHash, operatorRole: null, isConfirmed: true },
      place.service.clock.now(),
    ),
  )
  await join(place.service, partner.partnerId, id)
  const known = await sales.sell(partner)

  const [console, portal] = [
    await place.chrome.visit(place.service.baseUrl),
    await place.chrome.visit(place.service.baseUrl),
  ]
  await signIn(console.page, OPERATOR)
  await signIn(portal.page, member)
  const places = [
    { page: console.page, path: '/console/orders?environment=sandbox' },
    { page: portal.page, path: '/portal/orders?environment=sandbox' },
  ]
  for (const { page, path } of places) {
    const opened = page.waitForResponse((response) => response.url().includes('/changes'))
    await page.goto(path)
    await page.locator(`a[href*="${known}"]`).first().waitFor()
    await opened
  }
  const listRows = (page: Page) =>
    page.locator('tbody a.name').evaluateAll((links) => links.map((link) => link.getAttribute('href')))

  const added = await sales.sell(partner)
  for (const { page } of places) {
    const before = await listRows(page)
    const notice = page.getByRole('status').getByText('1 new order')
    await notice.waitFor()
    expect(await listRows(page)).toEqual(before)
    expect(before.join()).not.toContain(added)
    await notice.getByRole('button', { name: 'Show' }).click()
    await page.locator(`a[href*="${added}"]`).first().waitFor()
    await notice.waitFor({ state: 'hidden' })
    expect((await listRows(page))[0]).toContain(added)
  }

  // A row that is there changes in place.
  await sales.move(added, 'start_transfer')
  for (const { page } of places) await page.getByRole('row').nth(1).getByText('Transferring').waitFor()

  const next = await replaceService()
  onTestFinished(() => next.close())
  const later = await createSales(next).sell(partner)
  for (const { page } of places) {
    await page.getByRole('status').getByText('1 new order').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.locator(`a[href*="${later}"]`).first().waitFor()
  }
  // The browser reports the connections that the restart ended.
  const isConnection = (text: string) => /net::ERR_|Failed to fetch|network/i.test(text)
  expect([...console.problems, ...portal.problems].filter((text) => !isConnection(text))).toEqual([])
})
