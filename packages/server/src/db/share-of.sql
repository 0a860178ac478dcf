-- A share of an amount, rounded half up: computeShare() of kernel/money.ts says the same.
-- Called by place_order() and by the checks of the books; sale-parity.api.test.ts compares the two. The product of twelve digits and four fits easily.
create or replace function share_of(cents bigint, bps integer) returns bigint language sql immutable parallel safe as $$
  select (cents * bps + 5000) / 10000
$$;
