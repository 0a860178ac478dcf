// An operator reads and resends messages in a real browser.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUser, hashPassword } from '../../packages/server/src/modules/accounts/index.ts'
import { queueMail } from '../../packages/server/src/modules/mail/index.ts'
import { startListeningService } from '../../packages/server/test/listening.ts'
import { until } from '../../packages/server/test/receiver.ts'
import { type Chrome, openChrome, PHONE, signIn } from './browser.ts'

const OPERATOR = { email: 'olive@market.example', password: 'a long enough password' }
const DOMAIN = 'wheels<script>document.title="hacked"</script>.com'

let service: Awaited<ReturnType<typeof startListeningService>>
let chrome: Chrome

beforeAll(async () => {
  ;[service, chrome] = await Promise.all([startListeningService(), openChrome()])
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

const queueClaim = (to: string) =>
  service.db.tx((tx) => {
    const data = { domain: DOMAIN, orderId: 'ORD-1', priceCents: 125_000, currency: 'USD' }
    return queueMail(service.deps, tx, { template: 'claim', to, secret: 'tok_1', data }, service.clock.now())
  })

it('lists messages, shows both parts of one, and resends it', async () => {
  const id = await queueClaim('ada@buyer.example')
  await queueClaim('other@buyer.example')
  const { page, problems } = await chrome.visit(service.baseUrl, { viewport: PHONE })
  await signIn(page, OPERATOR)
  await page.goto('/console/mail')
  await page.getByRole('textbox', { name: 'Recipient' }).fill('ada@buyer.example')
  await page.getByRole('textbox', { name: 'Recipient' }).press('Enter')
  await page.getByText('other@buyer.example').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Claim wheels' }).click()
  await page.getByRole('heading', { level: 1, name: 'Claim wheels' }).waitFor()
  const frame = page.frameLocator('iframe[title="HTML part of the message"]')
  const button = frame.getByRole('link', { name: 'Claim purchase' })
  await button.waitFor()
  // Its styles are applied, and a script in its text is text.
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(11, 93, 67)')
  expect(await frame.locator('script').count()).toBe(0)
  await page.getByText('/claim/tok_1').first().waitFor()
  await page.getByRole('button', { name: 'Resend message' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resend message', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await until('it is queued', async () => (await service.operator('GET', `/mail/${id}`)).json.status === 'queued')
  expect(await page.title()).not.toBe('hacked')
  expect(problems).toEqual([])
})

it('shows the HTML part to operators only, as a document in which nothing runs', async () => {
  const path = `/console/mail/${await queueClaim('eve@buyer.example')}/preview`
  const { page } = await chrome.visit(service.baseUrl)
  expect((await page.goto(path))?.status()).toBe(404)
  await signIn(page, OPERATOR)
  const response = await page.goto(path)
  expect(response?.status()).toBe(200)
  const policy = response?.headers()['content-security-policy']
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('; sandbox;')
  expect(policy).toContain("frame-ancestors 'self'")
  expect((await page.goto('/console/mail/msg_none/preview'))?.status()).toBe(404)
})
