-- Whether a sale waits for a human. Mirrors isHeld() of rules/review.ts; sale-parity.api.test.ts compares the two. Called by place_order().
create or replace function is_held(p_price bigint, p_magic text, p_buyer json) returns boolean language plpgsql stable as $$
begin
  return p_magic is not distinct from 'held' or exists (
    select from review_rules r
    where (r.kind = 'min_amount' and p_price >= r.value::bigint)
       or (r.kind = 'buyer_email' and lower(p_buyer ->> 'email') = r.value)
       or (r.kind = 'buyer_email_domain' and split_part(lower(p_buyer ->> 'email'), '@', 2) = r.value)
       or (r.kind = 'buyer_country' and upper(p_buyer ->> 'country') = r.value));
end $$;
