// Pages for people have a limit by address, and say so on a page; a click on a referral link has none.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { openShop, V1 } from '../../../test/shop.ts'

let service: TestService
let partner: TestPartner
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', RATE_PAGES: '1', TRUST_PROXY: '1' })
  partner = await service.partner()
})

/** One visit a minute and address. */
const visit = (method: 'GET' | 'POST', address: string, url: string) =>
  service.send({
    method,
    url: url.replace(service.deps.config.baseUrl, ''),
    headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
  })

it('limits the checkout page and its forms by address, with a page that says when to come back', async () => {
  const { checkout_url } = await openShop(service).session(partner)
  const form = checkout_url.replace('?', '/confirm?')
  expect((await visit('GET', '192.0.2.1', checkout_url)).status).toBe(200)
  for (const refused of [await visit('GET', '192.0.2.1', checkout_url), await visit('POST', '192.0.2.1', form)]) {
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.text).toContain('Try again in')
  }
  expect((await visit('POST', '192.0.2.2', form)).status).toBe(303)
  expect((await visit('GET', '192.0.2.2', '/favicon.svg')).status).toBe(200)
})

it('limits the progress page of a case by address', async () => {
  const input = { domain: 'limited.test', tier: 'managed', buyer_email: 'ada@example.com', budget: 10_000 }
  const { progress_url } = (await service.signed(partner, 'POST', `${V1}/brokerage`, input)).json
  expect((await visit('GET', '192.0.2.3', progress_url)).status).toBe(200)
  const refused = await visit('GET', '192.0.2.3', progress_url)
  expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it('leads on at every click of a referral link', async () => {
  const { url } = (await service.signed(partner, 'POST', `${V1}/links`, { kind: 'generic' })).json
  for (let n = 0; n < 5; n++) expect((await visit('GET', '192.0.2.4', url)).status).toBe(302)
})
