// The tools of an operator in a real browser: menu, environments, search by keyboard, print, display settings, imports and resending.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { sql } from '../../packages/server/src/db/sql.ts'
import { newId } from '../../packages/server/src/kernel/ids.ts'
import { createSales } from '../../packages/server/test/sales.ts'
import { signIn } from './browser.ts'
import { listShifts, watchShift } from './layout-shift.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'
import { arrive } from './visit-as.ts'

const V1 = '/api/partner/v1'
const place = useOperatorPlace({ ISSUER_NAME: 'Market Ltd', ISSUER_ADDRESS: '1 High Street | London EC1' })

it('shows the menu with the first paint, and moves nothing afterwards', async () => {
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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
  await page.waitForURL('**/console/orders?environment=live')
  expect(problems).toEqual([])
})

it('separates the environments, names them in every URL, and opens live without one', async () => {
  await place.service.list('live', 'only-in-live.com')
  await place.service.list('sandbox', 'only-in-sandbox.test')
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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
  await page.goBack()
  await page.getByText('only-in-sandbox.test').waitFor()
  // As for a colleague who was sent the link.
  await page.goto('/console/listings?environment=sandbox')
  await page.getByText('only-in-sandbox.test').waitFor()
  await page.goto('/console/listings')
  await page.getByText('only-in-live.com').waitFor()
  await page.waitForURL('**/console/listings?environment=live')
  expect(problems).toEqual([])
})

