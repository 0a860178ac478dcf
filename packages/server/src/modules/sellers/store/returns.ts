// SQL of payouts that Stripe took back: what is payable of them again, and what of that is held back because a sale is disputed.
import { sql, type Tx } from '../../../db/sql.ts'

const DISPUTED = sql`s.state = 'payable' and exists (select from orders o where o.id = s.order_id and o.dispute_open)`

/**
 * Of each payout that Stripe took back: `unpaid`, which no later payout paid, and `disputed`, the proceeds of disputed sales that it paid,
 * also through earlier payouts that it paid again. A payout whose sales were freed has nothing left: the sales themselves are payable.
 */
const RETURNED = sql`
  select p.id, p.seller_id, p.currency,
         p.reversed_cents - coalesce((select sum(r.cents) from seller_resends r where r.returned_id = p.id), 0) as unpaid,
         coalesce((select sum(s.proceeds_cents) from seller_sales s where s.payout_id = p.id and ${DISPUTED}), 0)
         + coalesce((
             select sum(least(r.cents, coalesce((
               select sum(s.proceeds_cents) from seller_sales s where s.payout_id = r.returned_id and ${DISPUTED}), 0)))
             from seller_resends r where r.payout_id = p.id), 0) as disputed
  from seller_payouts p
  where p.reversed_cents > 0 and (
    exists (select from seller_sales s where s.payout_id = p.id and s.state = 'payable')
    or exists (select from seller_resends r where r.payout_id = p.id))`

/** Money that is payable but for a dispute: sales that no payout paid, and returned parts of payouts that paid disputed sales. */
export const FROZEN = sql`
  select s.seller_id, s.currency, s.proceeds_cents from seller_sales s where s.payout_id is null and ${DISPUTED}
  union all
  select t.seller_id, t.currency, least(t.unpaid, t.disputed) from (${RETURNED}) t where least(t.unpaid, t.disputed) > 0`

/** A payout that pays returned parts again is outdated if they are disputed now, or were taken back since. `p` is the payout. */
export const RESENDS_DISPUTED = sql`
  exists (select from seller_resends r join (${RETURNED}) t on t.id = r.returned_id where r.payout_id = p.id and t.unpaid < t.disputed)
  or exists (
    select from seller_resends r join seller_sales s on s.payout_id = r.returned_id join orders o on o.id = s.order_id
    where r.payout_id = p.id and o.clawed_back_at > p.created_at)`

/** The returned parts that a new payout pays. */
export async function bindReturns(tx: Tx, payout: { id: string; sellerId: string; currency: string }): Promise<void> {
  await tx.run(sql`
    insert into seller_resends (payout_id, returned_id, cents)
    select ${payout.id}, t.id, t.unpaid - greatest(least(t.unpaid, t.disputed), 0) from (${RETURNED}) t
    where t.seller_id = ${payout.sellerId} and t.currency = ${payout.currency} and t.unpaid > greatest(t.disputed, 0)`)
}

/** Whether a later payout has paid a part of it. */
export const isResent = async (tx: Tx, payoutId: string): Promise<boolean> =>
  (await tx.one(sql`select 1 as one from seller_resends where returned_id = ${payoutId} limit 1`)) !== undefined

export async function freeReturns(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(sql`delete from seller_resends where payout_id = ${payoutId}`)
}
