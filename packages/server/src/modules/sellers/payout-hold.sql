-- Why a payout that was not sent should not be sent now: a buyer got the money of one of its sales back, or disputes the payment. Null: it can be
-- sent. Called by the lists of payouts, the transfers through Stripe and the operators' work queue.
create or replace function seller_payout_hold(p_payout id_text) returns text language sql stable as $$
  select case when bool_or(s.state = 'clawed_back') then 'taken_back' when bool_or(o.dispute_open) then 'disputed' end
  from seller_sales s join orders o on o.id = s.order_id
  where s.payout_id = p_payout
$$;
