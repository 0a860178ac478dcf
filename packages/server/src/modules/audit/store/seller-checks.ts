// The invariants of sellers' money, in the form of the other checks of the books.
import { sql } from '../../../db/sql.ts'
import { type Check, equal, most } from './check.ts'
import { restCommission, restPrice } from './settlement-checks.ts'

export const SELLER_CHECKS: readonly Check[] = [
  {
    name: 'seller_sales_add_up',
    promise:
      "Price, less partial refunds, is the partner's commission, the fee and the seller's proceeds. The fee is its share of the price, rounded once, and never more than the commission leaves.",
    statement: sql`
      select coalesce(o.environment, 'live') as environment, s.order_id as subject, s.currency,
             coalesce(${restPrice}, 0) as expected, s.fee_cents + s.proceeds_cents + coalesce(${restCommission}, 0) as found
      from seller_sales s left join orders o on o.id = s.order_id
      where o.id is null or o.currency <> s.currency or o.environment <> 'live'
         or s.fee_cents <> seller_fee(${restPrice}, ${restCommission}, s.fee_bps)
         or s.fee_cents + s.proceeds_cents + ${restCommission} <> ${restPrice} ${most}`,
  },
  {
    name: 'seller_sales_follow_their_orders',
    promise:
      "A seller's sale is delivered or payable if its order was delivered, reversed if its order was refunded or canceled, clawed back if its order was taken back after the delivery, and open otherwise.",
    statement: sql`
      select o.environment, s.order_id as subject, s.currency, 1::bigint as expected, 0::bigint as found
      from seller_sales s join orders o on o.id = s.order_id
      where (s.state in ('delivered', 'payable')) <> (is_delivered(o.status) and o.clawed_back_at is null)
         or (s.state = 'clawed_back') <> (o.clawed_back_at is not null)
         or (s.state = 'reversed') <> is_reversed(o.status)
         or (s.state in ('delivered', 'payable', 'clawed_back')) <> (s.payable_at is not null) ${most}`,
  },
  {
    name: 'held_proceeds_are_of_delivered_sales',
    promise: "A seller's held proceeds equal those of the delivered sales that are not payable yet.",
    statement: equal(sql`
      select 'live' as environment, seller_id as subject, currency, -proceeds_cents as expected, 0 as found
      from seller_sales where state = 'delivered'
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'proceeds_held'`),
  },
  {
    name: 'payable_proceeds_are_released_less_paid_out',
    promise:
      "A seller's payable proceeds equal those of the payable sales, minus the payouts that did not fail, less what was taken back of them.",
    statement: equal(sql`
      select 'live' as environment, seller_id as subject, currency, -proceeds_cents as expected, 0 as found
      from seller_sales where state = 'payable'
      union all
      select 'live', seller_id, currency, amount_cents - reversed_cents, 0 from seller_payouts where status <> 'failed'
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'proceeds_payable'`),
  },
  {
    name: 'sellers_are_not_overpaid',
    promise:
      "A seller's payable proceeds are below zero only by what was taken back after the last payout. No payout is more than the sales that it paid and what it pays again of earlier payouts.",
    statement: sql`
      select e.environment, e.subject, e.currency, coalesce(c.cents, 0)::bigint as expected, e.cents as found
      from (
        select environment, subject, currency, sum(amount_cents)::bigint as cents from ledger_entries
        where account = 'proceeds_payable' group by environment, subject, currency having sum(amount_cents) > 0
      ) e left join lateral (
        select sum(s.proceeds_cents) as cents from seller_sales s join order_clawbacks k on k.order_id = s.order_id
        where s.seller_id = e.subject and s.currency = e.currency and k.created_at >= coalesce((
          select max(p.created_at) from seller_payouts p
          where p.seller_id = e.subject and p.currency = e.currency and p.status <> 'failed'), '-infinity')
      ) c on true
      where e.cents > coalesce(c.cents, 0)
      union all
      select 'live', p.id, p.currency, coalesce(s.cents, 0)::bigint, p.amount_cents
      from seller_payouts p left join (
        select payout_id, sum(proceeds_cents) as cents from seller_sales where payout_id is not null group by payout_id
      ) s on s.payout_id = p.id
      -- Payouts from before sales named theirs have none.
      where p.status not in ('failed', 'reversed') and p.amount_cents > s.cents
        and p.amount_cents > s.cents + coalesce((select sum(r.cents) from seller_resends r where r.payout_id = p.id), 0)
        -- A release before wrote no seller_resends.
        and p.amount_cents > s.cents + coalesce((
        select -sum(e.amount_cents) from ledger_entries e join ledger_journals j on j.key = e.journal
        where e.environment = 'live' and e.account = 'proceeds_payable' and e.subject = p.seller_id and e.currency = p.currency
          and e.journal like 'spo\\_%:reversed:%' and split_part(e.journal, ':', 1) <> p.id and j.at <= p.created_at), 0) ${most}`,
  },
]

