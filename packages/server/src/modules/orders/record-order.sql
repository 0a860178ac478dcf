-- Recording a sale is the one thing that must be fast and must be whole: it is one call, so one round trip and one transaction.
-- Called by modules/orders/store.ts. The moves that follow are made by the service, statement by statement.
--
-- Mirrors in TypeScript: modules/orders/service.ts turns the words of refuse() into errors; http/idempotency.ts claims keys the
-- same way; modules/ledger/rules.ts names the lines of the journal.
--
-- What else the insert into orders sets off: orders_sum_new (modules/settlement/order-sums.sql) adds the sale to settlement's sums.
-- And the others: ledger_entries_balance (modules/ledger/must-balance.sql), listings_stamp (modules/catalog/stamp-listing.sql).

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
  out replayed boolean, out status integer, out body text
) language plpgsql as $$
declare
  known idempotency_keys;
  quote quotes;
  listing listings;
  placed orders;
  bps integer;
  price bigint;
  paid_in text;
  held boolean;
begin
  -- The key first: a twin waits here until this transaction ends, and then finds the answer.
  perform set_config('lock_timeout', '10s', true);
  insert into idempotency_keys (partner_id, environment, key, fingerprint, created_at)
  values (p_partner, p_environment, p_key, p_fingerprint, p_real)
  on conflict (partner_id, environment, key) do update
    set fingerprint = excluded.fingerprint, status = null, body = null, created_at = excluded.created_at, expires_at = null
    where idempotency_keys.expires_at <= excluded.created_at;
  if not found then
    select * into known from idempotency_keys k
    where k.partner_id = p_partner and k.environment = p_environment and k.key = p_key;
    if known.fingerprint <> p_fingerprint then perform refuse('idempotency_key_reused'); end if;
    replayed := true;
    status := known.status;
    body := known.body;
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
    if listing.status <> 'listed' or listing.magic is not distinct from 'sold_elsewhere' then perform refuse('domain_sold'); end if;
    -- The quote stands, but a checkout of the same partner is being paid: the name is its own until that has ended.
    if quote.exclusive and listing.reserved_by like 'cs\_%' and listing.reserved_until > p_real then
      perform refuse('domain_reserved');
    end if;
    if quote.exclusive and (listing.reserved_by is distinct from quote.id or listing.reserved_until <= p_real) then
      perform refuse('quote_expired');
    end if;
    if p_currency is not null and p_currency <> quote.currency then perform refuse('currency_mismatch', quote.currency); end if;
    if p_expected_price is not null and p_expected_price <> quote.price_cents then
      perform refuse('price_mismatch', quote.price_cents::text);
    end if;
    price := quote.price_cents;
    paid_in := quote.currency;
    bps := quote.commission_bps;
  else
    select * into listing from listings l
    where l.environment = p_environment and l.domain = p_domain and l.status <> 'withdrawn' for update;
    if not found then perform refuse('unlisted'); end if;
    if listing.status <> 'listed' or listing.magic is not distinct from 'sold_elsewhere' then perform refuse('domain_sold'); end if;
    if listing.reserved_until > p_real and not (listing.reserved_by_partner = p_partner and listing.reserved_by like 'quo\_%') then
      perform refuse('domain_reserved');
    end if;
    if p_currency <> listing.currency then perform refuse('currency_mismatch', listing.currency); end if;
    if p_expected_price <> listing.price_cents then perform refuse('price_mismatch', listing.price_cents::text); end if;
    -- Ordering by name spends the caller's own quote on it.
    select * into quote from quotes q
    where q.listing_id = listing.id and q.partner_id = p_partner and q.status = 'active' and q.expires_at > p_now
    for update;
    price := listing.price_cents;
    paid_in := listing.currency;
    select p.commission_bps into bps from partners p where p.id = p_partner;
  end if;

  held := is_held(price, listing.magic, p_buyer);
  insert into orders (
    id, partner_id, environment, listing_id, exclusive, magic, domain, domain_unicode, payment_model, status,
    sale_price_cents, currency, commission_bps, commission_cents, amount_owed_cents,
    quote_id, external_payment_ref, buyer, return_url, cancel_url, created_at, updated_at)
  values (
    p_order_id, p_partner, p_environment, listing.id, listing.magic is null, listing.magic, listing.domain,
    listing.domain_unicode, 'partner_collected', case when held then 'MANUAL_REVIEW' else 'EXTERNALLY_PAID' end,
    price, paid_in, bps, share_of(price, bps), price - share_of(price, bps),
    quote.id, p_payment_ref, p_buyer, p_return_url, p_cancel_url, p_now, p_now)
  returning * into placed;

  insert into order_timeline (order_id, line, at, status, event, event_id, actor, message)
  select placed.id, line, p_now, t.status, t.event, t.event_id, t.actor, t.message
  from (values
    (1, 'EXTERNALLY_PAID', 'order.recorded', p_event_ids[1], 'partner', 'Sale recorded; the partner collected the payment.'),
    (2, 'MANUAL_REVIEW', 'order.held', p_event_ids[2], 'system', 'Held for manual review.')
  ) as t(line, status, event, event_id, actor, message)
  where line = 1 or held;

  insert into ledger_journals (key, environment, partner_id, kind, at)
  values (placed.id || ':recorded', p_environment, p_partner, 'order_recorded', p_now);
  insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  select placed.id || ':recorded', e.line, p_environment, e.account, e.subject, placed.currency, e.amount
  from (values
    (1, 'partner_unbilled', p_partner, placed.amount_owed_cents),
    (2, 'commission_prepaid', '', placed.commission_cents),
    (3, 'order_deferred', placed.id::text, -placed.sale_price_cents)
  ) as e(line, account, subject, amount)
  where e.amount <> 0;

  perform emit_event(p_event_ids[1], p_delivery_ids[1], p_partner, p_environment, 'order.recorded', p_now, p_real,
                     order_event_data(placed, 'EXTERNALLY_PAID'));
  if held then
    perform emit_event(p_event_ids[2], p_delivery_ids[2], p_partner, p_environment, 'order.held', p_now, p_real,
                       order_event_data(placed, 'MANUAL_REVIEW'));
  end if;

  if listing.magic is null then
    update listings l set status = 'sold', reserved_by_partner = null, reserved_by = null, reserved_until = null, updated_at = p_real
    where l.id = listing.id;
  end if;
  if quote.id is not null then
    update quotes q set status = 'used', order_id = placed.id where q.id = quote.id;
  end if;

  replayed := false;
  status := 201;
  body := order_detail(placed);
  update idempotency_keys k set status = 201, body = record_order.body
  where k.partner_id = p_partner and k.environment = p_environment and k.key = p_key;
end $$;
