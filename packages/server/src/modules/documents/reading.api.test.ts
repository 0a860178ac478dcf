// Who can read documents: the buyer with the order's link or account, the partner, the operator, and nobody else.
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestResponse, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { findReceipt, newPurchase } from '../../../test/route-sample-records.ts'
import { GOOD_CARD, openShop, V1 } from '../../../test/shop.ts'
import { buildOrderPath } from '../orders/index.ts'

let service: TestService
let partner: TestPartner
let orderId: string
let documentId: string

const PDF = { headers: { accept: 'application/pdf' } }
const isPdf = ({ status, headers, text }: TestResponse): boolean =>
  status === 200 && headers['content-type'] === 'application/pdf' && text.startsWith('%PDF-1.7')

beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  const shop = openShop(service)
  const { checkout_url } = await shop.session(partner)
  await shop.payForm(checkout_url, GOOD_CARD, { email: 'ada@example.com', name: 'Ada' })
  orderId = await shop.readOrderId(checkout_url)
  documentId = (await findReceipt(service, orderId)).params!.document_id!
})

describe('a partner', () => {
  it('lists and reads its own documents, as JSON and PDF', async () => {
    const list = await service.signed(partner, 'GET', `${V1}/documents?kind=receipt&order_id=${orderId}`)
    expect(list.json.documents).toMatchObject([
      { document_id: documentId, kind: 'receipt', order_public_id: orderId, recipient: { name: 'Ada' } },
    ])
    const { number } = list.json.documents[0]
    expect((await service.signed(partner, 'GET', `${V1}/documents?number=${number}`)).json.documents.length).toBe(1)
    expect((await service.signed(partner, 'GET', `${V1}/documents/${documentId}`)).json.number).toBe(number)
    const pdf = await service.signed(partner, 'GET', `${V1}/documents/${documentId}`, undefined, PDF)
    expect([isPdf(pdf), pdf.headers['content-disposition']]).toEqual([true, `inline; filename="${number}.pdf"`])
  })

  it('does not see those of another partner', async () => {
    const other = await service.partner()
    expect((await service.signed(other, 'GET', `${V1}/documents/${documentId}`)).status).toBe(404)
    expect((await service.signed(other, 'GET', `${V1}/documents`)).json.documents).toEqual([])
  })

  it('gets the PDF of a closed statement, and a clear error for an open one', async () => {
    const own = await service.partner()
    const shop = openShop(service)
    const paid = await shop.payHelper(own, (await shop.session(own)).session_id)
    for (const action of ['start_transfer', 'complete_transfer'])
      await service.operator('POST', `/orders/${paid.json.order_public_id}/${action}`)
    const open = (await service.signed(own, 'GET', `${V1}/settlements`)).json.settlements[0].settlement_id
    const early = await service.signed(own, 'GET', `${V1}/settlements/${open}`, undefined, PDF)
    expect([early.status, early.json.error.reason]).toEqual([409, 'no_document'])
    const run = await service.signed(own, 'POST', `${V1}/sandbox/settlements/run`)
    const { settlement_id: id } = run.json.settlements[0]
    expect(isPdf(await service.signed(own, 'GET', `${V1}/settlements/${id}`, undefined, PDF))).toBe(true)
    const other = await service.signed(partner, 'GET', `${V1}/settlements/${id}`, undefined, PDF)
    expect(other.status).toBe(404)
  })

  it.each(['number=42', 'kind=letter'])('gets 400 for %s', async (query) => {
    expect((await service.signed(partner, 'GET', `${V1}/documents?${query}`)).status).toBe(400)
  })
})

describe('a buyer', () => {
  it('opens the PDF with the secret link of the order, and only that of this order', async () => {
    const path = buildOrderPath(service.deps, orderId as `ord_${string}`)
    const page = await service.send({ method: 'GET', url: path })
    expect(page.text).toContain(`${path}/documents/${documentId}`)
    expect(isPdf(await service.send({ method: 'GET', url: `${path}/documents/${documentId}` }))).toBe(true)
    const wrong = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A')
    expect((await service.send({ method: 'GET', url: `${wrong}/documents/${documentId}` })).status).toBe(404)
    const shop = openShop(service)
    const { checkout_url } = await shop.session(partner)
    await shop.payForm(checkout_url)
    const other = buildOrderPath(service.deps, (await shop.readOrderId(checkout_url)) as `ord_${string}`)
    expect((await service.send({ method: 'GET', url: `${other}/documents/${documentId}` })).status).toBe(404)
  })

  it('reads it in the account that owns the purchase, and nobody else does', async () => {
    const person = await newPerson(service)
    const cookie = person.headers.cookie!
    const bought = await newPurchase({ person: { email: person.email, cookie } as never }, service)
    const { params } = await findReceipt(service, bought)
    const url = `/api/account/documents/${params!.document_id}`
    const order = await service.send({ method: 'GET', url: `/api/account/orders/${bought}`, headers: { cookie } })
    expect(order.json.documents).toMatchObject([{ document_id: params!.document_id, kind: 'receipt' }])
    expect(isPdf(await service.send({ method: 'GET', url, headers: { cookie, ...PDF.headers } }))).toBe(true)
    const stranger = await newPerson(service)
    const asked = await service.send({ method: 'GET', url, headers: { cookie: stranger.headers.cookie! } })
    expect([asked.status, (await service.send({ method: 'GET', url })).status]).toEqual([404, 401])
  })
})

it('an operator reads every document', async () => {
  const list = await service.operator('GET', `/documents?order_id=${orderId}`)
  expect(list.json.documents).toMatchObject([
    { document_id: documentId, partner_id: partner.partnerId, environment: 'sandbox' },
  ])
  expect((await service.operator('GET', `/documents/${documentId}`)).json.gross_cents).toBe(100_000)
  expect((await service.operator('GET', '/documents/doc_unknown')).status).toBe(404)
})
