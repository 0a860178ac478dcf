-- Why a payout that was not sent should not be sent now: a sale that it pays, or pays again, was taken back since, or its payment is disputed.
-- Null: it can be sent. Called by the lists of payouts, the transfers through Stripe and the operators' work queue.
create or replace function seller_payout_hold(p_payout id_text) returns text language sql stable as $$
  select coalesce(
    (select case when bool_or(s.state = 'clawed_back') then 'taken_back' when bool_or(o.dispute_open) then 'disputed' end
     from seller_sales s join orders o on o.id = s.order_id where s.payout_id = p.id),
    case when exists (select from seller_resends r where r.payout_id = p.id) then (
      select case when bool_or(t.is_taken_back) then 'taken_back' when bool_or(t.is_short) then 'disputed' end
      from (
        select bool_or(f.id = p.id) over (partition by f.root) as is_ours,
               f.group_unpaid + least(f.group_set_off, f.freed) < f.group_disputed as is_short,
               exists (select from seller_sales s join orders o on o.id = s.order_id
                       where s.payout_id = f.id and o.clawed_back_at > p.created_at) as is_taken_back
        from returned_payouts(p.seller_id) f
      ) t
      where t.is_ours)
    end)
  from seller_payouts p where p.id = p_payout
$$;