it('finds records from the keyboard, names them in the title, and asks before a refund with Cancel focused', async () => {
  const partner = await place.service.partner({ name: 'Quiet Harbor Names' })
  await place.service.list('sandbox', 'palette-order.com')
  const quote = await place.service.signed(partner, 'POST', `${V1}/quotes`, { domain: 'palette-order.com' })
  const order = await place.service.signed(
    partner,
    'POST',
    `${V1}/orders`,
    { quote_id: quote.json.quote_id, external_payment_ref: 'cart-2' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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

/** A delivered order of a closed month. */
async function closeStatement(): Promise<void> {
  const partner = await place.service.partner({ name: 'Printed Names' })
  const post = async (path: string, body: object, key: string) => {
    const headers = { 'idempotency-key': key }
    const response = await place.service.signed(partner, 'POST', `${V1}${path}`, body, { headers })
    expect([path, Math.floor(response.status / 100)]).toEqual([path, 2])
    return response.json
  }
  const { domain } = await place.service.list('sandbox', 'printed-statement.com')
  const { quote_id } = await post('/quotes', { domain }, randomUUID())
  const { public_id } = await post('/orders', { quote_id, external_payment_ref: 'cart-3' }, randomUUID())
  await post(`/sandbox/orders/${public_id}/start_transfer`, {}, randomUUID())
  await post(`/sandbox/orders/${public_id}/complete_transfer`, {}, randomUUID())
  await post('/sandbox/settlements/run', {}, randomUUID())
}

it('prints a statement as a document, and keeps theme and time zone on the device', async () => {
  await closeStatement()
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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

it('resends selected deliveries together, and lists what failed', async () => {
  const partner = await place.service.partner({ name: 'Bulk Resend' })
  const register = () =>
    place.service.signed(partner, 'PUT', '/api/partner/webhooks', {
      url: 'https://hooks.example.com/bulk',
      secret: 'a-secret-of-sixteen-or-more',
    })
  expect((await register()).status).toBe(200)
  for (let number = 0; number < 3; number++)
    expect((await place.service.signed(partner, 'POST', `${V1}/webhooks/test`)).status).toBe(202)
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto(`/console/webhooks?environment=sandbox&partner_id=${partner.partnerId}`)
  const boxes = page.getByRole('checkbox', { name: /^Select webhook.test/ })
  await boxes.first().waitFor()
  expect(await boxes.count()).toBe(3)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByRole('button', { name: 'Resend 3 events' }).click()
  await page.getByText('Resend 3 events: 3 done.').waitFor()
  await place.service.signed(partner, 'DELETE', '/api/partner/webhooks')
  await boxes.first().click()
  await page.getByRole('button', { name: 'Resend 1 event' }).click()
  await page.getByText('Resend 1 event: 0 done, 1 failed.').waitFor()
  expect(problems.filter((text) => !text.includes('409') && !text.includes('404'))).toEqual([])
})

it('approves selected applications together, and reports each', async () => {
  const { service } = place
  const label = `Applicant ${randomUUID().slice(0, 8)}`
  const ids: string[] = []
  for (const [index, applied] of [true, true, false].entries()) {
    const { partnerId } = await service.partner({ name: `${label} ${index}` })
    ids.push(partnerId)
    if (applied) await service.db.run(sql`update partners set live_requested_at = now() where id = ${partnerId}`)
  }
  const { page, problems } = await place.chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto(`/console/partners?q=${encodeURIComponent(label)}`)
  await page.getByRole('checkbox', { name: `Select ${label} 0` }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByText('3 partners selected').waitFor()
  await page.getByRole('button', { name: 'Approve 2 applications' }).click()
  // Another operator approves one of them first: it leaves the open confirmation.
  await service.operator('POST', `/partners/${ids[1]}/approve`)
  await page.getByRole('dialog').getByText('1 partner:').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve 1 application' }).click()
  await page.getByText('Approve 1 application: 1 done.').waitFor()
  const status = async (id: string) => (await service.operator('GET', `/partners/${id}`)).json.status
  expect([await status(ids[0]!), await status(ids[1]!), await status(ids[2]!)]).toEqual([
    'approved',
    'approved',
    'pending',
  ])
  expect(problems).toEqual([])
})

it('marks selected payouts as sent and arrived, and statements as paid, together', async () => {
  const { service } = place
  const partner = await service.partner({ name: `Paid ${randomUUID().slice(0, 8)}`, environment: 'live' })
  const now = service.clock.now()
  const ids = Array.from({ length: 3 }, () => newId('payout', now))
  for (const [index, id] of ids.entries())
    await service.db.run(sql`
      insert into payouts (id, partner_id, environment, kind, currency, amount_cents, status, period_start, period_end, created_at)
      values (${id}, ${partner.partnerId}, 'live', 'brokerage', ${index === 2 ? 'EUR' : 'USD'}, 1000, 'pending', ${now}, ${now}, ${now})`)
  const { page, problems } = await place.chrome.visit(service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto(`/console/payouts?partner_id=${partner.partnerId}`)
  await page.getByRole('checkbox', { name: ids[0]! }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByRole('button', { name: 'Mark 3 payouts as sent' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 payouts, in total $20.00 and €10.00').waitFor()
  await dialog.getByLabel('Bank reference (optional)').fill('BATCH-7')
  await dialog.getByRole('button', { name: 'Mark 3 payouts as sent' }).click()
  await page.getByText('Mark 3 payouts as sent: 3 done.').waitFor()
  const states = () =>
    service.db.many<{ status: string; reference: string | null }>(
      sql`select status, reference from payouts where id = any(${ids}) order by status desc, id`,
    )
  expect(await states()).toEqual(ids.map(() => ({ status: 'in_transit', reference: 'BATCH-7' })))
  // Another operator marks one of them first: its amount leaves the open confirmation.
  await page.getByRole('row').nth(3).getByText('Sent', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByRole('button', { name: 'Mark 3 payouts as arrived' }).click()
  await service.operator('POST', `/payouts/${ids[1]}/failed`)
  await dialog.getByText(/^2 payouts, in total .10\.00 and .10\.00/).waitFor()
  await dialog.getByRole('button', { name: 'Mark 2 payouts as arrived' }).click()
  await page.getByText('Mark 2 payouts as arrived: 2 done.').waitFor()
  expect((await states()).map(({ status }) => status)).toEqual(['paid', 'paid', 'failed'])

  const sales = createSales(service)
  const sandbox = await service.partner({ name: `Owes ${randomUUID().slice(0, 8)}` })
  for (const currency of ['USD', 'EUR']) await sales.deliver(await sales.sell(sandbox, { currency }))
  await sales.run(sandbox)
  await page.goto(`/console/statements?environment=sandbox&partner_id=${sandbox.partnerId}`)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click()
  await page.getByRole('button', { name: 'Mark 2 statements as paid' }).click()
  await dialog.getByRole('button', { name: 'Mark 2 statements as paid' }).click()
  await page.getByText('Mark 2 statements as paid: 2 done.').waitFor()
  const { settlements } = (await service.operator('GET', `/settlements?partner_id=${sandbox.partnerId}`)).json
  expect(settlements.map(({ status }: { status: string }) => status)).toEqual(['paid', 'paid'])
  expect(problems.filter((text) => !text.includes('409'))).toEqual([])
})

it('checks a file of listings, changes nothing, then imports it', async () => {
  const domain = `checked-${randomUUID().slice(0, 13)}.com`
  const isListed = async () => (await place.service.operator('GET', `/listings?domain=${domain}`)).json.listings.length
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
  await signIn(page, OPERATOR)
  await page.goto('/console/listings/import?environment=live')
  const buffer = Buffer.from(`domain,price_cents,currency\n${domain},249900,USD\ntwo words.com,100,USD\n`)
  await page.locator('input[type=file]').setInputFiles({ name: 'listings.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByText('Nothing has changed yet.').waitFor()
  await page.getByRole('row', { name: /^3 two words\.com/ }).waitFor()
  expect(await isListed()).toBe(0)
  await page.getByRole('button', { name: 'Import 1 listing' }).click()
  await page.getByText('Import finished with errors').waitFor()
  expect(await isListed()).toBe(1)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Listings' }).click()
  await page.getByRole('link', { name: domain }).waitFor()
  expect(problems).toEqual([])
})
