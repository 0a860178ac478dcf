// Each fault that the registry simulator has: a delivery over EPP ends in a named state, and changes the domain at most once.
import { randomUUID } from 'node:crypto'
import {
  type CommandRecord,
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type Simulator,
  startSimulator,
} from '@freehold/epp/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestPartner, type TestService } from '../../../test/harness.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { createEppRegistrar } from '../../integrations/registrar/epp.ts'
import type { Registrar } from '../../integrations/registrar/registrar.ts'
import { systemClock } from '../../kernel/clock.ts'

/** Where a delivery ends whose commands have the fault each time. After a single fault it is done. */
const ENDS: Record<FaultName, 'done' | 'needs_operator'> = {
  'slow-greeting': 'done',
  'session-limit': 'needs_operator',
  slow: 'done',
  'lost-command': 'needs_operator',
  'lost-response': 'done',
  'cut-frame': 'done',
  'wrong-length': 'done',
  'wrong-client-transaction': 'done',
  'wrong-server-transaction': 'done',
  'command-failed': 'needs_operator',
}

const log: CommandRecord[] = []
let simulator: Simulator
let service: TestService
let registrar: Registrar
let partner: TestPartner
/** Of greetings and logins. */
let fault: FaultName | null = null

beforeAll(async () => {
  const clients = { market: 'market-Pass1', other: 'other-Pass2' }
  simulator = await startSimulator({
    clients,
    slowMs: 50,
    onCommand: (entry) => void log.push(entry),
    faults: () => fault,
  })
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
  const { port, ca } = simulator
  const login = {
    host: '127.0.0.1',
    port,
    ca,
    user: 'market',
    password: clients.market,
    certificate: null,
    sessions: 5,
  }
  registrar = createEppRegistrar(login, {
    clock: systemClock,
    pool: { backoffMs: { first: 1, most: 5 }, waitMs: 300 },
  })
  service.deps.registrars.live = registrar
  partner = await service.partner({ environment: 'live' })
})
afterAll(async () => {
  await registrar.close()
  await simulator.close()
})

/** An order whose buyer gets an auth code. */
async function sell(domain: string): Promise<string> {
  const { code } = simulator.registry.execute('market', {
    action: 'create',
    object: 'domain',
    name: domain,
    period: { value: 1, unit: 'y' },
    nameservers: null,
    registrant: null,
    contacts: [],
    authCode: 'of-the-seller-1',
    secDns: null,
  })
  expect(code).toBe(1000)
  await service.list('live', domain)
  const body = {
    external_payment_ref: 'r',
    domain,
    expected_price: 100_000,
    currency: 'USD',
    delivery: { method: 'auth_code' },
  }
  const headers = { 'idempotency-key': randomUUID() }
  return (await service.signed(partner, 'POST', '/api/partner/v1/orders', body, { headers })).json.public_id
}

/** The buyer's registrar, once the code is set. */
function requestTransfer(name: string): void {
  const authCode = simulator.registry.state.domains.get(name)!.authCode
  if (authCode !== 'of-the-seller-1')
    simulator.registry.execute('other', {
      action: 'transfer',
      object: 'domain',
      op: 'request',
      name,
      period: null,
      authCode,
    })
}

const read = async (id: string) => (await service.operator('GET', `/orders/${id}/delivery`)).json

/** Time passes, and buyers act, until no delivery is under way. */
async function settle(sales: ReadonlyMap<string, string>): Promise<void> {
  await until('every delivery has ended', async () => {
    for (const domain of sales.keys()) requestTransfer(domain)
    await service.db.run(sql`update domain_deliveries set next_attempt_at = now() where lease is null`)
    const open = await service.db.one(sql`
      select 1 as one from domain_deliveries where order_id = any(${[...sales.values()]}) and state not in ('done', 'needs_operator')`)
    return open === undefined
  })
}

const listChanges = (domain: string): string[] =>
  log.filter(({ object, isApplied }) => object === domain && isApplied).map(({ action }) => action)

async function expectEnd(domain: string, id: string, state: string): Promise<void> {
  const found = await read(id)
  expect([domain, found.state]).toEqual([domain, state])
  expect([domain, listChanges(domain)]).toEqual([
    domain,
    state === 'done' ? ['domain:update', 'domain:transfer:approve'] : [],
  ])
  if (state === 'done') return
  expect(found.last_error).toEqual(expect.any(String))
  expect(found.actions.map(({ action }: { action: string }) => action)).toContain('retry')
}

it('ends every delivery in a named state, whether a command has a fault once or each time', async () => {
  const sales = new Map<string, string>()
  const ends = new Map<string, string>()
  for (const name of FAULT_NAMES.filter((one) => FAULTS[one].at === 'command'))
    for (const [domain, end] of [
      [`fault-${name}-always.com`, ENDS[name]],
      ...(ENDS[name] === 'done' ? [] : [[`fault-${name}-once.com`, 'done'] as const]),
    ] as const) {
      sales.set(domain, await sell(domain))
      ends.set(domain, end)
    }
  await settle(sales)
  for (const [domain, id] of sales) await expectEnd(domain, id, ends.get(domain)!)
})

it.each(FAULT_NAMES.filter((one) => FAULTS[one].at !== 'command'))(
  'ends a delivery in a named state while every session has the fault %s, and goes on afterwards',
  async (name) => {
    fault = name
    simulator.dropConnections()
    const domain = `session-${name}.com`
    const sale = new Map([[domain, await sell(domain)]])
    await settle(sale)
    const id = sale.get(domain)!
    await expectEnd(domain, id, ENDS[name])
    fault = null
    if (ENDS[name] === 'done') return
    await service.operator('POST', `/orders/${id}/delivery/retry`, {})
    await settle(sale)
    await expectEnd(domain, id, 'done')
  },
)
