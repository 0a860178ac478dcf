-- Writes a sale that was decided: order, timeline, journal and events, the sold listing and the spent quote. Both kinds of sale come here: those
-- that a partner collected from record_order(), those that the service collected from store/recording.ts. The caller has locked the listing.
--
-- Mirrors in TypeScript: paidStatus(), EFFECTS.hold and buildOrderEvent() of rules/orders.ts, isHeld() of rules/review.ts, saleJournal() of
-- modules/ledger/rules/sales.ts; sale-parity.api.test.ts compares them.
--
-- What else the insert into orders sets off: orders_sum_new (modules/settlement/order-sums.sql) adds the sale to settlement's sums.
create or replace function place_order(
  p_order_id text, p_payment_model text, p_partner text, p_environment text, p_listing listings,
  p_price bigint, p_currency text, p_commission_bps integer, p_quote_id text,
  p_session_id text, p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text,
  p_event_ids text[], p_delivery_ids text[],
  -- The partner's clock stamps the order; real time decides when events are sent.
  p_now timestamptz, p_real timestamptz,
  -- The fee on the sale of a seller's domain, which is frozen with the sale.
  p_seller_fee_bps integer
) returns orders language plpgsql as $$
declare
  placed orders;
  by_partner boolean := p_payment_model = 'partner_collected';
  commission bigint := share_of(p_price, p_commission_bps);
  held boolean := is_held(p_price, p_listing.magic, p_buyer);
  paid_status text := case when by_partner then 'EXTERNALLY_PAID' else 'PAID' end;
  paid_event text := case when by_partner then 'order.recorded' else 'order.paid' end;
begin
  insert into orders (
    id, partner_id, environment, listing_id, exclusive, magic, domain, domain_unicode, payment_model, status,
    sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents, quote_id, checkout_session_id,
    external_payment_ref, buyer, return_url, cancel_url, created_at, updated_at)
  values (
    p_order_id, p_partner, p_environment, p_listing.id, p_listing.magic is null, p_listing.magic, p_listing.domain,
    p_listing.domain_unicode, p_payment_model, case when held then 'MANUAL_REVIEW' else paid_status end,
    p_price, p_currency, p_commission_bps, commission, case when by_partner then p_price - commission else 0 end,
    p_quote_id, p_session_id, p_payment_ref, p_buyer, p_return_url, p_cancel_url, p_now, p_now)
  returning * into placed;

  insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
  values (placed.id, 1, p_now, paid_status, paid_event, p_event_ids[1], case when by_partner then 'partner' else 'buyer' end,
          case when by_partner then 'Sale recorded; the partner collected the payment.' else 'Paid at the checkout.' end);
  perform emit_event(p_event_ids[1], p_delivery_ids[1], p_partner, p_environment, paid_event, p_now, p_real,
                     order_event_data(placed, paid_status));
  if held then
    insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
    values (placed.id, 2, p_now, 'MANUAL_REVIEW', 'order.held', p_event_ids[2], 'system', 'Held for manual review.');
    perform emit_event(p_event_ids[2], p_delivery_ids[2], p_partner, p_environment, 'order.held', p_now, p_real,
                       order_event_data(placed, 'MANUAL_REVIEW'));
  end if;

  if by_partner then
    perform post_journal(placed.id || ':recorded', p_environment, p_partner, 'order_recorded', p_now, p_currency,
      array['partner_unbilled', 'commission_prepaid', 'order_deferred'], array[p_partner, '', p_order_id],
      array[p_price - commission, commission, -p_price]);
  else
    perform post_journal(placed.id || ':paid', p_environment, p_partner, 'order_paid', p_now, p_currency,
      array['cash', 'commission_prepaid', 'order_deferred', 'commission_accrued'], array['', '', p_order_id, p_partner],
      array[p_price, commission, -p_price, -commission]);
  end if;

  if p_listing.seller_id is not null and p_environment = 'live' then
    perform note_seller_sale(placed, p_listing.seller_id, p_seller_fee_bps, p_real);
  end if;
  if p_listing.magic is null then perform sell_listing(p_listing.id, p_real); end if;
  if p_quote_id is not null then perform spend_quote(p_quote_id, p_order_id); end if;
  return placed;
end $$;

-- The signature of the release before, whose processes still run during a rollout. It had no setting for the fee.
create or replace function place_order(
  p_order_id text, p_payment_model text, p_partner text, p_environment text, p_listing listings,
  p_price bigint, p_currency text, p_commission_bps integer, p_quote_id text,
  p_session_id text, p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text,
  p_event_ids text[], p_delivery_ids text[], p_now timestamptz, p_real timestamptz
) returns orders language sql as $$
  select place_order(
    p_order_id, p_payment_model, p_partner, p_environment, p_listing, p_price, p_currency, p_commission_bps, p_quote_id, p_session_id,
    p_payment_ref, p_buyer, p_return_url, p_cancel_url, p_event_ids, p_delivery_ids, p_now, p_real, 1000)
$$;
