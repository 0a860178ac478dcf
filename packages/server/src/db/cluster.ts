// Which database server this is. Transaction numbers order the event history, and another server counts them anew: moving the
// data there starts a new generation.
import type { Database, Tx } from './sql.ts'
import { sql, sqlState } from './sql.ts'

type Cluster = { system: string; generation: number }

const UNDEFINED_FUNCTION = '42883'
const INSUFFICIENT_PRIVILEGE = '42501'

/** Null where the server does not tell. */
async function systemIdentifier(db: Database): Promise<string | null> {
  try {
    const row = await db.one<{ system: string }>(sql`select system_identifier::text as system from pg_control_system()`)
    return row?.system ?? null
  } catch (error) {
    if (![UNDEFINED_FUNCTION, INSUFFICIENT_PRIVILEGE].includes(sqlState(error) ?? '')) throw error
    return null
  }
}

/** What else has to know that the data came from another server, in the transaction that notes it. */
export type OnMoved = (tx: Tx) => Promise<unknown>

/** Before anything is written: answers the generation, raised when the data came from another server. */
export async function recogniseCluster(
  db: Database,
  identify = systemIdentifier,
  onMoved: OnMoved = async () => {},
): Promise<number> {
  const system = (await identify(db)) ?? 'unknown'
  return db.tx(async (tx) => {
    await tx.run(sql`
      insert into service_state (key, value) values ('cluster', jsonb_build_object('system', ${system}::text, 'generation', 1))
      on conflict (key) do nothing`)
    const known = await tx.one<{ value: Cluster }>(
      sql`select value from service_state where key = 'cluster' for update`,
    )
    const { value } = known as { value: Cluster }
    if (value.system === system) return value.generation
    const generation = value.generation + 1
    await tx.run(sql`
      update service_state set value = jsonb_build_object('system', ${system}::text, 'generation', ${generation}::int)
      where key = 'cluster'`)
    await onMoved(tx)
    return generation
  })
}
