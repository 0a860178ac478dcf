-- Recording a sale is the one thing that must be fast and must be whole: it is one call, so one round trip and one
-- transaction. The moves that follow are made by the service, statement by statement.
--
-- On the language: a function of a single expression is in SQL and no stricter than what it calls (to_char and
-- json_build_object are stable), so that the planner puts its body in place of the call. One that reads or writes tables is in
-- PL/pgSQL, which keeps its plans for the whole session; PostgreSQL before 18 plans an SQL function anew in each transaction.

create function iso_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- `(price · bps + 5000) div 10000`; the product of twelve digits and four fits easily.
create function share_of(cents bigint, bps integer) returns bigint language sql immutable parallel safe as $$
  select (cents * bps + 5000) / 10000
$$;

-- An order as the Partner API shows it, without its timeline.
create function order_view(o orders) returns json language sql stable as $$
  select json_build_object(
    'public_id', o.id,
    'domain', o.domain,
    'domain_unicode', o.domain_unicode,
    'status', o.status,
    'sale_price_cents', o.sale_price_cents,
    'currency', o.currency,
    'payment_model', o.payment_model,
    'quote_id', o.quote_id,
    'external_payment_ref', o.external_payment_ref,
    'buyer', o.buyer,
    'commission_cents', o.commission_cents,
    'amount_owed_cents', o.amount_owed_cents,
    'return_url', o.return_url,
    'cancel_url', o.cancel_url,
    'held', o.status = 'MANUAL_REVIEW',
    'transfer', json_build_object(
      'state', o.transfer_state,
      'started_at', iso_time(o.transfer_started_at),
      'completed_at', iso_time(o.transfer_completed_at)),
    'settlement_id', o.settlement_id,
    'refund_id', o.refund_id,
    'created_at', iso_time(o.created_at),
    'updated_at', iso_time(o.updated_at))
$$;

create function order_timeline_view(p_order id_text) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'at', iso_time(t.at), 'status', t.status, 'event', t.event, 'event_id', t.event_id,
      'actor', t.actor, 'message', t.message) order by t.line), '[]')
    from order_timeline t where t.order_id = p_order);
end $$;

-- The same with its timeline. Text is spliced because JSON of this kind keeps its bytes: what is stored is what is sent.
create function order_detail(o orders) returns text language sql stable as $$
  select left(order_view(o)::text, -1) || ', "timeline" : ' || order_timeline_view(o.id)::text || '}'
$$;

-- What an order event says of the order.
create function order_event_data(o orders, p_status text) returns json language sql stable as $$
  select json_build_object('order', json_build_object(
    'public_id', o.id, 'domain', o.domain, 'status', p_status,
    'sale_price_cents', o.sale_price_cents, 'currency', o.currency))
$$;

-- The event and, where a registration wants it, its delivery: rows of the same transaction as what happened.
create function emit_event(
  p_id text, p_delivery_id text, p_partner text, p_environment text, p_type text, p_at timestamptz, p_real timestamptz, p_data json
) returns void language plpgsql as $$
begin
  insert into events (id, partner_id, environment, type, created_at, data, generation)
  values (p_id, p_partner, p_environment, p_type, p_at, p_data, event_generation());
  insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
  select p_delivery_id, p_partner, p_environment, p_id, p_type, 'pending', p_real, p_real
  from webhook_endpoints w
  where w.partner_id = p_partner and w.environment = p_environment and p_type = any (w.event_types);
end $$;

-- What is pushed of an event. It is a function of a row that never changes, so every attempt sends the same bytes; a later
-- migration must not touch it.
create function event_payload(e events) returns text language sql immutable as $$
  select '{"id":"' || e.id || '","type":"' || e.type || '","created_at":"' || iso_time(e.created_at)
      || '","partner_id":"' || e.partner_id || '","data":' || e.data || '}'
$$;

-- A refusal rolls everything back, the claim of the idempotency key included. The message is the word for it.
create function refuse(p_word text, p_detail text default '') returns void language plpgsql as $$
begin
  raise exception using errcode = 'FH001', message = p_word, detail = p_detail;
end $$;

create function is_held(p_price bigint, p_magic text, p_buyer json) returns boolean language plpgsql stable as $$
begin
  return p_magic is not distinct from 'held' or exists (
    select from review_rules r
    where (r.kind = 'min_amount' and p_price >= r.value::bigint)
       or (r.kind = 'buyer_email' and lower(p_buyer ->> 'email') = r.value)
       or (r.kind = 'buyer_email_domain' and split_part(lower(p_buyer ->> 'email'), '@', 2) = r.value)
       or (r.kind = 'buyer_country' and upper(p_buyer ->> 'country') = r.value));
end $$;

create function record_order(
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
