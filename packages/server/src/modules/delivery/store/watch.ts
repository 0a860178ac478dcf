// SQL of what RDAP says about deliveries under way.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type Watch = {
  watchAfter: Date | null
  watchFailures: number
  registrarBefore: number | null
  registrarSeen: number | null
  registrarSeenName: string | null
  registrarSeenAt: Date | null
  arrivedAt: Date | null
}

const COLUMNS = sql`
  watch_after, watch_failures, registrar_before, registrar_seen, registrar_seen_name, registrar_seen_at, arrived_at`

/** Live deliveries to look up now, those that were never looked up first. While one is queued, the connector still has commands to send. */
export const listWatched = (db: Db, now: Date, limit: number): Promise<{ orderId: Id<'order'>; domain: string }[]> =>
  db.many(sql`
    select d.order_id, o.domain from domain_deliveries d join orders o on o.id = d.order_id
    where d.environment = 'live' and (is_active_delivery(d.state) or d.state = 'needs_operator')
      and (d.watch_after is null or d.watch_after <= ${now}) and o.status = 'TRANSFER_IN_PROGRESS'
    order by d.watch_after nulls first, d.order_id limit ${limit}`)

export const findWatch = (db: Db, orderId: string): Promise<(Watch & { startedAt: Date | null }) | undefined> =>
  db.one(sql`
    select ${COLUMNS}, (select o.transfer_started_at from orders o where o.id = order_id) as started_at
    from domain_deliveries where order_id = ${orderId}`)

/** The caller has locked the delivery. */
export async function saveWatch(tx: Tx, orderId: string, watch: Watch): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set watch_after = ${watch.watchAfter}, watch_failures = ${watch.watchFailures},
      registrar_before = ${watch.registrarBefore}, registrar_seen = ${watch.registrarSeen},
      registrar_seen_name = ${watch.registrarSeenName}, registrar_seen_at = ${watch.registrarSeenAt},
      arrived_at = ${watch.arrivedAt}
    where order_id = ${orderId}`)
}

/** The transfer starts, or has another target: what was seen before says nothing about it. */
export async function restartWatch(tx: Tx, orderId: string): Promise<void> {
  await tx.run(sql`
    update domain_deliveries set watch_after = null, watch_failures = 0, registrar_before = null, registrar_seen = null,
      registrar_seen_name = null, registrar_seen_at = null, arrived_at = null
    where order_id = ${orderId}`)
}
