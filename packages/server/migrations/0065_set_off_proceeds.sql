-- What payouts to sellers did not pay because it was set off against sales that were taken back, so that it is known whose money it is when
-- Stripe later takes back what was paid for those sales.

alter table seller_payouts
  -- Of its sales and the returned parts that it pays: what was set off.
  add column set_off_cents bigint not null default 0 check (set_off_cents >= 0);

alter table seller_resends
  -- The part of `cents` that was set off before, not returned.
  add column set_off_cents bigint not null default 0 check (set_off_cents between 0 and cents);

-- As for new payouts. One may have no sales of its own, only returned parts that it pays again. One that came back whole kept its sales if a
-- part of it had been paid again by then.
update seller_payouts p set set_off_cents = t.cents
from (
  select q.id, coalesce(s.cents, 0) + coalesce(r.cents, 0) - q.amount_cents as cents
  from seller_payouts q
  left join (
    select payout_id, sum(proceeds_cents) as cents, bool_or(state = 'payable') as has_payable
    from seller_sales where payout_id is not null group by payout_id
  ) s on s.payout_id = q.id
  left join (select payout_id, sum(cents) as cents from seller_resends group by payout_id) r on r.payout_id = q.id
  where q.status in ('pending', 'paid')
    or q.status = 'reversed' and (s.has_payable or r.cents > 0 or exists (select from seller_resends x where x.returned_id = q.id))
) t
where t.id = p.id and t.cents > 0;

create index seller_payouts_set_off on seller_payouts (seller_id) where set_off_cents > 0;
