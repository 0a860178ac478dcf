// Messages of the registry: they move deliveries without a wait, and none is lost between reading and acknowledging.
import { randomUUID } from 'node:crypto'
import { type Simulator, startSimulator } from '@freehold/epp/simulator'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { createEppRegistrar } from '../../integrations/registrar/epp.ts'
import type { Registrar } from '../../integrations/registrar/registrar.ts'
import { systemClock } from '../../kernel/clock.ts'
import { REGISTRY_MESSAGE_KEEP_SECONDS } from '../../kernel/limits.ts'

const PASSWORDS = { market: 'market-Pass1', other: 'other-Pass2' }

let simulator: Simulator
let service: TestService
let market: Registrar
let other: Registrar
/** Set by tests: acknowledging fails, as when the process dies before it. */
let isCutOff = false

const connect = (user: keyof typeof PASSWORDS): Registrar => {
  const { port, ca } = simulator
  const login = { host: '127.0.0.1', port, ca, user, password: PASSWORDS[user], certificate: null, sessions: 2 }
  return createEppRegistrar(login, { clock: systemClock })
}

beforeAll(async () => {
  simulator = await startSimulator({ clients: PASSWORDS })
  market = connect('market')
  other = connect('other')
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
  service.deps.registrars.live = {
    ...market,
    acknowledgeMessage: async (id, command) => {
      if (isCutOff) throw new Error('cut off')
      return market.acknowledgeMessage(id, command)
    },
  }
})
beforeEach(() => {
  isCutOff = false
})
afterAll(async () => {
  await other.close()
  await simulator.close()
})

/** The timetable may run it at the same moment. */
async function readMessages(): Promise<void> {
  while (!(await service.background.runJobNow('delivery.read_messages')))
    await new Promise((resolve) => setTimeout(resolve, 50))
}
const delivery = async (id: string) => (await service.operator('GET', `/orders/${id}/delivery`)).json
const reachState = (id: string, state: string) =>
  until(`the delivery is ${state}`, async () => (await delivery(id)).state === state)
const countStored = async (): Promise<number> =>
  (await service.db.one<{ n: number }>(sql`select count(*)::int as n from registry_messages`))!.n

/** A domain of the other registrar, whose transfer to us is pending. No time passes that would make the engine ask. */
async function requestTransfer(domain: string): Promise<string> {
  const created = await other.registerDomain(
    { name: domain, years: 1, nameservers: [], contact: '', authCode: 'code-1234' },
    { transaction: randomUUID() },
  )
  expect(created.kind).toBe('done')
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
  const { json } = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })
  await reachState(json.public_id, 'needs_operator')
  await service.operator('POST', `/orders/${json.public_id}/delivery/retry`, { auth_code: 'code-1234' })
  await reachState(json.public_id, 'waiting')
  await readMessages()
  return json.public_id
}

it('moves a delivery on when the registry says that the transfer was approved', async () => {
  const domain = `approved-${process.pid}.com`
  const id = await requestTransfer(domain)
  await other.decideTransfer(domain, 'approve', { transaction: randomUUID() })
  await readMessages()
  await until('the next step follows', async () => (await delivery(id)).auth_code_expires_at !== null)
  const { messages, steps } = await delivery(id)
  expect(messages).toContainEqual(expect.objectContaining({ transfer_state: 'clientApproved' }))
  expect(steps[0]).toMatchObject({ step: 'request_transfer', outcome: 'done' })
})

it.each([
  ['rejected', 'reject', "The domain's current registrar rejected the transfer."],
  ['canceled', 'cancel', 'The transfer was canceled at the registry.'],
] as const)('asks an operator when the transfer was %s', async (word, decision, why) => {
  const domain = `${word}-${process.pid}.com`
  const id = await requestTransfer(domain)
  const decider = decision === 'cancel' ? market : other
  await decider.decideTransfer(domain, decision, { transaction: randomUUID() })
  // Only the other side gets a message about what a client does itself.
  if (decision === 'cancel')
    await service.db.run(sql`update domain_deliveries set next_attempt_at = now() where order_id = ${id}`)
  await readMessages()
  await reachState(id, 'needs_operator')
  expect((await delivery(id)).last_error).toBe(why)
})

it('loses no message when the process dies before it acknowledges, and keeps each once', async () => {
  const domain = `crash-${process.pid}.com`
  const id = await requestTransfer(domain)
  await other.decideTransfer(domain, 'approve', { transaction: randomUUID() })
  const before = await countStored()
  isCutOff = true
  await expect(readMessages()).rejects.toThrow('cut off')
  await until('it was kept, and moved the delivery', async () => (await delivery(id)).auth_code_expires_at !== null)
  expect(await countStored()).toBe(before + 1)
  isCutOff = false
  // A message waits while the engine works on the next step of its delivery.
  await until('the registry has no message left', async () => {
    await readMessages()
    const left = await market.readMessage({ transaction: randomUUID() })
    return left.kind === 'done' && left.value === null
  })
  expect(await countStored()).toBe(before + 1)
})

it('leaves a message while a process works on its delivery', async () => {
  const domain = `leased-${process.pid}.com`
  const id = await requestTransfer(domain)
  await service.db.run(sql`
    update domain_deliveries set lease = 'lse_other', next_attempt_at = now() + interval '1 minute' where order_id = ${id}`)
  await other.decideTransfer(domain, 'approve', { transaction: randomUUID() })
  await readMessages()
  expect((await delivery(id)).messages).not.toContainEqual(
    expect.objectContaining({ transfer_state: 'clientApproved' }),
  )
  await service.db.run(sql`update domain_deliveries set lease = null where order_id = ${id}`)
  await readMessages()
  await until('it moves on', async () => (await delivery(id)).auth_code_expires_at !== null)
})

it('acknowledges messages about domains that nobody sold here, and deletes old ones', async () => {
  const name = `not-sold-${process.pid}.com`
  await market.registerDomain(
    { name, years: 1, nameservers: [], contact: '', authCode: 'code-1234' },
    { transaction: randomUUID() },
  )
  await other.requestTransfer({ name, authCode: 'code-1234' }, { transaction: randomUUID() })
  await readMessages()
  expect(await market.readMessage({ transaction: randomUUID() })).toMatchObject({ value: null })
  expect(await countStored()).toBeGreaterThan(0)
  service.clock.advance(REGISTRY_MESSAGE_KEEP_SECONDS + 86_400)
  await service.background.runJobNow('delivery.purge_messages')
  expect(await countStored()).toBe(0)
})

it('reads nothing with EPP_MESSAGES=off', async () => {
  const quiet = await startTestService({ EPP_MESSAGES: 'off', DELIVERY: 'simulated' })
  quiet.deps.registrars.live = {
    ...market,
    readMessage: () => Promise.reject(new Error('was asked')),
    close: async () => {},
  }
  await quiet.background.runJobNow('delivery.read_messages')
})
