// Tax at the hosted checkout: settings, the form, the ledger and the documents.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { findingsAfter, planted } from '../../../test/planted.ts'
import { GOOD_CARD, openShop } from '../../../test/shop.ts'
import { sql } from '../../db/sql.ts'
import { checkLedger } from '../audit/index.ts'
import { listOrderDocuments } from '../documents/index.ts'

/** The bank asks the buyer to confirm. */
const CHALLENGED_CARD = '4000002500003155'
const DISPUTED_CARD = '4000000000000259'

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
  expect((await service.operator('GET', '/tax')).json).toEqual({ seller_country: null, rates: [], prices: 'gross' })
  const { page, documents } = await payAs({})
  expect(page.text).toContain('Country (optional)')
  expect(documents).toMatchObject([{ kind: 'receipt', taxCents: 0 }])
})

describe('with settings', () => {
  beforeAll(async () => {
    const saved = await service.operator('PUT', '/tax', SETTINGS)
    expect([saved.status, saved.json]).toEqual([200, { ...SETTINGS, prices: 'gross' }])
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

describe('with net prices', () => {
  beforeAll(async () => {
    const saved = await service.operator('PUT', '/tax', { ...SETTINGS, prices: 'net' })
    expect(saved.json.prices).toBe('net')
  })

  const DE = { country: 'DE', total: '119000' }

  it('the page shows net amount, tax and total of the country before anything is charged, without a script', async () => {
    const shop = openShop(service)
    const { checkout_url: url } = await shop.session(partner)
    const page = await shop.open(url)
    expect(page.text).toContain('Choose your country to see the total.')
    const form = { form: shop.formToken(page), step: 'total', country: 'DE' }
    const shown = await shop.post(url, form)
    expect(shown.status).toBe(200)
    for (const text of ['Net amount', 'Tax 19% (Germany)', '$1,190.00', 'name="total" value="119000"'])
      expect(shown.text).toContain(text)
  })

  it('pages for buyers say that tax comes on top, and nothing of it with gross prices', async () => {
    const { domain } = await service.list('live', 'net-price.com')
    const count = async (url: string) => (await service.send({ method: 'GET', url })).text.split('plus tax').length - 1
    expect(await count(`/domains/${domain}`)).toBeGreaterThan(0)
    expect(await count('/market')).toBeGreaterThan(0)
    for (const url of ['/tlds', '/tlds/com'])
      expect((await service.send({ method: 'GET', url })).text).toContain('Prices do not include tax.')
    await service.operator('PUT', '/tax', { ...SETTINGS, prices: 'gross' })
    expect([await count(`/domains/${domain}`), await count('/market')]).toEqual([0, 0])
    await service.operator('PUT', '/tax', { ...SETTINGS, prices: 'net' })
  })

  it('a total that the buyer did not see is not charged', async () => {
    const { paid, documents } = await payAs({ country: 'DE' })
    expect([paid.status, documents]).toEqual([422, []])
    expect(paid.text).toContain('The total has changed.')
    expect(paid.text).toContain('name="total" value="119000"')
    expect((await payAs({ ...DE, total: 'many' })).paid.status).toBe(422)
  })

  it('the buyer pays the tax on top; commission and sale price are of the net price', async () => {
    const { orderId, documents } = await payAs(DE)
    expect(documents).toMatchObject([{ kind: 'invoice', netCents: 100_000, taxCents: 19_000, grossCents: 119_000 }])
    expect(documents[0]!.content.tax).toMatchObject({ country: 'DE', added: true })
    const order = (await service.signed(partner, 'GET', `/api/partner/v1/orders/${orderId}`)).json
    expect(order).toMatchObject({ sale_price_cents: 100_000 })
    const charged = await service.db.one<{ amountCents: number }>(sql`
      select p.amount_cents from payments p join orders o on o.checkout_session_id = p.session_id where o.id = ${orderId}`)
    expect(charged!.amountCents).toBe(119_000)
    expect(order.commission_cents).toBeLessThan(100_000)
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('a refund gives the tax back too', async () => {
    const before = await payable()
    const { orderId } = await payAs(DE)
    await service.operator('POST', `/orders/${orderId}/refund`)
    const [, credit] = await listOrderDocuments(service.db, orderId)
    expect(credit).toMatchObject({ kind: 'credit_note', netCents: 100_000, taxCents: 19_000, grossCents: 119_000 })
    const refund = await service.db.one<{ amountCents: number }>(
      sql`select amount_cents from buyer_refunds where subject = ${orderId}`,
    )
    expect(refund!.amountCents).toBe(119_000)
    expect(await payable()).toEqual(before)
    expect(await checkLedger(service.db)).toEqual([])
    await service.background.runJobNow('checkout.send_refunds')
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('a lost dispute takes the sale back with its tax', async () => {
    const before = await payable()
    const shop = openShop(service)
    const { checkout_url: url } = await shop.session(partner)
    await shop.payForm(url, DISPUTED_CARD, { email: 'ada@example.com', ...DE })
    const orderId = await shop.readOrderId(url)
    const dispute = await service.db.one<{ id: string }>(sql`select id from disputes where order_id = ${orderId}`)
    const closed = await service.operator('POST', `/disputes/${dispute!.id}/close`, { outcome: 'lost' })
    expect(closed.status).toBe(200)
    expect((await listOrderDocuments(service.db, orderId))[1]).toMatchObject({
      kind: 'credit_note',
      grossCents: 119_000,
    })
    expect(await payable()).toEqual(before)
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('reverse charge and countries without a rate pay the net price', async () => {
    const business = { country: 'FR', company: 'Dupont SA', vat_id: 'FR12345678901', total: '100000' }
    expect((await payAs(business)).documents).toMatchObject([{ taxCents: 0, grossCents: 100_000 }])
    expect((await payAs({ country: 'US', total: '100000' })).documents).toMatchObject([{ grossCents: 100_000 }])
  })

  it('settings that change during a payment do not change what was agreed', async () => {
    const shop = openShop(service)
    const { checkout_url: url } = await shop.session(partner)
    const card = { email: 'ada@example.com', ...DE }
    await shop.payForm(url, CHALLENGED_CARD, card)
    await service.operator('PUT', '/tax', { ...SETTINGS, prices: 'gross', rates: [] })
    await shop.step(url, 'confirm', { answer: 'yes' })
    const documents = await listOrderDocuments(service.db, await shop.readOrderId(url))
    expect(documents).toMatchObject([{ taxCents: 19_000, grossCents: 119_000 }])
    expect(await checkLedger(service.db)).toEqual([])
    await service.operator('PUT', '/tax', { ...SETTINGS, prices: 'net' })
  })

  it('a simulated sale has its tax on top', async () => {
    const shop = openShop(service)
    const { session_id: id } = await shop.session(partner)
    const { order_public_id: orderId } = (await shop.payHelper(partner, id)).json
    expect(await listOrderDocuments(service.db, orderId)).toMatchObject([{ taxCents: 19_000, grossCents: 119_000 }])
    expect(await checkLedger(service.db)).toEqual([])
  })

  it('rates without a kind of prices keep it', async () => {
    expect((await service.operator('PUT', '/tax', SETTINGS)).json.prices).toBe('net')
  })

  it.each([
    ['captured_payments_are_booked', 'the order forgets the added tax', sql`update orders set added_tax_cents = 0`],
    [
      'documents_equal_the_ledger',
      'the added tax did not come in as cash',
      sql`update ledger_entries set account = 'tax_included' where journal like '%:taxed' and account = 'cash'`,
    ],
    [
      'refund_payable_is_refunds_not_sent',
      'the refund leaves the tax out',
      sql`update ledger_entries set account = 'tax_included', subject = '' where journal like '%:tax_reversed' and account = 'buyer_refund_payable'`,
    ],
  ])('%s reports that %s', async (check, _, statement) => {
    expect([...(await findingsAfter(service, planted(statement)))]).toContain(check)
  })
})

it.each([
  { ...SETTINGS, prices: 'brutto' },
  { ...SETTINGS, seller_country: 'de' },
  { ...SETTINGS, rates: [SETTINGS.rates[0], SETTINGS.rates[0]] },
  { ...SETTINGS, rates: [{ country: 'DE', rate_bps: -1, reverse_charge: false }] },
  { rates: [] },
])('rejects %j and changes nothing', async (body) => {
  const before = (await service.operator('GET', '/tax')).json
  expect((await service.operator('PUT', '/tax', body)).status).toBe(400)
  expect((await service.operator('GET', '/tax')).json).toEqual(before)
})
