// Pages of records: 404 for a record that does not exist or belongs to someone else.
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../test/harness.ts'
import { newOperator } from '../../test/operators.ts'
import { join, newPerson, type Person } from '../../test/person.ts'

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

it('lists one group of the queue with its number', async () => {
  const { status, json } = await service.operator('GET', '/queue/brokerage_cases?environment=sandbox')
  expect([status, json.count, json.items.length]).toEqual([200, 2, 2])
  expect((await service.operator('GET', '/queue/brokerage_cases?environment=live')).json.count).toBe(0)
  expect((await service.operator('GET', '/queue/nothing')).status).toBe(404)
})
