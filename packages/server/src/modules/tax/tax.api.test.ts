// Tax at the hosted checkout: settings, the form, the ledger and the documents.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { GOOD_CARD, openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { listOrderDocuments } from '../documents/index.ts'

let service: TestService
let partner: TestPartner

const SETTINGS = {
  seller_country: 'DE',
  rates: [
    { country: 'DE', rate_bps: 1900, reverse_charge: false },
    { country: 'FR', rate_bps: 2000, reverse_charge: true },
  ],
}

async function payAs(fields: Record<string, string>) {
  const shop = openShop(service)
  const session = await shop.session(partner)
  const page = await shop.open(session.checkout_url)
  const paid = await shop.payForm(session.checkout_url, GOOD_CARD, { email: 'ada@example.com', ...fields })
  const orderId = paid.status === 303 ? await shop.readOrderId(session.checkout_url) : ''
  return { page, paid, orderId, documents: await listOrderDocuments(service.db, orderId) }
}

const payable = async (): Promise<{ subject: string; cents: number }[]> =>
  service.db.many(sql`
    select subject, sum(amount_cents)::bigint as cents from ledger_entries where account = 'tax_payable'
    group by subject having sum(amount_cents) <> 0 order by subject`)

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
})

it('without settings, the form does not require a country, and a sale has no tax', async () => {
  expect((await service.operator('GET', '/tax')).json).toEqual({ seller_country: null, rates: [] })
  const { page, documents } = await payAs({})
  expect(page.text).toContain('Country (optional)')
  expect(documents).toMatchObject([{ kind: 'receipt', taxCents: 0 }])
})

describe('with settings', () => {
  beforeAll(async () => {
    const saved = await service.operator('PUT', '/tax', SETTINGS)
    expect([saved.status, saved.json]).toEqual([200, SETTINGS])
  })

  it('the form requires a country and asks for a VAT ID', async () => {
    const { page, paid } = await payAs({ country: '' })
    expect(page.text).not.toContain('Country (optional)')
    expect(page.text).toContain('name="vat_id"')
    expect([paid.status, paid.text.includes('Choose your country.')]).toEqual([422, true])
  })

  it('the price includes the tax of the country, on the invoice and in the ledger', async () => {
    const { orderId, documents } = await payAs({ country: 'DE' })
    expect(documents).toMatchObject([{ kind: 'invoice', grossCents: 100_000, taxCents: 15_966, netCents: 84_034 }])
    expect(documents[0]!.content).toMatchObject({ tax: { country: 'DE', rate_bps: 1900, reverse_charge: false } })
    expect(await payable()).toEqual([{ subject: 'DE', cents: -15_966 }])
    expect(await checkLedger(service.db)).toEqual([])
    await service.operator('POST', `/orders/${orderId}/refund`)
    const [, credit] = await listOrderDocuments(service.db, orderId)
    expect(credit).toMatchObject({ kind: 'credit_note', grossCents: 100_000, taxCents: 15_966 })
    expect(await payable()).toEqual([])
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('a business in another country with a VAT ID accounts for the tax itself', async () => {
    const { documents } = await payAs({ country: 'FR', company: 'Dupont SA', vat_id: 'fr 12 345678901' })
    expect(documents[0]).toMatchObject({ kind: 'invoice', taxCents: 0, grossCents: 100_000 })
    expect(documents[0]!.content.tax).toMatchObject({ country: 'FR', reverse_charge: true, vat_id_verified: false })
    const wrong = await payAs({ country: 'FR', vat_id: 'DE123456789' })
    expect([wrong.paid.status, wrong.paid.text.includes('The VAT ID is not one of your country.')]).toEqual([422, true])
  })

  it('a country without a rate has no tax', async () => {
    expect((await payAs({ country: 'US' })).documents).toMatchObject([{ kind: 'receipt', taxCents: 0 }])
  })

  it('a check reports tax that is not in the ledger', async () => {
    await payAs({ country: 'FR' })
    const found = await findingsAfter(service, planted(sql`delete from ledger_entries where account = 'tax_payable'`))
    expect([...found]).toContain('tax_payable_is_tax_on_documents')
  })
})

it.each([
  { ...SETTINGS, seller_country: 'de' },
  { ...SETTINGS, rates: [SETTINGS.rates[0], SETTINGS.rates[0]] },
  { ...SETTINGS, rates: [{ country: 'DE', rate_bps: -1, reverse_charge: false }] },
  { rates: [] },
])('rejects %j and changes nothing', async (body) => {
  const before = (await service.operator('GET', '/tax')).json
  expect((await service.operator('PUT', '/tax', body)).status).toBe(400)
  expect((await service.operator('GET', '/tax')).json).toEqual(before)
})
