// A good input for every route about registrations and changes at the registry. No engine runs: the makers write what a route needs.
import { sql } from '../src/db/sql.ts'
import { newId } from '../src/kernel/ids.ts'
import { insertCommands } from '../src/modules/registrations/store/commands.ts'
import type { TestService } from './harness.ts'
import { newUser } from './person.ts'
import { freshDomain, type MakeSample } from './route-sample-records.ts'

/** A command that waits for an operator. */
async function newStuckCommand(service: TestService): Promise<string> {
  const now = service.clock.now()
  const id = newId('registryCommand', now)
  const command = {
    id,
    ownerId: (await newUser(service)).id,
    domain: freshDomain(),
    kind: 'set_lock' as const,
    params: { locked: true },
    state: 'needs_operator' as const,
    bulkId: null,
    purchaseId: null,
    priceCents: null,
  }
  await service.db.tx((tx) => insertCommands(tx, [command], now))
  return id
}

const stuck: MakeSample = async (_, service) => ({ params: { command_id: await newStuckCommand(service) } })

export const REGISTRATION_SAMPLES: Record<string, MakeSample> = {
  'bulk.report': async ({ person }, service) => {
    const now = service.clock.now()
    const id = newId('bulkRun', now)
    await service.db.run(sql`
      insert into bulk_runs (id, user_id, op, params, total, succeeded, at)
      select ${id}, id, 'set_lock', '{"locked":true}', 1, 1, ${now} from users where email = ${person.email}`)
    return { params: { bulk_id: id } }
  },
  'operator.registry_commands.list': () => ({ query: 'state=needs_operator&limit=2' }),
  'operator.registry_commands.get': stuck,
  'operator.registry_commands.retry': stuck,
  'operator.registry_commands.confirm': stuck,
  'operator.registry_commands.fail': stuck,
}
