-- What came back of a seller's payouts. Payouts that pay each other's returned parts are one group, because the same sale is paid by all of
-- them, so a dispute of it holds back its proceeds once. `back` is what no later payout paid. A sale that was taken back uses it up: first in
-- its own payout, and for the rest in the payouts that paid it again. A payout whose sales were freed has nothing left: the sales themselves
-- are payable.
--
-- `set_off` is what a payout kept for sales of other payouts that were taken back, the debt. Once those payouts come back or fail, the debt is
-- less than what was set off: the rest, `freed`, is payable to the sales that it was kept from, and a dispute of them holds it back, too.
-- Called by the rules of payouts in store/returns.ts and by seller_payout_hold().
create or replace function returned_payouts(p_seller id_text)
returns table (
  root id_text, id id_text, currency text, unpaid numeric, disputed numeric, set_off numeric, is_first boolean, group_unpaid numeric,
  group_disputed numeric, group_set_off numeric, group_wanted numeric, freed numeric, freed_held numeric
)
language sql stable as $$
  with recursive links as (
    select rx.payout_id as one, rx.returned_id as other
    from seller_resends rx join seller_payouts qx on qx.id = rx.payout_id where qx.seller_id = p_seller
  ), ways as (
    select one, other from links union all select other, one from links
  ), debts as (
    select s.payout_id as id from seller_sales s where s.seller_id = p_seller and s.state = 'clawed_back' and s.payout_id is not null
  ), reached as (
    select px.id, px.id as root from seller_payouts px
    where px.seller_id = p_seller and px.status <> 'failed'
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
             coalesce(sum(s.proceeds_cents) filter (
               where s.state = 'payable' and exists (select from orders o where o.id = s.order_id and o.dispute_open)), 0) as disputed,
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
  from shares hx join kept kx on kx.root = hx.root join sums tx on tx.currency = hx.currency;
$$;
