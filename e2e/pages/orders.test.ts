// An operator acts on many orders, with the mouse and with the keyboard, and keeps a view of a list.
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signIn, signInByForm } from './browser.ts'
import { OPERATOR, useOperatorPlace } from './operator-place.ts'

const V1 = '/api/partner/v1'
const place = useOperatorPlace()

/** Orders that a review rule holds. */
async function holdOrders(count: number): Promise<string[]> {
  const partner = await place.service.partner({ environment: 'live' })
  const rule = await place.service.operator('POST', '/review-rules', { kind: 'min_amount', value: '1' })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { domain } = await place.service.list('live', `held-${randomUUID().slice(0, 13)}.com`)
    const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'cart' }
    const headers = { 'idempotency-key': randomUUID() }
    ids.push((await place.service.signed(partner, 'POST', `${V1}/orders`, body, { headers })).json.public_id)
  }
  await place.service.operator('DELETE', `/review-rules/${rule.json.rule_id}`)
  return ids
}

const countIn = async (status: string): Promise<number> =>
  (await place.service.operator('GET', `/orders?environment=live&status=${status}&count=true&limit=1`)).json
    .matching_count

it('clears 77 held orders in four clicks, and takes it back', { timeout: 120_000 }, async () => {
  await holdOrders(77)
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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
  const { page, problems } = await place.chrome.visit(place.service.baseUrl)
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
  await page.getByText('View: Refunded, by price').waitFor()

  // In another browser, which kept a view before accounts did.
  const other = await place.chrome.visit(place.service.baseUrl)
  await signInByForm(other.page, OPERATOR)
  await other.page.evaluate(() =>
    localStorage.setItem('views.console.orders', JSON.stringify([{ name: 'Old', search: 'status=PAID', hidden: [] }])),
  )
  await other.page.goto('/console/orders')
  await other.page.getByText('Views', { exact: true }).click()
  await other.page.getByRole('button', { name: 'Refunded, by price', exact: true }).waitFor()
  await other.page.getByRole('button', { name: 'Delete view: Old' }).waitFor()
  expect(await other.page.evaluate(() => localStorage.getItem('views.console.orders'))).toBeNull()
  expect(other.problems).toEqual([])

  await page.goto('/console/orders')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await page.getByRole('columnheader', { name: 'Commission' }).waitFor()
  await page.getByText('Views', { exact: true }).click()
  await page.getByRole('button', { name: 'Refunded, by price', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Commission' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?sort=price_desc&status=REFUNDED&environment=live')
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
