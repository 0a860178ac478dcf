// An operator at work in a real browser, on a service whose clock the test moves.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { startTestService, type TestService } from '../../packages/server/test/harness.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { join } from '../../packages/server/test/person.ts'
import { createSales } from '../../packages/server/test/sales.ts'
import { type Chrome, openChrome, PHONE, signIn } from './browser.ts'
import { listShifts, watchShift } from './layout-shift.ts'
import { arrive } from './visit-as.ts'

const V1 = '/api/partner/v1'
const OPERATOR = { email: 'olive@market.example', password: 'a long enough password' }

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  const issuer = { ISSUER_NAME: 'Market Ltd', ISSUER_ADDRESS: '1 High Street | London EC1' }
  ;[service, chrome] = await Promise.all([startListeningService(issuer), openChrome()])
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
  await page.getByRole('button', { name: 'Preview periods' }).click()
  await page.getByText('The run closes 1 statement.').waitFor()
  await page.getByRole('button', { name: 'Close periods' }).click()
  await page.getByText('Closed 1 statement with 1 order.').waitFor()
  expect((await service.signed(partner, 'GET', path)).json).toMatchObject({ status: 'SETTLED' })
  await page.goto('/console/ledger')
  await page.getByRole('button', { name: 'Run check' }).waitFor()
  expect(problems).toEqual([])
})

