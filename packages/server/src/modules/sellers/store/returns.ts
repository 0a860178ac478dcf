// SQL of payouts that Stripe took back: what is payable of them again, and what of that is held back because a sale is disputed.
import { type Sql, sql, type Tx } from '../../../db/sql.ts'

const DISPUTED = sql`s.state = 'payable' and exists (select from orders o where o.id = s.order_id and o.dispute_open)`

/**
 * What came back of a seller's payouts. Payouts that pay each other's returned parts are one group, because the same sale is paid by all of
 * them, so a dispute of it holds back its proceeds once. `back` is what no later payout paid. A sale that was taken back uses it up: first in
 * its own payout, and for the rest in the payouts that paid it again. A payout whose sales were freed has nothing left: the sales themselves
 * are payable. Aliases end with an x: `seller` comes from around.
 */
const returned = (seller: Sql): Sql => sql`
  with recursive links as (
    select rx.payout_id as one, rx.returned_id as other
    from seller_resends rx join seller_payouts qx on qx.id = rx.payout_id where qx.seller_id = ${seller}
  ), ways as (
    select one, other from links union all select other, one from links
  ), reached as (
    select px.id, px.id as root from seller_payouts px
    where px.seller_id = ${seller} and (px.reversed_cents > 0 or px.id in (select one from links))
    union
    select wx.other, hx.root from reached hx join ways wx on wx.one = hx.id
  ), members as (
    select id, min(root) as root from reached group by id
  ), parts as (
    select mx.root, px.id, px.currency, px.reversed_cents - resent.cents as back, resent.cents as resent,
           sold.clawed_back, sold.disputed
    from members mx join seller_payouts px on px.id = mx.id
    cross join lateral (
      select coalesce(sum(rx.cents), 0) as cents from seller_resends rx where rx.returned_id = px.id
    ) resent
    cross join lateral (
      select coalesce(sum(s.proceeds_cents) filter (where s.state = 'clawed_back'), 0) as clawed_back,
             coalesce(sum(s.proceeds_cents) filter (where ${DISPUTED}), 0) as disputed,
             coalesce(bool_or(s.state = 'payable'), false) as has_payable
      from seller_sales s where s.payout_id = px.id
    ) sold
    where sold.has_payable or px.id in (select one from ways)
  ), shares as (
    select root, id, currency, disputed, greatest(back - clawed_back, 0) as unpaid,
           least(greatest(clawed_back - back, 0), resent) as owed
    from parts
  )
  select root, id, currency, unpaid, disputed, greatest(sum(unpaid) over grouped - sum(owed) over grouped, 0) as group_unpaid,
         sum(disputed) over grouped as group_disputed
  from shares window grouped as (partition by root)`

/** A seller's money that is payable but for a dispute: sales that no payout pays, and what came back of payouts that paid disputed sales. */
export const frozen = (sellerId: string): Sql => sql`
  select s.currency, s.proceeds_cents from seller_sales s where s.seller_id = ${sellerId} and s.payout_id is null and ${DISPUTED}
  union all
  select t.currency, least(max(t.group_unpaid), max(t.group_disputed))::bigint from (${returned(sql`${sellerId}::text`)}) t
  group by t.root, t.currency having least(max(t.group_unpaid), max(t.group_disputed)) > 0`

/** A payout that pays returned parts again is outdated if they are disputed now, or were taken back since. `p` is the payout. */
export const RESENDS_DISPUTED = sql`
  exists (select from seller_resends r where r.payout_id = p.id) and exists (
    select from (
      select f.*, bool_or(f.id = p.id) over (partition by f.root) as is_ours from (${returned(sql`p.seller_id`)}) f
    ) t
    where t.is_ours and (t.group_unpaid < t.group_disputed or exists (
      select from seller_sales s join orders o on o.id = s.order_id
      where s.payout_id = t.id and o.clawed_back_at > p.created_at)))`

/** The returned parts that a new payout pays: nothing of a payout that its own disputed sales hold back, and no more than the group has. */
export async function bindReturns(tx: Tx, payout: { id: string; sellerId: string; currency: string }): Promise<void> {
  await tx.run(sql`
    insert into seller_resends (payout_id, returned_id, cents)
    select ${payout.id}, u.id, least(u.free, u.left_over) from (
      select t.id, t.free, t.group_unpaid - t.group_disputed - sum(t.free) over (partition by t.root order by t.id) + t.free as left_over
      from (select f.*, greatest(f.unpaid - f.disputed, 0) as free from (${returned(sql`${payout.sellerId}::text`)}) f) t
      where t.currency = ${payout.currency}
    ) u where least(u.free, u.left_over) > 0`)
}

/** Whether a later payout has paid a part of it. */
export const isResent = async (tx: Tx, payoutId: string): Promise<boolean> =>
  (await tx.one(sql`select 1 as one from seller_resends where returned_id = ${payoutId} limit 1`)) !== undefined

export async function freeReturns(tx: Tx, payoutId: string): Promise<void> {
  await tx.run(sql`delete from seller_resends where payout_id = ${payoutId}`)
}
