// The invariants of the books, each one statement that finds what breaks it. An empty answer is the proof.
import { type Db, type Sql, sql } from '../../db/sql.ts'
import type { Finding } from './store.ts'

export type Check = { name: string; promise: string; statement: Sql }

const open = sql`o.status not in ('TRANSFER_COMPLETED', 'SETTLED', 'REFUNDED', 'CANCELLED')`

export const LEDGER_CHECKS: readonly Check[] = [
  {
    name: 'journals_balance',
    promise: 'Every journal sums to zero in every currency.',
    statement: sql`
      select environment, journal as subject, currency, 0::bigint as expected, sum(amount_cents)::bigint as found
      from ledger_entries group by environment, journal, currency having sum(amount_cents) <> 0 limit 20`,
  },
  {
    name: 'journals_have_entries',
    promise: 'Every journal has its entries.',
    statement: sql`
      select j.environment, j.key as subject, '' as currency, 1::bigint as expected, 0::bigint as found
      from ledger_journals j where not exists (select from ledger_entries e where e.journal = j.key) limit 20`,
  },
  {
    name: 'deferred_is_price_of_open_orders',
    promise: 'What an order deferred is its price while it is open, and nothing afterwards.',
    statement: sql`
      select environment, subject, currency, expected, found from (
        select coalesce(o.environment, e.environment) as environment, coalesce(o.id, e.subject) as subject,
               coalesce(o.currency, e.currency) as currency,
               coalesce(case when ${open} then -o.sale_price_cents end, 0) as expected, coalesce(e.cents, 0)::bigint as found
        from orders o full join (
          select environment, subject, currency, sum(amount_cents) as cents from ledger_entries
          where account = 'order_deferred' group by environment, subject, currency
        ) e on e.subject = o.id
      ) t where expected <> found limit 20`,
  },
  {
    name: 'prepaid_is_commission_of_open_orders',
    promise: 'Prepaid commission is the commission of the open orders.',
    statement: sql`
      select environment, '' as subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select o.environment, o.currency, o.commission_cents as expected, 0 as found from orders o where ${open}
        union all
        select environment, currency, 0, amount_cents from ledger_entries where account = 'commission_prepaid'
      ) t group by environment, currency having sum(expected) <> sum(found) limit 20`,
  },
  {
    name: 'unbilled_is_owed_of_unsettled_orders',
    promise: 'What a partner owes but was not billed is the owed amount of its orders that are in no statement.',
    statement: sql`
      select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select o.environment, o.partner_id as subject, o.currency, o.amount_owed_cents as expected, 0 as found
        from orders o
        where o.payment_model = 'partner_collected' and o.status not in ('SETTLED', 'REFUNDED', 'CANCELLED')
        union all
        select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'partner_unbilled'
      ) t group by environment, subject, currency having sum(expected) <> sum(found) limit 20`,
  },
  {
    name: 'reversed_orders_net_to_zero',
    promise: 'A refunded or cancelled order leaves nothing in any account.',
    statement: sql`
      select o.environment, o.id as subject, e.account as currency, 0::bigint as expected, sum(e.amount_cents)::bigint as found
      from orders o join ledger_entries e on e.journal in (o.id || ':recorded', o.id || ':paid', o.id || ':reversed')
      where o.status in ('REFUNDED', 'CANCELLED')
      group by o.environment, o.id, e.account, e.subject having sum(e.amount_cents) <> 0 limit 20`,
  },
  {
    name: 'orders_have_their_rows',
    promise: 'Every order has its journal, its first timeline line and its event.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, 1::bigint as expected, 0::bigint as found
      from orders o
      where not exists (select from ledger_journals j where j.key in (o.id || ':recorded', o.id || ':paid'))
         or not exists (
           select from order_timeline t join events e on e.id = t.event_id
           where t.order_id = o.id and t.line = 1)
      limit 20`,
  },
  {
    name: 'sold_names_have_one_open_sale',
    promise: 'A name is sold exactly when one open sale of it exists.',
    statement: sql`
      select l.environment, l.id as subject, l.currency, (l.status = 'sold')::int::bigint as expected, count(o.id)::bigint as found
      from listings l left join orders o on o.listing_id = l.id and o.status not in ('REFUNDED', 'CANCELLED')
      where l.magic is null and (l.status = 'sold' or o.id is not null)
      group by l.id having count(o.id) <> (l.status = 'sold')::int limit 20`,
  },
]

export async function checkLedger(db: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name, statement } of LEDGER_CHECKS) {
    const rows = await db.many<Omit<Finding, 'invariant'>>(statement)
    findings.push(...rows.map((row) => ({ invariant: name, ...row })))
  }
  return findings
}
