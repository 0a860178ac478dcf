// The invariants of statements, payouts and sums, in the form of the other checks of the books.
import { sql } from '../../../db/sql.ts'
import { type Check, equal, most } from './check.ts'

/** An order whose statement is closed counts as billed, though a run may still be moving it on. */
export const billed = sql`exists (
  select from settlement_lines l join settlements s on s.id = l.settlement_id where l.order_id = o.id and s.status <> 'open')`

/** What is left of an order after partial refunds. */
export const restPrice = sql`(o.sale_price_cents - o.refunded_cents)`
export const restCommission = sql`(o.commission_cents - o.clawback_cents)`
export const restOwed = sql`
  (case when o.payment_model = 'partner_collected' then ${restPrice} - ${restCommission} else o.amount_owed_cents end)`

export const SETTLEMENT_CHECKS: readonly Check[] = [
  {
    name: 'statements_sum_their_lines',
    promise:
      'Every amount on a closed statement equals the sum of its lines and adjustments. The amount owed is gross sales minus retained commission plus adjustments.',
    statement: sql`
      select s.environment, s.id as subject, s.currency, s.amount_owed_cents as expected,
             coalesce(l.owed, 0)::bigint + coalesce(a.cents, 0)::bigint as found
      from settlements s
      left join (
        select settlement_id, count(*) as orders, sum(amount_owed_cents) as owed,
               coalesce(sum(sale_price_cents) filter (where payment_model = 'partner_collected'), 0) as gross,
               coalesce(sum(commission_cents) filter (where payment_model = 'partner_collected'), 0) as retained,
               coalesce(sum(commission_cents) filter (where payment_model = 'service_collected'), 0) as earned
        from settlement_lines group by settlement_id
      ) l on l.settlement_id = s.id
      left join (
        select settlement_id, sum(amount_cents) as cents from settlement_adjustments group by settlement_id
      ) a on a.settlement_id = s.id
      where s.status <> 'open' and (
        s.amount_owed_cents <> coalesce(l.owed, 0) + coalesce(a.cents, 0) or s.orders_count <> coalesce(l.orders, 0)
        or s.gross_sold_cents <> coalesce(l.gross, 0) or s.commission_retained_cents <> coalesce(l.retained, 0)
        or s.commission_earned_cents <> coalesce(l.earned, 0) or s.adjustments_cents <> coalesce(a.cents, 0)) ${most}`,
  },
  {
    name: 'lines_are_their_orders',
    promise:
      'Every statement line has the amounts of its order, less partial refunds. An order is SETTLED only if a closed statement settled it, and it refers to that statement.',
    statement: sql`
      select coalesce(o.environment, '') as environment, coalesce(o.id, l.order_id) as subject, coalesce(o.currency, '') as currency,
             1::bigint as expected, 0::bigint as found
      from (select * from orders where status = 'SETTLED' or settlement_id is not null) o
      full join (
        select l.*, s.status <> 'open' and l.line <= s.settled_count as moved, s.partner_id, s.environment, s.currency
        from settlement_lines l join settlements s on s.id = l.settlement_id
      ) l on l.order_id = o.id
      where (o.id is null and l.moved) or (o.id is not null and (
        l.moved is distinct from true or o.status <> 'SETTLED' or o.settlement_id is distinct from l.settlement_id
        or (o.partner_id, o.environment, o.currency, o.domain, o.payment_model, ${restPrice}, ${restCommission}, ${restOwed})
           is distinct from (l.partner_id, l.environment, l.currency, l.domain, l.payment_model, l.sale_price_cents, l.commission_cents,
                             l.amount_owed_cents))) ${most}`,
  },
  {
    name: 'statements_do_not_overlap',
    promise: 'The statements of a partner in one currency do not overlap, and none spans two months.',
    statement: sql`
      select s.environment, s.id as subject, s.currency, 0::bigint as expected, 1::bigint as found
      from (select *, lag(period_end) over (partition by partner_id, environment, currency order by period_start) as earlier from settlements) s
      where s.earlier > s.period_start
         or s.period_end > date_trunc('month', s.period_start, 'UTC') + interval '1 month 1 millisecond' ${most}`,
  },
  {
    name: 'receivable_is_owed_of_unpaid_statements',
    promise: 'The amount partners owe equals the total of their closed, unpaid statements.',
    statement: equal(sql`
      select environment, partner_id as subject, currency, amount_owed_cents as expected, 0 as found from settlements where status = 'closed'
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'partner_receivable'`),
  },
  {
    name: 'accrued_commission_is_of_unsettled_sales',
    promise: 'Accrued commission equals the commission of hosted checkout sales that are not on a closed statement.',
    statement: equal(sql`
      select o.environment, o.partner_id as subject, o.currency, -${restCommission} as expected, 0 as found from orders o
      where o.payment_model = 'service_collected' and o.status <> 'SETTLED' and not is_reversed(o.status) and not ${billed}
        and not exists (select from order_clawbacks c where c.order_id = o.id and c.commission_from = 'accrued')
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'commission_accrued'`),
  },
  {
    name: 'pending_commission_is_earned_less_paid_out',
    promise:
      'Payable commission equals the earnings of closed statements and completed cases, minus the payouts that did not fail and what was taken back.',
    statement: equal(sql`
      select environment, partner_id || ' commission_pending' as subject, currency, -commission_earned_cents as expected, 0 as found
      from settlements where status <> 'open'
      union all
      select environment, partner_id || ' brokerage_pending', currency, -partner_commission_cents, 0
      from brokerage_cases where status = 'completed'
      union all
      select environment, partner_id || ' ' || kind || '_pending', currency, amount_cents, 0
      from payouts where kind in ('commission', 'brokerage') and status <> 'failed'
      union all
      select environment, partner_id || ' commission_pending', currency, commission_cents, 0
      from order_clawbacks where commission_from = 'pending'
      union all
      select environment, subject || ' ' || account, currency, 0, amount_cents from ledger_entries
      where account in ('commission_pending', 'brokerage_pending')`),
  },
  {
    name: 'payouts_in_transit_are_unfinished',
    promise: 'The amount in transit equals the payouts that are not paid or failed yet.',
    statement: equal(sql`
      select environment, id as subject, currency, -amount_cents as expected, 0 as found from payouts where status in ('pending', 'in_transit')
      union all
      select 'live', id, currency, -amount_cents, 0 from seller_payouts where status = 'pending'
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'payout_in_transit'`),
  },
  {
    name: 'sums_are_of_their_orders',
    promise:
      'The stored totals for every hour, day and month, plus changes not added yet, equal the counts, prices and commissions of the orders.',
    statement: sql`
      with hours as (
        select o.partner_id, o.environment, o.currency, o.status, o.payment_model, k.kind, date_trunc('hour', k.at, 'UTC') as hour,
               count(*) as count, sum(k.cents) as gmv, sum(k.commission) as commission
        from orders o cross join lateral (values
          ('sale', o.created_at, o.sale_price_cents, o.commission_cents),
          ('refund', o.reversed_at, -${restPrice}, -${restCommission})) as k(kind, at, cents, commission)
        where k.at is not null group by 1, 2, 3, 4, 5, 6, 7
        union all
        select o.partner_id, o.environment, o.currency, o.status, o.payment_model, 'refund', date_trunc('hour', r.created_at, 'UTC'),
               count(*), -sum(r.amount_cents), -sum(r.commission_clawback_cents)
        from partial_refunds r join orders o on o.id = r.order_id group by 1, 2, 3, 4, 5, 6, 7
        union all
        select partner_id, environment, currency, status, payment_model, kind, hour, -count, -gmv_cents, -commission_cents
        from order_sum_changes
      ), due as (
        select h.partner_id, h.environment, h.currency, h.status, h.payment_model, h.kind, g.grain,
               date_trunc(g.grain, h.hour, 'UTC') as start, h.count, h.gmv, h.commission
        from hours h cross join (values ('hour'), ('day'), ('month')) as g(grain)
        union all
        select partner_id, environment, currency, status, payment_model, kind, grain, start, -count, -gmv_cents, -commission_cents
        from order_sums
      )
      select environment, concat_ws(' ', partner_id, grain, start, kind, status, payment_model) as subject, currency,
             0::bigint as expected, sum(gmv)::bigint as found
      from due group by environment, partner_id, grain, start, kind, status, payment_model, currency
      having sum(count) <> 0 or sum(gmv) <> 0 or sum(commission) <> 0 ${most}`,
  },
  {
    name: 'reversals_have_their_time',
    promise:
      'Every refunded or canceled order has a reversal time and a reversal transaction. Other orders have neither.',
    statement: sql`
      select o.environment, o.id as subject, o.currency, 1::bigint as expected, 0::bigint as found from orders o
      where is_reversed(o.status) <> (o.reversed_at is not null)
         or (o.reversed_at is null) <> (o.reversal_id is null) ${most}`,
  },
]
