// A renewal is not free: without a payment no domain gets a later expiry date.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newPerson } from '../../../test/person.ts'
import { giveDomains } from './service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

async function owner() {
  const person = await newPerson(service)
  const domain = `renew-${randomUUID().slice(0, 13)}.com`
  await service.db.tx((tx) => giveDomains(tx, { accountId: person.userId, email: null }, [domain], service.clock.now()))
  const list = async () =>
    (await service.send({ method: 'GET', url: '/api/domains', headers: person.headers })).json.domains
  const renew = (body: object) =>
    service.send({
      method: 'POST',
      url: '/api/domains/bulk/renew',
      headers: { ...person.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { domain, list, renew }
}

it.each([true, false])('refuses to renew without a payment, with dry_run %s', async (dry_run) => {
  const { domain, list, renew } = await owner()
  const before = await list()
  const { status, json } = await renew({ domains: [domain, 'not-mine.com'], params: { years: 1 }, dry_run })
  expect([status, json.succeeded, json.failed]).toEqual([200, 0, 2])
  expect(json.results).toMatchObject([
    { domain, status: 'error', changed: false, error: { code: 'payment_required' } },
    { domain: 'not-mine.com', status: 'error', changed: false, error: { code: 'not_found' } },
  ])
  expect(await list()).toEqual(before)
})

it('checks the request and the rules of the TLD first', async () => {
  const { domain, renew } = await owner()
  for (const params of [{}, { years: 0 }, { years: 11 }, { years: '1' }])
    expect((await renew({ domains: [domain], params })).status).toBe(400)
  const [row] = (await renew({ domains: [domain], params: { years: 10 } })).json.results
  expect(row.error.code).toBe('tld_rule')
})

it('lists the operation and says that it is refused', async () => {
  const { json } = await service.send({ method: 'GET', url: '/api/domains/bulk' })
  const renew = json.operations.find(({ op }: { op: string }) => op === 'renew')
  expect(renew.description).toContain('payment_required')
})
