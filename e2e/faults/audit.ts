// What must hold after any fault, told by the database itself: nothing acknowledged is lost or doubled, and nothing is half done.
import { type Db, sql } from '../../packages/server/src/db/sql.ts'
import { checkLedger } from '../../packages/server/src/modules/audit/index.ts'
import type { Acknowledged } from './writers.ts'

type Row = {
  id: string
  domain: string
  listing: string
  orders: number
  events: number
  deliveries: number
  journals: number
  answers: number
}

/** The companions of every order that the writers made. */
const listOrders = (db: Db) =>
  db.many<Row>(sql`
    select o.id, o.domain, l.status as listing, count(*) over (partition by o.external_payment_ref)::int as orders,
           (select count(*) from order_timeline t join events e on e.id = t.event_id
            where t.order_id = o.id and e.type = 'order.recorded')::int as events,
           (select count(*) from order_timeline t join webhook_deliveries d on d.event_id = t.event_id
            where t.order_id = o.id and d.event_type = 'order.recorded')::int as deliveries,
           (select count(*) from ledger_journals j where j.key = o.id || ':recorded')::int as journals,
           (select count(*) from idempotency_keys k where k.partner_id = o.partner_id and k.environment = o.environment
              and k.key = 'buy-' || o.domain and k.status = 201 and k.body like '%' || o.id || '%')::int as answers
    from orders o join listings l on l.id = o.listing_id where o.external_payment_ref like 'paid-%'`)

/** Every broken promise, as a sentence; none is the proof. */
export async function brokenPromises(db: Db, acknowledged: Acknowledged): Promise<string[]> {
  const broken: string[] = []
  const rows = await listOrders(db)
  const byDomain = new Map(rows.map((row) => [row.domain, row]))
  for (const [domain, id] of acknowledged) {
    const found = byDomain.get(domain)?.id
    if (found !== id) broken.push(`${domain}: ${id} was acknowledged, ${found ?? 'no order'} is there`)
  }
  for (const { id, domain, listing, orders, events, deliveries, journals, answers } of rows) {
    if (orders !== 1) broken.push(`${domain} was sold ${orders} times`)
    if (listing !== 'sold') broken.push(`${domain} was sold and is ${listing}`)
    if (answers !== 1) broken.push(`${id} has ${answers} stored answers`)
    if (events !== 1) broken.push(`${id} has ${events} events`)
    if (deliveries !== 1) broken.push(`${id} has ${deliveries} deliveries`)
    if (journals !== 1) broken.push(`${id} has ${journals} journals of its sale`)
  }
  for (const { invariant, subject } of await checkLedger(db)) broken.push(`ledger: ${invariant} ${subject}`)
  return broken
}