export const TRANSFER_CHECKS: readonly Check[] = [
  {
    name: 'transfers_match_their_payouts',
    promise:
      'A payout through Stripe is paid with its transfer, once. One that an operator took over has no transfer. While Stripe may be sending a payout, it has no other end. A payout by bank transfer comes back as a whole.',
    statement: sql`
      select 'live' as environment, id as subject, currency, amount_cents as expected, reversed_cents as found from seller_payouts
      where transfer_state is not null and (
        (transfer_state in ('queued', 'sending', 'refused')) <> (status = 'pending')
        or (transfer_state = 'sent') <> (transfer_ref is not null)
        or transfer_state = 'sent' and (status not in ('paid', 'reversed') or reference is distinct from transfer_ref)
        or transfer_state = 'taken_over' and status not in ('paid', 'failed'))
        or (status = 'reversed') <> (reversed_cents = amount_cents) or reversed_cents > 0 and transfer_state is not null and transfer_ref is null
        or transfer_state is null and reversed_cents not in (0, amount_cents) ${most}`,
  },
  {
    name: 'returned_payouts_are_payable_again',
    promise: 'What Stripe or a bank took back of a payout is booked once, as payable to the seller again.',
    statement: equal(sql`
      select 'live' as environment, id as subject, currency, -reversed_cents as expected, 0 as found from seller_payouts where reversed_cents > 0
      union all
      select environment, split_part(journal, ':', 1), currency, 0, amount_cents from ledger_entries
      where account = 'proceeds_payable' and journal like 'spo\\_%:reversed:%'`),
  },
  {
    name: 'returned_payouts_are_paid_again_once',
    promise:
      'Later payouts pay no more of a returned payout than Stripe took back, and nothing of it that a dispute held back when they were made.',
    statement: sql`
      select 'live' as environment, p.id as subject, p.currency, d.cents as expected, (p.reversed_cents - r.cents)::bigint as found
      from (
        select r.returned_id, sum(r.cents - r.set_off_cents) as cents, max(q.created_at) filter (where r.cents > r.set_off_cents) as at,
               bool_and(q.id is not null) as is_paid
        from seller_resends r left join seller_payouts q on q.id = r.payout_id and q.status <> 'failed' group by r.returned_id
      ) r join seller_payouts p on p.id = r.returned_id
      cross join lateral (
        select coalesce(sum(s.proceeds_cents), 0)::bigint as cents from seller_sales s
        where s.payout_id = p.id and s.state = 'payable' and exists (
          select from disputes d where d.order_id = s.order_id and not d.inquiry
            and is_open_dispute(d.status) and d.opened_at < r.at)
      ) d
      where p.reversed_cents - r.cents < d.cents or not r.is_paid ${most}`,
  },
]

export const SET_OFF_CHECKS: readonly Check[] = [
  {
    name: 'set_off_proceeds_are_kept_once',
    promise:
      'What a payout set off against sales that were taken back is what its sales and the returned parts that it pays are more than its amount. Later payouts pay no more of it than that.',
    statement: sql`
      select 'live' as environment, p.id as subject, p.currency, p.set_off_cents as expected, t.cents::bigint as found
      from seller_payouts p cross join lateral (
        select coalesce((select sum(s.proceeds_cents) from seller_sales s where s.payout_id = p.id), 0)
             + coalesce((select sum(r.cents) from seller_resends r where r.payout_id = p.id), 0) - p.amount_cents as cents
      ) t where p.set_off_cents > 0 and p.status in ('pending', 'paid') and t.cents <> p.set_off_cents
      union all
      select 'live', p.id, p.currency, p.set_off_cents, r.cents::bigint
      from (select returned_id, sum(set_off_cents) as cents from seller_resends group by returned_id) r join seller_payouts p on p.id = r.returned_id
      where r.cents > p.set_off_cents ${most}`,
  },
]
