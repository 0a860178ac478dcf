// SQL of settling many orders at once.
// Updates of orders fire orders_sum_moved (modules/settlement/order-sums.sql).
import { sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'

export type Delivered = { id: Id<'order'>; domain: string; salePriceCents: number; currency: string }

/** Those of the given orders that are delivered, in the order given. */
export const lockDelivered = (tx: Tx, ids: readonly string[]): Promise<Delivered[]> =>
  tx.many<Delivered>(sql`
    select o.id, o.domain, o.sale_price_cents, o.currency
    from unnest(${ids}::text[]) with ordinality as g(id, place) join orders o on o.id = g.id
    where o.status = 'TRANSFER_COMPLETED' order by g.place for update of o`)

export type Settling = {
  settlementId: string
  ids: readonly string[]
  eventIds: readonly string[]
  at: Date
  actor: string
  message: string
  event: string
}

/** State and timeline of all of them in one statement. */
export async function saveSettled(tx: Tx, settling: Settling): Promise<number> {
  return tx.run(sql`
    with moved as (
      update orders o set status = 'SETTLED', settlement_id = ${settling.settlementId}, updated_at = ${settling.at}
      from unnest(${settling.ids}::text[], ${settling.eventIds}::text[]) as g(id, event_id)
      where o.id = g.id and o.status = 'TRANSFER_COMPLETED' returning o.id, g.event_id
    )
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    select m.id, (select max(t.line) + 1 from order_timeline t where t.order_id = m.id), ${settling.at}, 'SETTLED',
           ${settling.event}, m.event_id, ${settling.actor}, ${settling.message}
    from moved m`)
}
