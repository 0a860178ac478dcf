// The invariants of disputes, and of sales that were taken back after the delivery.
import { type Sql, sql } from '../../../db/sql.ts'
import { type Check, equal, most } from './check.ts'

/**
 * The journals of an order `o`: its own, and what its lost disputes took and paid back. A list that entries are looked up by: compared
 * with a list inside a condition, every entry was read for every order.
 */
export const listJournals = (...kinds: readonly string[]): Sql => sql`
  select o.id || ':' || kind as journal from unnest(${kinds}::text[]) as kind
  union all
  select unnest(array[d.id || ':withdrawn', d.id || ':lost']) from disputes d where d.order_id = o.id and d.reversed_cents > 0`

/** A lost dispute of an order `o` whose money the processor has not taken yet, or that took more than the price. */
export const notWithdrawn = sql`
  select from disputes d where d.order_id = o.id and d.reversed_cents > 0
    and (d.withdrawn_at is null or d.amount_cents <> d.reversed_cents)`

/** Accounts that money of one sale moves between are one: whether it was payable or paid does not matter. */
const group = sql`
  case when e.account in ('commission_accrued', 'commission_pending') then 'commission'
       when e.account in ('proceeds_held', 'proceeds_payable') then 'proceeds' else e.account end`

export const STATEMENT_CHECKS: readonly Check[] = [
  {
    name: 'seller_statements_equal_the_ledger',
    promise:
      "The balance on a seller's statement is the one on the statement before plus the movements of payable proceeds that are on it. No movement is on two statements, and everything before a statement is on one.",
    statement: sql`
      select d.environment, d.id as subject, d.currency, coalesce(d.before, 0) + coalesce(m.cents, 0)::bigint as expected, d.gross_cents as found
      from (
        select *, lag(gross_cents) over (partition by seller_id, currency order by year, number) as before from documents where seller_id is not null
      ) d left join (
        select l.document_id, -sum(e.amount_cents) as cents from seller_statement_lines l
          join ledger_entries e on e.journal = l.journal and e.account = 'proceeds_payable' and e.subject = l.seller_id and e.currency = l.currency
        group by l.document_id
      ) m on m.document_id = d.id
      where d.gross_cents is distinct from coalesce(d.before, 0) + coalesce(m.cents, 0) or d.environment <> 'live'
      union all
      select 'live', p.id, p.currency, 1, 0 from seller_payouts p
      where exists (select from documents d where d.seller_id = p.seller_id and d.issued_at <= p.created_at)
        and not exists (select from seller_statement_lines l where l.journal = p.id || ':created') ${most}`,
  },
]

export const CLAWBACK_CHECKS: readonly Check[] = [
  {
    name: 'clawed_back_orders_net_to_zero',
    promise:
      "A delivered order that was taken back has a zero balance in every account once the buyer's money has been returned. Commission and proceeds that were paid are owed by those who got them.",
    statement: sql`
      select o.environment, o.id as subject, ${group} as currency, 0::bigint as expected, sum(e.amount_cents)::bigint as found
      from orders o cross join lateral (${listJournals('paid', 'delivered', 'payable', 'clawed_back', 'buyer_refunded', 'taxed', 'tax_reversed')}) j
        join ledger_entries e on e.journal = j.journal
      where o.clawed_back_at is not null and not exists (select from buyer_refunds r where r.subject = o.id and r.status = 'pending')
        and (o.dispute_id is null or not exists (${notWithdrawn}))
      group by o.environment, o.id, ${group}, e.subject, e.currency having sum(e.amount_cents) <> 0 ${most}`,
  },
  {
    name: 'clawbacks_match_their_orders',
    promise:
      'A delivered order is marked as taken back if and only if it has one clawback of its price and commission, with its journal.',
    statement: sql`
      select coalesce(o.environment, c.environment) as environment, coalesce(o.id, c.order_id) as subject,
             coalesce(o.currency, c.currency) as currency, coalesce(o.sale_price_cents, 0) as expected, coalesce(c.amount_cents, 0) as found
      from (select * from orders where clawed_back_at is not null) o
      full join order_clawbacks c on c.order_id = o.id
      left join ledger_journals j on j.key = c.order_id || ':clawed_back'
      where o.id is null or c.order_id is null or j.key is null or not is_delivered(o.status)
         or (c.partner_id, c.environment, c.currency, c.amount_cents, c.commission_cents) is distinct from
            (o.partner_id, o.environment, o.currency, o.sale_price_cents - o.refunded_cents, o.commission_cents - o.clawback_cents) ${most}`,
  },
  {
    name: 'disputed_funds_are_of_open_disputes',
    promise:
      'The amount that a processor holds for a dispute equals the disputed amount from the withdrawal until it is returned or lost.',
    statement: equal(sql`
      select environment, id as subject, currency,
             amount_cents * ((withdrawn_at is not null)::int - (reinstated_at is not null)::int - (status = 'lost')::int) as expected,
             0 as found
      from disputes
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'disputed_funds'`),
  },
  {
    name: 'dispute_costs_are_of_disputes',
    promise:
      'Dispute fees equal those that processors charged and did not return. Dispute losses equal the lost amounts that no sale was taken back for.',
    statement: equal(sql`
      select environment, 'dispute_fees' as subject, fee_currency as currency, fee_cents as expected, 0 as found
      from disputes where fee_cents > 0 and fee_returned_at is null
      union all
      select environment, 'dispute_losses', currency, amount_cents - reversed_cents, 0 from disputes where status = 'lost'
      union all
      select environment, account, currency, 0, amount_cents from ledger_entries where account in ('dispute_fees', 'dispute_losses')`),
  },
  {
    name: 'orders_show_their_disputes',
    promise:
      'An order is disputed if and only if one of its disputes is open, which an inquiry is not, and nobody was paid for a disputed sale by a payout after the dispute was opened.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, coalesce(d.open, false)::int::bigint as expected, o.dispute_open::int::bigint as found
      from (select * from orders where dispute_open or dispute_id is not null) o
      full join (
        select order_id, bool_or(is_open_dispute(status)) as open, bool_or(reversed_cents > 0) as reversed
        from disputes where order_id is not null and not inquiry group by order_id
      ) d on d.order_id = o.id
      where o.id is null or d.order_id is null or o.dispute_open <> d.open
         or d.reversed and o.clawed_back_at is null and not is_reversed(o.status)
      union all
      select 'live', s.order_id, s.currency, 0, s.proceeds_cents
      from seller_sales s join disputes d on d.order_id = s.order_id and not d.inquiry and is_open_dispute(d.status)
        join seller_payouts p on p.id = s.payout_id
      where p.created_at > d.opened_at ${most}`,
  },
]
