// Company and VAT ID at checkout: asked for where the operator wants it, and stored with the order.
import { describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'

const COMPANY = { email: 'ada@example.com', company: 'Ada & Sons Ltd', vat_id: 'de 123.456.789' }

async function payAs(service: TestService, fields: Record<string, string>) {
  const shop = openShop(service)
  const partner = await service.partner()
  const session = await shop.session(partner)
  const page = await shop.open(session.checkout_url)
  const paid = await shop.payForm(session.checkout_url, GOOD_CARD, fields)
  const { json } = await service.signed(partner, 'GET', `${V1}/orders?domain=${session.domain}`)
  return { page, paid, order: json.orders[0] }
}

describe('with CHECKOUT_COMPANY_FIELDS=on', async () => {
  const service = await startTestService({ CHECKOUT_COMPANY_FIELDS: 'on' })

  it('the form asks for both, and the order shows them to the partner and the operator', async () => {
    const { page, paid, order } = await payAs(service, COMPANY)
    expect(page.text).toMatch(/name="company".*name="vat_id"/s)
    expect(paid.status).toBe(303)
    expect(order.buyer).toMatchObject({ company: 'Ada & Sons Ltd', vat_id: 'DE 123.456.789' })
    const seen = await service.operator('GET', `/orders/${order.public_id}`)
    expect(seen.json.buyer).toMatchObject({ company: 'Ada & Sons Ltd', vat_id: 'DE 123.456.789' })
  })

  it('both can be left out', async () => {
    const { order } = await payAs(service, { email: 'ada@example.com', company: '', vat_id: '' })
    expect(order.buyer).toEqual({ email: 'ada@example.com', name: null, country: null })
  })

  it.each([{ vat_id: '?' }, { vat_id: 'D'.repeat(30) }, { company: 'x'.repeat(201) }])(
    'a wrong value is refused and kept in the form: %j',
    async (wrong) => {
      const { paid, order } = await payAs(service, { ...COMPANY, ...wrong })
      expect([paid.status, paid.text.includes('notice--bad'), order]).toEqual([422, true, undefined])
      expect(paid.text).toContain('ada@example.com')
    },
  )
})

it('without the setting, the form does not ask, and a value that is sent anyway is ignored', async () => {
  const { page, order } = await payAs(await startTestService(), COMPANY)
  expect(page.text).not.toContain('vat_id')
  expect(order.buyer).toEqual({ email: 'ada@example.com', name: null, country: null })
})
