// Pages of records: 404 for a record that does not exist or belongs to someone else.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { createOffering } from '../../test/offering.ts'
import { newOperator } from '../../test/operators.ts'
import { join, newPerson, type Person } from '../../test/person.ts'
import { DISPUTED_CARD } from '../../test/route-samples-disputes.ts'
import { openShop } from '../../test/shop.ts'

let service: TestService
let person: Person
let own: TestPartner
let others: TestPartner
beforeAll(async () => {
  service = await startTestService()
  person = await newPerson(service)
  own = await service.partner()
  others = await service.partner()
  await join(service, own.partnerId, person.userId)
})

const NO_ID = '0'.repeat(26)

async function read(path: string, cookie: string): Promise<number> {
  return (await service.send({ method: 'GET', url: path, headers: { cookie, accept: 'text/html' } })).status
}

async function openCase(who: TestPartner, domain: string): Promise<string> {
  const body = { domain, tier: 'managed', buyer_email: 'b@c.example', budget: 90_000 }
  return (await service.signed(who, 'POST', '/api/partner/v1/brokerage', body)).json.case_id
}

it('shows the portal records of their own partners only', async () => {
  const [mine, theirs] = [await openCase(own, 'mine.test'), await openCase(others, 'theirs.test')]
  const { headers } = await service.signed(own, 'GET', '/api/partner/v1/me')
  const { cookie } = person.headers
  const statuses = {
    [`/portal/brokerage/${mine}`]: 200,
    [`/portal/brokerage/${theirs}`]: 404,
    [`/portal/brokerage/brk_${NO_ID}`]: 404,
    [`/portal/requests/${headers['x-request-id']}`]: 200,
    [`/portal/requests/req_${NO_ID}`]: 404,
    [`/portal/orders/ord_${NO_ID}`]: 404,
    [`/portal/money/stl_${NO_ID}`]: 404,
    '/portal/money/transactions': 200,
    [`/portal/webhooks/dlv_${NO_ID}`]: 404,
    [`/portal/webhooks/endpoints/whe_${NO_ID}`]: 404,
    [`/portal/sandbox/msg_${NO_ID}`]: 404,
    [`/account/orders/ord_${NO_ID}`]: 404,
    '/account/orders': 200,
    '/portal/orders/%E0%A4%A': 404,
  }
  for (const [path, status] of Object.entries(statuses))
    expect([path, await read(path, cookie)]).toEqual([path, status])
})

it('shows the console pages of messages, TLDs, runs and queue groups that exist', async () => {
  const operator = await newOperator(service, 'admin')
  await service.operator('POST', '/operators', { email: 'page@lists.example', role: 'viewer' })
  const [message] = (await service.operator('GET', '/mail?limit=1')).json.messages
  const statuses = {
    [`/console/mail/${message.message_id}`]: 200,
    [`/console/mail/msg_${NO_ID}`]: 404,
    '/console/tlds/com': 200,
    '/console/tlds/COM': 200,
    '/console/tlds/no-such-tld': 404,
    [`/console/bulk-actions/blk_${NO_ID}`]: 404,
    '/console/queue/failing_refunds': 200,
    '/console/queue/nothing': 404,
    '/console/listings/import': 200,
    '/console/webhooks/endpoints': 200,
  }
  for (const [path, status] of Object.entries(statuses))
    expect([path, await read(path, operator.headers.cookie)]).toEqual([path, status])
})

it('shows offers to their buyer, their seller and operators, and sellers and disputes to operators', async () => {
  const offering = createOffering(service)
  const operator = await newOperator(service, 'admin')
  const [seller, buyer] = [await offering.newPerson(), await offering.newPerson()]
  const { domain } = await offering.list(seller)
  const id = await offering.made(buyer, domain)
  const shop = openShop(service)
  const { checkout_url: url } = await shop.session(own)
  await shop.payForm(url, DISPUTED_CARD)
  const [dispute] = (await service.operator('GET', '/disputes?limit=1')).json.disputes
  const statuses: [Person, Record<string, number>][] = [
    [
      operator,
      {
        [`/console/disputes/${dispute.dispute_id}`]: 200,
        [`/console/disputes/dsp_${NO_ID}`]: 404,
        [`/console/sellers/${seller.userId}`]: 200,
        [`/console/sellers/${buyer.userId}`]: 404,
        '/console/sellers/nobody': 404,
        [`/console/offers/${id}`]: 200,
        [`/console/offers/off_${NO_ID}`]: 404,
        [`/account/offers/${id}`]: 404,
      },
    ],
    [
      buyer,
      {
        [`/account/offers/${id}`]: 200,
        [`/account/offers/off_${NO_ID}`]: 404,
        [`/account/selling/offers/${id}`]: 404,
        '/account/offers': 200,
        '/account/selling/money': 200,
        '/account/selling/offers': 200,
      },
    ],
    [seller, { [`/account/offers/${id}`]: 404, [`/account/selling/offers/${id}`]: 200 }],
  ]
  for (const [{ headers }, rows] of statuses)
    for (const [path, status] of Object.entries(rows))
      expect([path, await read(path, headers.cookie)]).toEqual([path, status])
})

it('shows bulk changes to the person who made them', async () => {
  const other = await newPerson(service)
  const { json } = await service.send({
    method: 'POST',
    url: '/api/domains/bulk/renew',
    headers: { ...person.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ domains: ['not-mine.com'], params: { years: 1 }, dry_run: false }),
  })
  const path = `/account/changes/${json.bulk_id}`
  expect(await read(path, person.headers.cookie)).toBe(200)
  expect(await read(path, other.headers.cookie)).toBe(404)
  expect(await read(`/account/changes/blk_${NO_ID}`, person.headers.cookie)).toBe(404)
  expect(await read('/account/changes', other.headers.cookie)).toBe(200)
})

it('lists one group of the queue with its number', async () => {
  const { status, json } = await service.operator('GET', '/queue/brokerage_cases?environment=sandbox')
  expect([status, json.count, json.items.length]).toEqual([200, 2, 2])
  expect((await service.operator('GET', '/queue/brokerage_cases?environment=live')).json.count).toBe(0)
  expect((await service.operator('GET', '/queue/nothing')).status).toBe(404)
})
