-- What a sale of a seller's domain earns. Called by place_order() of orders, and by the checks of the books.

-- The marketplace's fee. The partner's commission comes first. Mirrors computeProceeds() of rules/sales.ts; fee-parity.api.test.ts compares the two.
create or replace function seller_fee(p_price bigint, p_commission bigint, p_bps integer) returns bigint
language sql immutable parallel safe as $$
  select least(share_of(p_price, p_bps), p_price - p_commission)
$$;

create or replace function note_seller_sale(o orders, p_seller text, p_fee_bps integer, p_real timestamptz) returns void
language plpgsql as $$
declare
  fee bigint := seller_fee(o.sale_price_cents, o.commission_cents, p_fee_bps);
begin
  insert into seller_sales (order_id, seller_id, currency, fee_bps, fee_cents, proceeds_cents, state, sold_at)
  values (o.id, p_seller, o.currency, p_fee_bps, fee, o.sale_price_cents - o.commission_cents - fee, 'sold', p_real);
end $$;
