-- Recording a sale that a partner collected is the one thing that must be fast and must be whole: it is one call, so one round trip and one
-- transaction. Called by store/recording.ts. The moves that follow are made by the service, statement by statement.
--
-- The decision mirrors decideSale() of rules/sales.ts: the same checks in the same order, refused with the same words. sale-parity.api.test.ts
-- compares the two over random states.

-- A refusal rolls everything back, the claim of the idempotency key included. The message is the word for it.
create or replace function refuse(p_word text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception using errcode = 'FH001', message = p_word, detail = p_detail;
end $$;

create or replace function record_order(
  p_partner text, p_environment text,
  p_key text, p_fingerprint bytea,
  p_order_id text, p_event_ids text[], p_delivery_ids text[],
  -- The partner's clock stamps the order; real time decides about reservations.
  p_now timestamptz, p_real timestamptz,
  p_quote_id text, p_domain text, p_expected_price bigint, p_currency text,
  p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text,
  -- Where the domain is to be delivered; null: where the partner's settings say.
  p_delivery json,
  p_seller_fee_bps integer,
  out replayed boolean, out status integer, out body text
) language plpgsql as $$
declare
  claim record;
  quote quotes;
  listing listings;
  placed orders;
  refusal text;
  bps integer;
  price bigint;
  paid_in text;
begin
  -- The key first: a twin waits here until this transaction ends, and then finds the answer.
  select * into claim from claim_idempotency_key(p_partner, p_environment, p_key, p_fingerprint, p_real, null, '10s');
  if not claim.claimed then
    if claim.fingerprint <> p_fingerprint then perform refuse('idempotency_key_reused'); end if;
    replayed := true;
    status := claim.status;
    body := claim.body;
    return;
  end if;

  -- The listing before the quote, always: two orders of one partner must not lock them in opposite order.
  if p_quote_id is not null then
    select * into quote from quotes q where q.id = p_quote_id and q.partner_id = p_partner and q.environment = p_environment;
    if not found then perform refuse('quote_unknown'); end if;
    select * into listing from listings l where l.id = quote.listing_id for update;
    select * into quote from quotes q where q.id = p_quote_id for update;
    if p_domain is not null and p_domain <> quote.domain then perform refuse('quote_of_other_domain', quote.domain); end if;
    if quote.status = 'used' then perform refuse('quote_used'); end if;
    if quote.status <> 'active' or quote.expires_at <= p_now then perform refuse('quote_expired'); end if;
    if listing.status = 'withdrawn' then perform refuse('unlisted'); end if;
    refusal := refuse_claim(listing, p_partner, p_real);
    if refusal = 'sold' then perform refuse('domain_sold'); end if;
    if quote.exclusive then
      -- The quote is in force, but a checkout of the same partner is being paid: it has the domain until the payment ends.
      if refusal = 'held' then perform refuse('domain_reserved'); end if;
      if listing.reserved_by is distinct from quote.id or listing.reserved_until <= p_real then perform refuse('quote_expired'); end if;
    end if;
    if p_currency is not null and p_currency <> quote.currency then perform refuse('currency_mismatch', quote.price_cents || ' ' || quote.currency); end if;
    if p_expected_price is not null and p_expected_price <> quote.price_cents then
      perform refuse('price_mismatch', quote.price_cents || ' ' || quote.currency);
    end if;
    price := quote.price_cents;
    paid_in := quote.currency;
    bps := quote.commission_bps;
  else
    select * into listing from listings l
    where l.environment = p_environment and l.domain = p_domain and l.status <> 'withdrawn' for update;
    if not found then perform refuse('unlisted'); end if;
    refusal := refuse_claim(listing, p_partner, p_real);
    if refusal = 'sold' then perform refuse('domain_sold'); end if;
    if refusal is not null then perform refuse('domain_reserved'); end if;
    if p_currency <> listing.currency then perform refuse('currency_mismatch', listing.price_cents || ' ' || listing.currency); end if;
    if p_expected_price <> listing.price_cents then
      perform refuse('price_mismatch', listing.price_cents || ' ' || listing.currency);
    end if;
    -- Ordering by name spends the caller's own quote on it.
    select * into quote from quotes q
    where q.listing_id = listing.id and q.partner_id = p_partner and q.status = 'active' and q.expires_at > p_now
    for update;
    price := listing.price_cents;
    paid_in := listing.currency;
    select p.commission_bps into bps from partners p where p.id = p_partner;
  end if;

  placed := place_order(
    p_order_id, 'partner_collected', p_partner, p_environment, listing, price, paid_in, bps, quote.id, null, p_payment_ref, p_buyer,
    p_return_url, p_cancel_url, p_event_ids, p_delivery_ids, p_now, p_real, p_seller_fee_bps);
  perform plan_delivery(placed, p_delivery);
  replayed := false;
  status := 201;
  body := order_detail(placed);
  perform keep_idempotent_answer(p_partner, p_environment, p_key, status, body);
end $$;

-- The signatures of the releases before, whose processes still run during a rollout. They had no setting for the fee.
create or replace function record_order(
  p_partner text, p_environment text,
  p_key text, p_fingerprint bytea,
  p_order_id text, p_event_ids text[], p_delivery_ids text[],
  p_now timestamptz, p_real timestamptz,
  p_quote_id text, p_domain text, p_expected_price bigint, p_currency text,
  p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text, p_delivery json,
  out replayed boolean, out status integer, out body text
) language sql as $$
  select * from record_order(
    p_partner, p_environment, p_key, p_fingerprint, p_order_id, p_event_ids, p_delivery_ids, p_now, p_real, p_quote_id, p_domain,
    p_expected_price, p_currency, p_payment_ref, p_buyer, p_return_url, p_cancel_url, p_delivery, 1000)
$$;

create or replace function record_order(
  p_partner text, p_environment text,
  p_key text, p_fingerprint bytea,
  p_order_id text, p_event_ids text[], p_delivery_ids text[],
  p_now timestamptz, p_real timestamptz,
  p_quote_id text, p_domain text, p_expected_price bigint, p_currency text,
  p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text,
  out replayed boolean, out status integer, out body text
) language sql as $$
  select * from record_order(
    p_partner, p_environment, p_key, p_fingerprint, p_order_id, p_event_ids, p_delivery_ids, p_now, p_real, p_quote_id, p_domain,
    p_expected_price, p_currency, p_payment_ref, p_buyer, p_return_url, p_cancel_url, null::json, 1000)
$$;