it('shows the menu with the first paint, and moves nothing afterwards', async () => {
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  const html = await (await page.request.get('/console/orders')).text()
  expect(html).toContain('href="/console/audit"')
  expect(html).toContain(OPERATOR.email)
  await watchShift(page)
  for (const path of ['/console', '/console/orders', '/console/payouts', '/console/statements']) {
    await arrive(page, path)
    expect([path, await listShifts(page)]).toEqual([path, []])
  }
  expect((await page.goto('/console/no-such-page'))?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect((await page.goto('/console/orders/ord_00000000000000000000000000'))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.waitForURL('**/console/orders')
  expect(problems).toEqual([])
})

it('separates the environments, and remembers the choice', async () => {
  await service.list('live', 'only-in-live.com')
  await service.list('sandbox', 'only-in-sandbox.test')
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console/listings')
  await page.getByText('only-in-live.com').waitFor()
  expect(await page.getByText('only-in-sandbox.test').count()).toBe(0)
  await page.getByText('Sandbox', { exact: true }).click()
  await page.getByText('only-in-sandbox.test').waitFor()
  expect(await page.getByText('only-in-live.com').count()).toBe(0)
  expect(page.url()).toContain('environment=sandbox')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.waitForURL('**/console/orders?environment=sandbox')
  await page.goto('/console/listings')
  await page.getByText('only-in-sandbox.test').waitFor()
  expect(problems).toEqual([])
})

it('finds records from the keyboard, names them in the title, and asks before a refund with Cancel focused', async () => {
  const partner = await service.partner({ name: 'Quiet Harbor Names' })
  await service.list('sandbox', 'palette-order.com')
  const quote = await service.signed(partner, 'POST', `${V1}/quotes`, { domain: 'palette-order.com' })
  const order = await service.signed(
    partner,
    'POST',
    `${V1}/orders`,
    { quote_id: quote.json.quote_id, external_payment_ref: 'cart-2' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('harbor')
  await page.getByRole('option', { name: /Quiet Harbor Names/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Quiet Harbor Names', level: 1 }).waitFor()
  await page.waitForFunction(
    (id) => document.title === `Partner ${id} · Quiet Harbor Names · Console · Freehold`,
    partner.partnerId,
  )

  // A partner is picked by a part of its name.
  await page.goto('/console/orders?environment=sandbox')
  await page.getByRole('combobox', { name: 'Partner' }).fill('harb')
  await page.getByRole('option', { name: /Quiet Harbor/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**partner_id=${partner.partnerId}*`)
  await page.getByRole('link', { name: 'palette-order.com' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Orders' }).waitFor()

  await page.getByRole('button', { name: 'Refund order: palette-order.com' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('$1,000.00').waitFor()
  await dialog.getByText('Quiet Harbor Names').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await dialog.getByRole('button', { name: 'Refund order' }).click()
  await page.getByText('Refunded').first().waitFor()
  // The button is gone; the keyboard is still in the content.
  await page.waitForFunction(() => document.activeElement?.closest('main') !== null)
  expect(order.status).toBe(201)
  expect(problems).toEqual([])
})

it('prints a statement as a document, and keeps theme and time zone on the device', async () => {
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console/statements?environment=sandbox')
  await page.getByRole('table', { name: 'Statements' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Print statement' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  for (const text of ['Market Ltd', 'London EC1', 'Issued to'])
    expect([text, await page.getByText(text).isVisible()]).toEqual([text, true])
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  expect((await page.pdf({ format: 'A4' })).subarray(0, 5).toString()).toBe('%PDF-')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })

  await page.getByRole('button', { name: 'Display settings' }).click()
  await page.getByText('Dark', { exact: true }).click()
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Times in Asia/Tokyo').waitFor()
  const html = await (await page.request.get('/console')).text()
  expect(html).toContain('<html lang="en" data-theme="dark">')
  await page.goto('/console/audit')
  await page.getByText('Times in Asia/Tokyo').waitFor()
  const [shown, at] = await page
    .locator('tbody time')
    .first()
    .evaluate((time: HTMLTimeElement) => [time.textContent, time.dateTime])
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Tokyo' })
  expect(shown).toBe(format.format(new Date(at!)))
  expect(problems).toEqual([])
})

/** Closes the service and starts another one at the same URL, as a deployment does. */
async function replaceService(): Promise<TestService> {
  await service.app.close()
  const next = await startTestService({ BASE_URL: service.baseUrl }, { on: service })
  await next.app.listen({ host: '127.0.0.1', port: Number(new URL(service.baseUrl).port) })
  return next
}

it('shows new orders in open pages of console and portal, without moving rows, across a restart', async () => {
  const sales = createSales(service)
  const partner = await service.partner()
  const passwordHash = await hashPassword(OPERATOR.password)
  const member = { ...OPERATOR, email: 'pia@shop.example' }
  const { id } = await service.db.tx((tx) =>
    createUser(tx, { email: member.email, passwordHash, operatorRole: null, isConfirmed: true }, service.clock.now()),
  )
  await join(service, partner.partnerId, id)
  const known = await sales.sell(partner)

  const [console, portal] = [await chrome.visit(service.baseUrl), await chrome.visit(service.baseUrl)]
  await signIn(console.page, OPERATOR)
  await signIn(portal.page, member)
  const places = [
    { page: console.page, path: '/console/orders' },
    { page: portal.page, path: '/portal/orders' },
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

/** Orders that a review rule holds. */
async function holdOrders(count: number): Promise<string[]> {
  const partner = await service.partner({ environment: 'live' })
  const rule = await service.operator('POST', '/review-rules', { kind: 'min_amount', value: '1' })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { domain } = await service.list('live', `held-${randomUUID().slice(0, 13)}.com`)
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'cart' }
    const headers = { 'idempotency-key': randomUUID() }
    ids.push((await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })).json.public_id)
  }
  await service.operator('DELETE', `/review-rules/${rule.json.rule_id}`)
  return ids
}

const countIn = async (status: string): Promise<number> =>
  (await service.operator('GET', `/orders?environment=live&status=${status}&count=true&limit=1`)).json.matching_count

it('clears 77 held orders in four clicks, and takes it back', { timeout: 120_000 }, async () => {
  await holdOrders(77)
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console')
  await page.getByRole('link', { name: 'View all 77: Orders to review' }).click()
  await page.getByRole('button', { name: 'Select all 77' }).click()
  await page.getByRole('button', { name: 'Clear 77 orders' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('77 orders, in total $77,000.00.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await dialog.getByRole('button', { name: 'Clear 77 orders' }).click()
  await page.getByText('77 orders cleared.').waitFor()
  expect([await countIn('MANUAL_REVIEW'), await countIn('EXTERNALLY_PAID')]).toEqual([0, 77])

  // The report survives a reload, and takes the action back.
  await page.getByRole('link', { name: 'Open report' }).click()
  await page.waitForURL(/\/console\/bulk-actions\/blk_/)
  await page.reload()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hold 77 orders for review' }).click()
  await page.getByText('77 orders on hold.').waitFor()
  expect(await countIn('MANUAL_REVIEW')).toBe(77)
  expect(problems).toEqual([])
})

/** Presses a key until the focused element has the name, as a person without a mouse does. */
async function moveTo(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<void> {
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    )
    if (focused === name) return
  }
  throw new Error(`${key} does not reach ${name}`)
}

it('refunds 50 orders with the keyboard only', { timeout: 120_000 }, async () => {
  const held = await countIn('MANUAL_REVIEW')
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console/orders?environment=live&status=MANUAL_REVIEW')
  await page.getByText(`${held} orders`, { exact: true }).waitFor()
  await moveTo(page, 'Tab', 'Load more')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('checkbox', { name: /^Select held-/ }).count()).toBe(50)
  await moveTo(page, 'Shift+Tab', 'Select all rows shown')
  await page.keyboard.press('Space')
  await page.getByText('50 orders selected').waitFor()
  await moveTo(page, 'Shift+Tab', 'Refund 50 orders')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('50 orders refunded.').waitFor()
  expect([await countIn('REFUNDED'), await countIn('MANUAL_REVIEW')]).toEqual([50, held - 50])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Refund 50 orders')
  await page.getByText('This action cannot be undone.').waitFor()
  expect(problems).toEqual([])
})

it('keeps a view with its filters, order and columns, and downloads what it shows', { timeout: 60_000 }, async () => {
  const { page, problems } = await chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console/orders')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Refunded')
  await page.getByRole('button', { name: 'Price' }).click()
  await expect
    .poll(() => page.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort'))
    .toBe('descending')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Commission' }).uncheck()
  await page.keyboard.press('Escape')
  await page.getByText('Views', { exact: true }).click()
  await page.getByLabel('Save this view as').fill('Refunded, by price')
  await page.getByRole('button', { name: 'Save view' }).click()

  await page.goto('/console/orders')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await page.getByRole('columnheader', { name: 'Commission' }).waitFor()
  await page.getByText('Views', { exact: true }).click()
  await page.getByRole('button', { name: 'Refunded, by price', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Commission' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?sort=price_desc&status=REFUNDED')
  await page.getByText('50 orders', { exact: true }).waitFor()

  const checks = page.getByRole('checkbox', { name: /^Select held-/ })
  await checks.nth(0).click()
  await checks.nth(2).click({ modifiers: ['Shift'] })
  await page.getByText('3 orders selected').waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text.trimEnd().split('\r\n')).toHaveLength(51)
  expect(text).toContain(',100000,1000.00,')

  // A named range of days moves with time; a custom one is two dates.
  await page.getByLabel('Ordered (UTC)').selectOption('Yesterday')
  await page.getByText('No results').waitFor()
  await page.getByLabel('Ordered (UTC)').selectOption('Custom')
  await page.getByLabel('From').waitFor()
  expect(problems).toEqual([])
})
