// Who may record orders in which environment, and what is a malformed field of an order.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import type { Environment } from '../../kernel/owner.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const V1 = '/api/partner/v1'

const post = (who: TestPartner, body: object) =>
  service.signed(who, 'POST', `${V1}/orders`, body, { headers: { 'idempotency-key': randomUUID() } })

async function record(who: TestPartner) {
  const name = `abuse-${randomUUID().slice(0, 13)}.${who.environment === 'sandbox' ? 'test' : 'com'}`
  const { domain } = await service.list(who.environment, name)
  return post(who, { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'r' })
}

const me = async (who: TestPartner) => (await service.signed(who, 'GET', `${V1}/me`)).json

describe('a partner that a person started', () => {
  async function startAndApprove() {
    const person = await newPerson(service)
    const { partner, credential } = (await person.call('POST', '/partners', { name: 'Shop' })).json
    const { key_id: keyId, secret } = credential
    const sandbox: TestPartner = { partnerId: partner.partner_id, keyId, secret, environment: 'sandbox' }
    const approved = await service.operator('POST', `/partners/${partner.partner_id}/approve`)
    const live = await service.credential(sandbox, 'live')
    return { person, sandbox, live, approved: approved.json }
  }

  it('records orders in the sandbox, and none in live mode until an operator makes it merchant of record', async () => {
    const { person, sandbox, live, approved } = await startAndApprove()
    expect(approved).toMatchObject({
      status: 'approved',
      merchant_of_record: false,
      sandbox_merchant_of_record: true,
    })
    const [own] = (await person.call('GET', '/partners')).json.partners
    expect(own).toMatchObject({ merchant_of_record: false, sandbox_merchant_of_record: true })
    expect([(await me(sandbox)).merchant_of_record, (await me(live)).merchant_of_record]).toEqual([true, false])
    expect((await record(sandbox)).status).toBe(201)
    const refused = await record(live)
    expect([refused.status, refused.json.error.reason]).toEqual([403, 'not_merchant_of_record'])

    const path = `/partners/${live.partnerId}`
    expect((await service.operator('PATCH', path, { merchant_of_record: true })).json.merchant_of_record).toBe(true)
    service.clock.advance(3)
    expect((await me(live)).merchant_of_record).toBe(true)
    expect((await record(live)).status).toBe(201)
  })

  it('is refused live orders before its request is read', async () => {
    const { live } = await startAndApprove()
    const response = await post(live, { nonsense: true })
    expect([response.status, response.json.error.reason]).toEqual([403, 'not_merchant_of_record'])
  })
})

it.each(['sandbox', 'live'] as Environment[])(
  'a partner that an operator made without merchant of record records nothing in %s',
  async (environment) => {
    const reseller = await service.partner({ merchantOfRecord: false, environment })
    const response = await record(reseller)
    expect([response.status, response.json.error.reason]).toEqual([403, 'not_merchant_of_record'])
    expect((await me(reseller)).merchant_of_record).toBe(false)
  },
)

describe('an ID in a body', () => {
  it('that is empty is a malformed field', async () => {
    const partner = await service.partner()
    const asks: [string, string, object][] = [
      ['/orders', 'quote_id', { external_payment_ref: 'r', quote_id: '' }],
      ['/refunds', 'order_public_id', { order_public_id: '', reason: 'other' }],
    ]
    for (const [path, field, body] of asks) {
      const headers = { 'idempotency-key': randomUUID() }
      const { status, json } = await service.signed(partner, 'POST', V1 + path, body, { headers })
      expect([path, status, json.error.code, json.error.details[0].field]).toEqual([
        path,
        400,
        'validation_error',
        field,
      ])
    }
    const payout = await service.operator('POST', '/payouts', {
      partner_id: '',
      kind: 'referral',
      environment: 'sandbox',
    })
    expect([payout.status, payout.json.error.details[0].field]).toEqual([400, 'partner_id'])
  })

  it('of something unknown is not found', async () => {
    const partner = await service.partner()
    for (const quote_id of ['nonsense', 'quo_01k9zq4x7v3m8n2p5r6s7t8w9y'])
      expect((await post(partner, { external_payment_ref: 'r', quote_id })).status).toBe(404)
  })
})
