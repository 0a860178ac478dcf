// Delivering live orders through a connector that, like EPP, cannot push a domain to an account.
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestResponse, type TestService } from '../../../test/harness.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'

let service: TestService
const codes: (string | undefined)[] = []
const rejected = new Set<string>()
beforeAll(async () => {
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
  const { registrars } = service.deps
  const simulated = registrars.simulated(service.db, 'connector')
  registrars.live = {
    ...simulated,
    pushDomain: async () => ({ kind: 'refused', code: 'unsupported', message: 'No such command.', isTemporary: false }),
    readTransfer: async (name, command) =>
      rejected.has(name)
        ? {
            kind: 'done',
            value: { state: 'clientRejected', requestedBy: 'us', actedAt: null },
            serverTransaction: null,
          }
        : simulated.readTransfer(name, command),
    requestTransfer: (input, command) => {
      // A new request replaces the one that was rejected.
      rejected.delete(input.name)
      return simulated.requestTransfer(input, command)
    },
    updateDomain: (input, command) => {
      codes.push(input.authCode)
      return simulated.updateDomain(input, command)
    },
  }
})

const V1 = '/api/partner/v1'
const delivery = async (id: string): Promise<TestResponse['json']> =>
  (await service.operator('GET', `/orders/${id}/delivery`)).json
/** The queue runs on the database's clock. */
const hurry = (id: string) =>
  service.db.run(sql`update domain_deliveries set next_attempt_at = now() where order_id = ${id} and lease is null`)

async function sellElsewhere(domain: string) {
  const partner = await service.partner({ environment: 'live' })
  await service.list('live', domain)
  const body = {
    external_payment_ref: 'r',
    domain,
    expected_price: 100_000,
    currency: 'USD',
    delivery: { registrar_iana_id: 146, registrar_account: 'ACME-1' },
  }
  const headers = { 'idempotency-key': randomUUID() }
  const { public_id: id } = (await service.signed(partner, 'POST', `${V1}/orders`, body, { headers })).json
  await until('an operator must act', async () => (await delivery(id)).state === 'needs_operator')
  await request(id, 'known-to-the-seller')
  return { partner, id: id as string }
}

async function request(id: string, code: string) {
  await service.operator('POST', `/orders/${id}/delivery/retry`, { auth_code: code })
  await until('the transfer is requested', async () => (await delivery(id)).state === 'waiting')
}

it("gives the buyer a new auth code, not the seller's", async () => {
  const { partner, id } = await sellElsewhere(`elsewhere-${process.pid}.com`)
  service.clock.advance(6 * 86_400)
  await until('the code is set', async () => {
    await hurry(id)
    return (await delivery(id)).auth_code_expires_at !== null
  })
  const revealed = await service.signed(partner, 'POST', `${V1}/orders/${id}/auth-code`)
  expect(revealed.json.auth_code).toMatch(/^.{24}$/)
  expect(codes).toContain(revealed.json.auth_code)
  expect(codes).not.toContain('known-to-the-seller')
})

it('requests a rejected transfer again when an operator retries with another auth code', async () => {
  const domain = `elsewhere-rejected-${process.pid}.com`
  const { id } = await sellElsewhere(domain)
  rejected.add(domain)
  await until('the rejection is seen', async () => {
    await hurry(id)
    return (await delivery(id)).state === 'needs_operator'
  })
  await request(id, 'another-code')
  const { steps } = await delivery(id)
  expect(steps.map(({ step, outcome }: TestResponse['json']) => [step, outcome]).slice(-2)).toEqual([
    ['request_transfer', 'refused'],
    ['request_transfer', 'pending'],
  ])
})
