// SQL of the simulated registrar's books: its domains, and the log of every command that it received.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** As the integration of the simulated registrar describes them. */
type SimulatedDomain = {
  name: string
  account: string | null
  registrarIanaId: number | null
  statuses: string[]
  nameservers: string[]
  expiresAt: Date
  isPrivate: boolean
  createdAt: Date
  updatedAt: Date
  transferredAt: Date | null
  pendingUntil: Date | null
}
type Place = { registrarIanaId: number | null; account: string | null }
type Change = {
  place?: Place
  pending?: (Place & { until: Date }) | null
  statuses?: string[]
  nameservers?: string[]
  expiresAt?: Date
  isPrivate?: boolean
}
type Received = { name: string; command: string; transaction: string }

const COLUMNS = sql`
  name, account, registrar_iana_id, statuses, nameservers, expires_at, created_at, updated_at, transferred_at, pending_until,
  is_private`

const completePending = (db: Db, scope: string, name: string, now: Date) =>
  db.one<SimulatedDomain>(sql`
    update simulated_domains set
      registrar_iana_id = pending_registrar_iana_id, account = pending_account, transferred_at = ${now}, updated_at = ${now},
      pending_registrar_iana_id = null, pending_account = null, pending_until = null
    where scope = ${scope} and name = ${name} and pending_until <= ${now} returning ${COLUMNS}`)

export const simulatedBooks = (db: Db) => {
  const find = async (scope: string, name: string, now: Date): Promise<SimulatedDomain | undefined> =>
    (await completePending(db, scope, name, now)) ??
    db.one<SimulatedDomain>(sql`select ${COLUMNS} from simulated_domains where scope = ${scope} and name = ${name}`)
  return {
    find,
    read: async (scope: string, name: string, initial: Change, now: Date): Promise<SimulatedDomain> => {
      const there = await find(scope, name, now)
      if (there) return there
      const row = await db.one<SimulatedDomain>(sql`
        insert into simulated_domains (scope, name, registrar_iana_id, account, statuses, nameservers, expires_at, created_at, updated_at)
        values (${scope}, ${name}, ${initial.place?.registrarIanaId ?? null}, ${initial.place?.account ?? null},
                ${initial.statuses ?? []}, ${initial.nameservers ?? []}, ${initial.expiresAt ?? now}, ${now}, ${now})
        on conflict (scope, name) do update set name = excluded.name returning ${COLUMNS}`)
      return row as SimulatedDomain
    },
    countCommands: async (scope: string, name: string, command: string): Promise<number> => {
      const row = await db.one<{ count: number }>(sql`
        select count(*)::int as count from simulated_commands
        where scope = ${scope} and name = ${name} and command = ${command}`)
      return row?.count ?? 0
    },
    apply: async (
      scope: string,
      { name, command, transaction }: Received,
      { place, pending, ...change }: Change,
      outcome: string,
      now: Date,
    ): Promise<void> => {
      await db.run(sql`
        with logged as (
          insert into simulated_commands (scope, name, command, transaction, outcome, at)
          values (${scope}, ${name}, ${command}, ${transaction}, ${outcome}, ${now}))
        update simulated_domains set
          registrar_iana_id = case when ${place !== undefined} then ${place?.registrarIanaId ?? null}::int else registrar_iana_id end,
          account = case when ${place !== undefined} then ${place?.account ?? null}::text else account end,
          transferred_at = case when ${place !== undefined} then ${now}::timestamptz else transferred_at end,
          pending_registrar_iana_id = case when ${pending !== undefined} then ${pending?.registrarIanaId ?? null}::int else pending_registrar_iana_id end,
          pending_account = case when ${pending !== undefined} then ${pending?.account ?? null}::text else pending_account end,
          pending_until = case when ${pending !== undefined} then ${pending?.until ?? null}::timestamptz else pending_until end,
          statuses = coalesce(${change.statuses ?? null}::text[], statuses),
          nameservers = coalesce(${change.nameservers ?? null}::text[], nameservers),
          is_private = coalesce(${change.isPrivate ?? null}::boolean, is_private),
          expires_at = coalesce(${change.expiresAt ?? null}::timestamptz, expires_at), updated_at = ${now}
        where scope = ${scope} and name = ${name}`)
    },
  }
}

/** A sandbox partner's clock went forward: transfers of its orders are that much nearer. */
export async function ageSimulated(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  await tx.run(sql`
    update simulated_domains s set pending_until = pending_until - make_interval(secs => ${seconds})
    from domain_deliveries d
    where d.order_id = s.scope and d.partner_id = ${owner.partnerId} and d.environment = ${owner.environment}
      and s.pending_until is not null`)
}
