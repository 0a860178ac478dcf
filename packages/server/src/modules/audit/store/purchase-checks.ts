// Checks of registrations and renewals that people pay for: what is deferred, earned, refunded and documented.
import { sql } from '../../../db/sql.ts'
import { type Check, most } from './check.ts'

export const PURCHASE_CHECKS: readonly Check[] = [
  {
    name: 'deferred_is_total_of_paid_purchases',
    promise: 'What is deferred for a purchase is its total while the registry works on it, then zero.',
    statement: sql`
      select environment, subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select 'live' as environment, id as subject, currency, -total_cents as expected, 0 as found
        from domain_purchases where state = 'paid'
        union all
        select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'purchase_deferred'
      ) t group by environment, subject, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'registration_sales_are_what_the_registry_did',
    promise: 'Sales of registrations and renewals are the prices of what the registry did for settled purchases.',
    statement: sql`
      select environment, '' as subject, currency, sum(expected)::bigint as expected, sum(found)::bigint as found from (
        select 'live' as environment, u.currency, -c.price_cents as expected, 0 as found
        from registry_commands c join domain_purchases u on u.id = c.purchase_id
        where c.state = 'done' and u.state = 'settled'
        union all
        select environment, currency, 0, amount_cents from ledger_entries where account = 'registration_sales'
      ) t group by environment, currency having sum(expected) <> sum(found) ${most}`,
  },
  {
    name: 'purchases_refund_what_failed',
    promise:
      'A settled purchase refunds the prices of what the registry did not do, with the tax added to them, and nothing else is refunded.',
    statement: sql`
      select 'live' as environment, u.id as subject, u.currency, u.total_cents - coalesce(c.done_cents, 0) + u.refunded_tax_cents as expected,
             coalesce(r.amount_cents + r.disputed_cents, 0) as found
      from domain_purchases u left join (
        select purchase_id, (sum(price_cents) filter (where state = 'done'))::bigint as done_cents, sum(price_cents)::bigint as total,
               count(*) filter (where state not in ('done', 'failed')) as open
        from registry_commands where purchase_id is not null group by purchase_id
      ) c on c.purchase_id = u.id left join buyer_refunds r on r.subject = u.id
      where c.total is distinct from u.total_cents
        or u.state = 'settled' and (c.open <> 0 or u.refunded_cents <> u.total_cents - coalesce(c.done_cents, 0)
          or u.refunded_cents + u.refunded_tax_cents <> coalesce(r.amount_cents + r.disputed_cents, 0))
        or u.state <> 'settled' and r.subject is not null ${most}`,
  },
  {
    name: 'purchases_have_their_documents',
    promise:
      'A paid registration or renewal has one receipt or invoice, and one credit note if something was refunded. Purchases before the first document have none.',
    statement: sql`
      select 'live' as environment, u.id as subject, u.currency, 1 + (u.refunded_cents > 0)::int::bigint as expected,
             coalesce(d.sales + d.credits, 0)::bigint as found
      from domain_purchases u
      join (select min(purchase_id) as first from documents where purchase_id is not null) f on u.id >= f.first
      left join (
        select purchase_id, count(*) filter (where kind <> 'credit_note') as sales, count(*) filter (where kind = 'credit_note') as credits
        from documents where purchase_id is not null group by purchase_id
      ) d on d.purchase_id = u.id
      where u.payment_id is not null
        and (coalesce(d.sales, 0) <> 1 or coalesce(d.credits, 0) <> (u.refunded_cents > 0)::int) ${most}`,
  },
]
