// A good input for every route about registrations and changes at the registry. No engine runs: the makers write what a route needs.
import { sql } from '../src/db/sql.ts'
import { type Id, newId } from '../src/kernel/ids.ts'
import { openPurchase } from '../src/modules/registrations/service/purchase.ts'
import { insertCommands } from '../src/modules/registrations/store/commands.ts'
import type { TestService } from './harness.ts'
import { newUser } from './person.ts'
import { freshDomain, type MakeSample } from './route-sample-records.ts'

async function newCommand(service: TestService, state: 'queued' | 'needs_operator'): Promise<string> {
  const now = service.clock.now()
  const id = newId('registryCommand', now)
  const command = {
    id,
    ownerId: (await newUser(service)).id,
    domain: freshDomain(),
    kind: 'set_lock' as const,
    params: { locked: true },
    state,
    bulkId: null,
    purchaseId: null,
    priceCents: null,
  }
  await service.db.tx((tx) => insertCommands(tx, [command], now))
  return id
}

const stuck: MakeSample = async (_, service) => ({
  params: { command_id: await newCommand(service, 'needs_operator') },
})

export const REGISTRANT = {
  name: 'Ada Example',
  street: '1 Main Street',
  city: 'Springfield',
  country: 'US',
  phone: '+1.5555550100',
  email: 'ada@mail.example',
}

/** A registration that nobody has paid for. */
async function newOpenPurchase(service: TestService, email: string): Promise<string> {
  await service.house()
  const user = await service.db.one<{ id: Id<'user'> }>(sql`select id from users where email = ${email}`)
  const opened = await service.db.tx((tx) =>
    openPurchase(service.deps, tx, {
      userId: user!.id,
      buyer: { email, name: null, country: null },
      product: 'renewal',
      bulkId: null,
      items: [{ domain: freshDomain(), kind: 'renew', params: { years: 1 }, priceCents: 1200 }],
      returnPath: '/account/registrations',
      cancelPath: '/account/registrations',
    }),
  )
  return opened.id
}

export const REGISTRATION_SAMPLES: Record<string, MakeSample> = {
  'bulk.report': async ({ person }, service) => {
    const now = service.clock.now()
    const id = newId('bulkRun', now)
    await service.db.run(sql`
      insert into bulk_runs (id, user_id, op, params, total, succeeded, at)
      select ${id}, id, 'set_lock', '{"locked":true}', 1, 1, ${now} from users where email = ${person.email}`)
    return { params: { bulk_id: id } }
  },
  'registrations.create': async (_, service) => {
    await service.house()
    service.deps.registrars.live = 'simulated'
    return { body: { domain: freshDomain(), years: 1, registrant: REGISTRANT } }
  },
  'domain_purchases.list': () => ({ query: 'limit=2' }),
  'domain_purchases.get': async ({ person }, service) => ({
    params: { purchase_id: await newOpenPurchase(service, person.email) },
  }),
  'operator.registry_commands.list': () => ({ query: 'state=needs_operator&limit=2' }),
  'operator.registry_commands.get': stuck,
  'operator.registry_commands.retry': stuck,
  'operator.registry_commands.confirm': stuck,
  'operator.registry_commands.fail': stuck,
  'operator.registry_commands.take_over': async (_, service) => ({
    params: { command_id: await newCommand(service, 'queued') },
  }),
}
