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
      "A seller's sale is delivered or payable if its order was delivered, reversed if its order was refunded or canceled, and open otherwise.",
    statement: sql`
      select o.environment, s.order_id as subject, s.currency, 1::bigint as expected, 0::bigint as found
      from seller_sales s join orders o on o.id = s.order_id
      where (s.state in ('delivered', 'payable')) <> (o.status in ('TRANSFER_COMPLETED', 'SETTLED'))
         or (s.state = 'reversed') <> (o.status in ('REFUNDED', 'CANCELLED'))
         or (s.state in ('delivered', 'payable')) <> (s.payable_at is not null) ${most}`,
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
    promise: "A seller's payable proceeds equal those of the payable sales, minus the payouts that did not fail.",
    statement: equal(sql`
      select 'live' as environment, seller_id as subject, currency, -proceeds_cents as expected, 0 as found
      from seller_sales where state = 'payable'
      union all
      select 'live', seller_id, currency, amount_cents, 0 from seller_payouts where status <> 'failed'
      union all
      select environment, subject, currency, 0, amount_cents from ledger_entries where account = 'proceeds_payable'`),
  },
  {
    name: 'sellers_are_not_overpaid',
    promise: 'No seller was paid more than became payable.',
    statement: sql`
      select environment, subject, currency, 0::bigint as expected, sum(amount_cents)::bigint as found from ledger_entries
      where account = 'proceeds_payable' group by environment, subject, currency having sum(amount_cents) > 0 ${most}`,
  },
]
