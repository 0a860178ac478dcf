// Each fault that the registry simulator has: a change of a person's domain over EPP ends in a named state, and happens at most once.
import { type CommandRecord, FAULT_NAMES, FAULTS, type FaultName, startSimulator } from '@freehold/epp/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { newAccount } from '../../../test/oauth.ts'
import { until } from '../../../test/receiver.ts'
import { sql } from '../../db/sql.ts'
import { createEppRegistrar } from '../../integrations/registrar/epp.ts'
import type { Registrar } from '../../integrations/registrar/registrar.ts'
import { systemClock } from '../../kernel/clock.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import { giveDomains } from '../domains/index.ts'
import type { CommandKind, CommandParams } from './rules/commands.ts'
import { insertCommands, type NewCommand } from './store/commands.ts'

/** How a change ends whose commands have the fault each time. After a single fault it is done. */
const ENDS: Record<FaultName, 'done' | 'failed'> = {
  'slow-greeting': 'done',
  'session-limit': 'failed',
  slow: 'done',
  'lost-command': 'failed',
  'lost-response': 'done',
  'cut-frame': 'done',
  'wrong-length': 'done',
  'wrong-client-transaction': 'done',
  'wrong-server-transaction': 'done',
  'command-failed': 'failed',
}
const REGISTRANT = {
  name: 'Ada Example',
  organization: null,
  street: '1 Main Street',
  city: 'Springfield',
  state: null,
  postalCode: null,
  country: 'US',
  phone: '+1.5555550100',
  email: 'ada@mail.example',
}
const CHANGES: Partial<Record<CommandKind, { params: CommandParams; applied: string }>> = {
  set_lock: { params: { locked: true }, applied: 'domain:update' },
  renew: { params: { years: 1 }, applied: 'domain:renew' },
  register: { params: { years: 1, registrant: REGISTRANT }, applied: 'domain:create' },
}

const log: CommandRecord[] = []
let service: TestService
let registrar: Registrar
let simulator: Awaited<ReturnType<typeof startSimulator>>
let ownerId: Id<'user'>
/** Of greetings and logins. */
let fault: FaultName | null = null

beforeAll(async () => {
  const clients = { market: 'market-Pass1' }
  const onCommand = (entry: CommandRecord) => void log.push(entry)
  simulator = await startSimulator({ clients, slowMs: 50, onCommand, faults: () => fault })
  service = await startTestService({ DELIVERY: 'simulated' }, { background: true })
  const { port, ca } = simulator
  const login = { host: '127.0.0.1', port, ca, user: 'market', password: clients.market }
  registrar = createEppRegistrar(
    { ...login, certificate: null, sessions: 5 },
    { clock: systemClock, pool: { backoffMs: { first: 1, most: 5 }, waitMs: 300 } },
  )
  service.deps.registrars.live = registrar
  const { email } = await newAccount(service)
  ownerId = (await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${email}`))!.id
})
afterAll(async () => {
  await registrar.close()
  await simulator.close()
})

type Change = Pick<NewCommand, 'id' | 'kind' | 'domain'>

function addDomain(name: string): void {
  const create = {
    action: 'create',
    object: 'domain',
    name,
    period: { value: 1, unit: 'y' },
    authCode: 'of-a-person-1',
  } as const
  const { code } = simulator.registry.execute('market', {
    ...create,
    nameservers: null,
    registrant: null,
    contacts: [],
    secDns: null,
  })
  expect(code).toBe(1000)
}

/** One change of each kind, each of its own domain. */
async function queueChanges(label: string): Promise<Change[]> {
  const now = systemClock.now()
  const rest = { ownerId, state: 'queued', bulkId: null, purchaseId: null, priceCents: null } as const
  const commands = Object.entries(CHANGES).map(([kind, { params }]) => ({
    ...rest,
    id: newId('registryCommand', now),
    domain: `${label}-${kind.replace('_', '-')}.com`,
    kind: kind as CommandKind,
    params,
  }))
  const owned = commands.filter(({ kind }) => kind !== 'register').map(({ domain }) => domain)
  owned.forEach(addDomain)
  await service.db.tx(async (tx) => {
    await giveDomains(tx, { accountId: ownerId, email: null }, owned, now)
    await insertCommands(tx, commands, now)
  })
  return commands
}

const readState = async (id: string): Promise<string> =>
  (await service.db.one<{ state: string }>(sql`select state from registry_commands where id = ${id}`))!.state

/** Time passes until no change is under way. */
async function settle(changes: readonly Change[]): Promise<void> {
  await until('every change has ended', async () => {
    await service.db.run(sql`update registry_commands set next_attempt_at = now() where lease is null`)
    const ids = changes.map(({ id }) => id)
    const open = await service.db.one(
      sql`select 1 as one from registry_commands where id = any(${ids}) and state not in ('done', 'failed', 'needs_operator')`,
    )
    return open === undefined
  })
}

async function expectEnd({ id, kind, domain }: Change, state: string): Promise<void> {
  const applied = log.filter(
    ({ object, action, isApplied }) => object === domain && isApplied && action === CHANGES[kind]!.applied,
  )
  expect([domain, await readState(id), applied.length]).toEqual([domain, state, state === 'done' ? 1 : 0])
}

it('ends every change in a named state, whether a command has a fault once or each time', async () => {
  const ends: [Change, string][] = []
  for (const name of FAULT_NAMES.filter((one) => FAULTS[one].at === 'command')) {
    for (const change of await queueChanges(`fault-${name}-always`)) ends.push([change, ENDS[name]])
    if (ENDS[name] !== 'done')
      for (const change of await queueChanges(`fault-${name}-once`)) ends.push([change, 'done'])
  }
  await settle(ends.map(([change]) => change))
  for (const [change, state] of ends) await expectEnd(change, state)
})

it.each(FAULT_NAMES.filter((one) => FAULTS[one].at !== 'command'))(
  'ends changes in a named state while every session has the fault %s',
  async (name) => {
    fault = name
    simulator.dropConnections()
    const changes = await queueChanges(`session-${name}`)
    await settle(changes)
    fault = null
    for (const change of changes) await expectEnd(change, ENDS[name])
  },
)
