// SQL of payouts that Stripe took back: what is payable of them again, what was set off, and what is held back because a sale is disputed.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Sql, sql, type Tx } from '../../../db/sql.ts'

const DISPUTED = sql`s.state = 'payable' and exists (select from orders o where o.id = s.order_id and o.dispute_open)`

/**
 * A seller's money that is payable but for a dispute: sales that no payout pays, what came back of payouts that paid disputed sales, and what
 * was set off against such sales and is no longer.
 */
export const frozen = (sellerId: string): Sql => sql`
  select s.currency, s.proceeds_cents from seller_sales s where s.seller_id = ${sellerId} and s.payout_id is null and ${DISPUTED}
  union all
  select * from (
    select t.currency, (sum(least(t.group_unpaid, t.group_disputed)) filter (where t.is_first) + max(t.freed_held))::bigint as proceeds_cents
    from returned_payouts(${sellerId}) t group by t.currency
  ) h where h.proceeds_cents > 0`

/**
 * The returned parts that a new payout pays: nothing of a payout that its own disputed sales hold back, and no more than the group has. Then
 * what was set off and is free again, and no dispute of the group needs.
 */
export async function bindReturns(tx: Tx, payout: { id: string; sellerId: string; currency: string }): Promise<void> {
  await tx.run(sql`
    insert into seller_resends (payout_id, returned_id, cents, set_off_cents)
    select ${payout.id}, w.id, w.back + w.released, w.released from (
      select v.id, greatest(least(v.free, v.left_over), 0) as back,
             greatest(least(v.loose, v.freed - v.freed_held - sum(v.loose) over (order by v.id) + v.loose), 0) as released
      from (
        select t.*, t.group_unpaid - t.group_disputed - sum(t.free) over (partition by t.root order by t.id) + t.free as left_over,
               greatest(least(t.set_off, t.group_set_off - t.group_wanted
                 - sum(t.set_off) over (partition by t.root order by t.disputed, t.id) + t.set_off), 0) as loose
        from (select f.*, greatest(f.unpaid - f.disputed, 0) as free from returned_payouts(${payout.sellerId}) f) t
        where t.currency = ${payout.currency}
      ) v
    ) w where w.back + w.released > 0`)
}

/** What the payout kept of its sales and of the returned parts that it pays, for sales that were taken back. */
export async function noteSetOff(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(sql`
    update seller_payouts p set set_off_cents = greatest(
      (select coalesce(sum(s.proceeds_cents), 0) from seller_sales s where s.payout_id = p.id)
      + (select coalesce(sum(r.cents), 0) from seller_resends r where r.payout_id = p.id) - p.amount_cents, 0)
    where p.id = ${payoutId}`)
}

/**
 * A payout that fails gives its sales to the next one, whose set-off has then the part that another payout paid ahead. So that part is the
 * next one's, and not free again.
 */
export async function takeOverPaid(tx: Tx, payout: { id: string; sellerId: string; currency: string }): Promise<void> {
  await tx.run(sql`
    with ahead as (
      select r.payout_id, r.returned_id, r.cents,
             least(r.cents, greatest(p.set_off_cents - sum(r.cents) over (order by r.returned_id, r.payout_id) + r.cents, 0))::bigint as moved
      from seller_payouts p, seller_resends r join seller_payouts f on f.id = r.returned_id
      where p.id = ${payout.id} and f.seller_id = ${payout.sellerId} and f.currency = ${payout.currency} and f.status = 'failed'
    ), gone as (
      delete from seller_resends r using ahead a
      where r.payout_id = a.payout_id and r.returned_id = a.returned_id and a.moved = a.cents
    ), kept as (
      update seller_resends r set cents = r.cents - a.moved, set_off_cents = r.set_off_cents - a.moved from ahead a
      where r.payout_id = a.payout_id and r.returned_id = a.returned_id and a.moved between 1 and a.cents - 1
    )
    insert into seller_resends (payout_id, returned_id, cents, set_off_cents)
    select payout_id, ${payout.id}, sum(moved)::bigint, sum(moved)::bigint from ahead where moved > 0 group by payout_id`)
}

/** Whether a later payout has paid a part of it. */
export const isResent = async (tx: Tx, payoutId: string): Promise<boolean> =>
  (await tx.one(sql`select 1 as one from seller_resends where returned_id = ${payoutId} limit 1`)) !== undefined

export async function freeReturns(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(sql`delete from seller_resends where payout_id = ${payoutId}`)
}
