// SQL of payouts that Stripe took back: what is payable of them again, what was set off, and what is held back because a sale is disputed.
import { type Sql, sql, type Tx } from '../../../db/sql.ts'

const DISPUTED = sql`s.state = 'payable' and exists (select from orders o where o.id = s.order_id and o.dispute_open)`

/**
 * What came back of a seller's payouts. Payouts that pay each other's returned parts are one group, because the same sale is paid by all of
 * them, so a dispute of it holds back its proceeds once. `back` is what no later payout paid. A sale that was taken back uses it up: first in
 * its own payout, and for the rest in the payouts that paid it again. A payout whose sales were freed has nothing left: the sales themselves
 * are payable.
 *
 * `set_off` is what a payout kept for sales of other payouts that were taken back, the debt. Once those payouts come back or fail, the debt is
 * less than what was set off: the rest, `freed`, is payable to the sales that it was kept from, and a dispute of them holds it back, too.
 * Aliases end with an x: `seller` comes from around.
 */
const returned = (seller: Sql): Sql => sql`
  with recursive links as (
    select rx.payout_id as one, rx.returned_id as other
    from seller_resends rx join seller_payouts qx on qx.id = rx.payout_id where qx.seller_id = ${seller}
  ), ways as (
    select one, other from links union all select other, one from links
  ), debts as (
    select s.payout_id as id from seller_sales s where s.seller_id = ${seller} and s.state = 'clawed_back' and s.payout_id is not null
  ), reached as (
    select px.id, px.id as root from seller_payouts px
    where px.seller_id = ${seller} and px.status <> 'failed'
      and (px.reversed_cents > 0 or px.set_off_cents > 0 or px.id in (select one from links) or px.id in (select id from debts))
    union
    select wx.other, hx.root from reached hx join ways wx on wx.one = hx.id
  ), members as (
    select id, min(root) as root from reached group by id
  ), parts as (
    select mx.root, px.id, px.currency, px.reversed_cents - resent.cents as back, resent.cents as resent,
           px.set_off_cents - resent.set_off as set_off, sold.clawed_back, sold.disputed
    from members mx join seller_payouts px on px.id = mx.id
    cross join lateral (
      select coalesce(sum(rx.cents - rx.set_off_cents), 0) as cents, coalesce(sum(rx.set_off_cents), 0) as set_off
      from seller_resends rx where rx.returned_id = px.id
    ) resent
    cross join lateral (
      select coalesce(sum(s.proceeds_cents) filter (where s.state = 'clawed_back'), 0) as clawed_back,
             coalesce(sum(s.proceeds_cents) filter (where ${DISPUTED}), 0) as disputed,
             coalesce(bool_or(s.state = 'payable'), false) as has_payable
      from seller_sales s where s.payout_id = px.id
    ) sold
    where px.status in ('pending', 'paid') or sold.has_payable or px.id in (select one from ways)
  ), shares as (
    select root, id, currency, disputed, set_off, greatest(back - clawed_back, 0) as unpaid, greatest(clawed_back - back, 0) as debt,
           least(greatest(clawed_back - back, 0), resent) as owed
    from parts
  ), summed as (
    select root, currency, greatest(sum(unpaid) - sum(owed), 0) as unpaid, sum(disputed) as disputed, sum(set_off) as set_off,
           sum(set_off + unpaid - debt) as net
    from shares group by root, currency
  ), kept as (
    -- What was set off and is not covered by other money of the group, as far as a dispute needs it.
    select *, least(set_off, greatest(disputed - unpaid, 0)) as wanted from summed
  ), sums as (
    select currency, greatest(sum(net) - sum(unpaid), 0) as freed, sum(wanted) as wanted from kept group by currency
  )
  select hx.root, hx.id, hx.currency, hx.unpaid, hx.disputed, hx.set_off, row_number() over (partition by hx.root order by hx.id) = 1 as is_first,
         kx.unpaid as group_unpaid, kx.disputed as group_disputed, kx.set_off as group_set_off, kx.wanted as group_wanted,
         tx.freed, least(tx.freed, tx.wanted) as freed_held
  from shares hx join kept kx on kx.root = hx.root join sums tx on tx.currency = hx.currency`

/**
 * A seller's money that is payable but for a dispute: sales that no payout pays, what came back of payouts that paid disputed sales, and what
 * was set off against such sales and is no longer.
 */
export const frozen = (sellerId: string): Sql => sql`
  select s.currency, s.proceeds_cents from seller_sales s where s.seller_id = ${sellerId} and s.payout_id is null and ${DISPUTED}
  union all
  select * from (
    select t.currency, (sum(least(t.group_unpaid, t.group_disputed)) filter (where t.is_first) + max(t.freed_held))::bigint as proceeds_cents
    from (${returned(sql`${sellerId}::text`)}) t group by t.currency
  ) h where h.proceeds_cents > 0`

/** A payout that pays returned parts again is outdated if they are disputed now, or were taken back since. `p` is the payout. */
export const RESENDS_DISPUTED = sql`
  exists (select from seller_resends r where r.payout_id = p.id) and exists (
    select from (
      select f.*, bool_or(f.id = p.id) over (partition by f.root) as is_ours from (${returned(sql`p.seller_id`)}) f
    ) t
    where t.is_ours and (t.group_unpaid + least(t.group_set_off, t.freed) < t.group_disputed or exists (
      select from seller_sales s join orders o on o.id = s.order_id
      where s.payout_id = t.id and o.clawed_back_at > p.created_at)))`

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
        from (select f.*, greatest(f.unpaid - f.disputed, 0) as free from (${returned(sql`${payout.sellerId}::text`)}) f) t
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
