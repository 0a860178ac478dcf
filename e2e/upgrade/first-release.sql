-- A database as the first release left it: schema and rows, written by the service itself when it had migrations 1 to 4, which were the
-- first to hold orders, the ledger and events. upgrade.test.ts brings it up to date. Its keys, in first-release.json, open nothing else.
SET statement_timeout = 0;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET client_min_messages = warning;
CREATE DOMAIN public.id_text AS text COLLATE pg_catalog."C";
CREATE FUNCTION public.emit_event(p_id text, p_delivery_id text, p_partner text, p_environment text, p_type text, p_at timestamp with time zone, p_real timestamp with time zone, p_data json) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  insert into events (id, partner_id, environment, type, created_at, data, generation)
  values (p_id, p_partner, p_environment, p_type, p_at, p_data, event_generation());
  insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
  select p_delivery_id, p_partner, p_environment, p_id, p_type, 'pending', p_real, p_real
  from webhook_endpoints w
  where w.partner_id = p_partner and w.environment = p_environment and p_type = any (w.event_types);
end $$;
CREATE FUNCTION public.event_generation() RETURNS integer
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return coalesce((select (value ->> 'generation')::int from service_state where key = 'cluster'), 1);
end $$;
CREATE TABLE public.events (
    id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    type text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    data json NOT NULL,
    generation integer NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT events_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text])))
);
CREATE FUNCTION public.event_payload(e public.events) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $$
  select '{"id":"' || e.id || '","type":"' || e.type || '","created_at":"' || iso_time(e.created_at)
      || '","partner_id":"' || e.partner_id || '","data":' || e.data || '}'
$$;
CREATE FUNCTION public.is_held(p_price bigint, p_magic text, p_buyer json) RETURNS boolean
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return p_magic is not distinct from 'held' or exists (
    select from review_rules r
    where (r.kind = 'min_amount' and p_price >= r.value::bigint)
       or (r.kind = 'buyer_email' and lower(p_buyer ->> 'email') = r.value)
       or (r.kind = 'buyer_email_domain' and split_part(lower(p_buyer ->> 'email'), '@', 2) = r.value)
       or (r.kind = 'buyer_country' and upper(p_buyer ->> 'country') = r.value));
end $$;
CREATE FUNCTION public.iso_time(at timestamp with time zone) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
CREATE FUNCTION public.ledger_is_append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name;
end $$;
CREATE FUNCTION public.ledger_must_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  wrong record;
begin
  select journal, currency, sum(amount_cents) as rest into wrong
  from added group by journal, currency having sum(amount_cents) <> 0 limit 1;
  if found then
    raise exception 'journal % does not balance in %: %', wrong.journal, wrong.currency, wrong.rest;
  end if;
  return null;
end $$;
CREATE TABLE public.orders (
    id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    listing_id public.id_text NOT NULL,
    exclusive boolean NOT NULL,
    magic text,
    domain text NOT NULL COLLATE pg_catalog."C",
    domain_unicode text NOT NULL,
    payment_model text NOT NULL,
    status text NOT NULL,
    sale_price_cents bigint NOT NULL,
    currency text NOT NULL,
    commission_bps integer NOT NULL,
    commission_cents bigint NOT NULL,
    amount_owed_cents bigint NOT NULL,
    quote_id public.id_text,
    checkout_session_id public.id_text,
    external_payment_ref text,
    buyer json,
    return_url text,
    cancel_url text,
    transfer_state text DEFAULT 'pending'::text NOT NULL,
    transfer_started_at timestamp with time zone,
    transfer_completed_at timestamp with time zone,
    settlement_id public.id_text,
    refund_id public.id_text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT orders_check CHECK (((commission_cents >= 0) AND (commission_cents <= sale_price_cents))),
    CONSTRAINT orders_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
    CONSTRAINT orders_payment_model_check CHECK ((payment_model = ANY (ARRAY['partner_collected'::text, 'service_collected'::text]))),
    CONSTRAINT orders_sale_price_cents_check CHECK ((sale_price_cents > 0)),
    CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['EXTERNALLY_PAID'::text, 'PAID'::text, 'MANUAL_REVIEW'::text, 'TRANSFER_IN_PROGRESS'::text, 'TRANSFER_COMPLETED'::text, 'SETTLED'::text, 'REFUNDED'::text, 'CANCELLED'::text]))),
    CONSTRAINT orders_transfer_state_check CHECK ((transfer_state = ANY (ARRAY['pending'::text, 'in_progress'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);
CREATE FUNCTION public.order_detail(o public.orders) RETURNS text
    LANGUAGE sql STABLE
    AS $$
  select left(order_view(o)::text, -1) || ', "timeline" : ' || order_timeline_view(o.id)::text || '}'
$$;
CREATE FUNCTION public.order_event_data(o public.orders, p_status text) RETURNS json
    LANGUAGE sql STABLE
    AS $$
  select json_build_object('order', json_build_object(
    'public_id', o.id, 'domain', o.domain, 'status', p_status,
    'sale_price_cents', o.sale_price_cents, 'currency', o.currency))
$$;
CREATE FUNCTION public.order_timeline_view(p_order public.id_text) RETURNS json
    LANGUAGE plpgsql STABLE
    AS $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'at', iso_time(t.at), 'status', t.status, 'event', t.event, 'event_id', t.event_id,
      'actor', t.actor, 'message', t.message) order by t.line), '[]')
    from order_timeline t where t.order_id = p_order);
end $$;
CREATE FUNCTION public.order_view(o public.orders) RETURNS json
    LANGUAGE sql STABLE
    AS $$
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
CREATE FUNCTION public.record_order(p_partner text, p_environment text, p_key text, p_fingerprint bytea, p_order_id text, p_event_ids text[], p_delivery_ids text[], p_now timestamp with time zone, p_real timestamp with time zone, p_quote_id text, p_domain text, p_expected_price bigint, p_currency text, p_payment_ref text, p_buyer json, p_return_url text, p_cancel_url text, OUT replayed boolean, OUT status integer, OUT body text) RETURNS record
    LANGUAGE plpgsql
    AS $$
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
CREATE FUNCTION public.refuse(p_word text, p_detail text DEFAULT ''::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  raise exception using errcode = 'FH001', message = p_word, detail = p_detail;
end $$;
CREATE FUNCTION public.share_of(cents bigint, bps integer) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select (cents * bps + 5000) / 10000
$$;
CREATE FUNCTION public.stamp_listing() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
CREATE TABLE public.audit_log (
    id public.id_text NOT NULL,
    at timestamp with time zone NOT NULL,
    actor text NOT NULL,
    route text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    request_id public.id_text NOT NULL,
    input jsonb,
    reason text
);
CREATE TABLE public.credentials (
    key_id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    scopes text[] NOT NULL,
    secret_sealed text NOT NULL,
    rotated_from public.id_text,
    retires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT credentials_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text])))
);
CREATE TABLE public.idempotency_keys (
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    fingerprint bytea NOT NULL,
    status integer,
    body text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone
);
CREATE TABLE public.job_leases (
    name text NOT NULL,
    leased_by text NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    last_started_at timestamp with time zone,
    last_finished_at timestamp with time zone,
    last_error text
);
CREATE TABLE public.ledger_entries (
    journal text NOT NULL COLLATE pg_catalog."C",
    line smallint NOT NULL,
    environment text NOT NULL,
    account text NOT NULL COLLATE pg_catalog."C",
    subject public.id_text NOT NULL,
    currency text NOT NULL,
    amount_cents bigint NOT NULL,
    CONSTRAINT ledger_entries_amount_cents_check CHECK ((amount_cents <> 0))
);
CREATE TABLE public.ledger_journals (
    key text NOT NULL COLLATE pg_catalog."C",
    environment text NOT NULL,
    partner_id public.id_text,
    kind text NOT NULL,
    at timestamp with time zone NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT ledger_journals_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text])))
);
CREATE TABLE public.listing_imports (
    id public.id_text NOT NULL,
    environment text NOT NULL,
    actor text NOT NULL,
    status text NOT NULL,
    lines bigint DEFAULT 0 NOT NULL,
    created bigint DEFAULT 0 NOT NULL,
    updated bigint DEFAULT 0 NOT NULL,
    unchanged bigint DEFAULT 0 NOT NULL,
    rejected bigint DEFAULT 0 NOT NULL,
    rejections jsonb DEFAULT '[]'::jsonb NOT NULL,
    started_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT listing_imports_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
    CONSTRAINT listing_imports_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.listing_vectors (
    listing_id public.id_text NOT NULL,
    version text NOT NULL,
    text_hash bytea NOT NULL,
    vector bytea NOT NULL,
    changed_xid xid8 DEFAULT pg_current_xact_id() NOT NULL
);
CREATE TABLE public.listings (
    id public.id_text NOT NULL,
    environment text NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    domain_unicode text NOT NULL,
    label text NOT NULL COLLATE pg_catalog."C",
    tld text NOT NULL COLLATE pg_catalog."C",
    price_cents bigint NOT NULL,
    floor_price_cents bigint NOT NULL,
    currency text NOT NULL,
    description text,
    categories text[] DEFAULT '{}'::text[] NOT NULL,
    status text NOT NULL,
    reserved_by_partner public.id_text,
    reserved_by public.id_text,
    reserved_until timestamp with time zone,
    magic text,
    listed_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    changed_xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT listings_check CHECK ((floor_price_cents <= price_cents)),
    CONSTRAINT listings_check1 CHECK (((magic IS NULL) OR (environment = 'sandbox'::text))),
    CONSTRAINT listings_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
    CONSTRAINT listings_floor_price_cents_check CHECK ((floor_price_cents > 0)),
    CONSTRAINT listings_magic_check CHECK ((magic = ANY (ARRAY['held'::text, 'price_changes'::text, 'sold_elsewhere'::text, 'transfer_fails'::text]))),
    CONSTRAINT listings_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT listings_status_check CHECK ((status = ANY (ARRAY['listed'::text, 'sold'::text, 'withdrawn'::text])))
);
CREATE TABLE public.nonces (
    nonce uuid NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE public.operator_tokens (
    id public.id_text NOT NULL,
    name text NOT NULL,
    user_id public.id_text,
    token_hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone
);
CREATE TABLE public.order_timeline (
    order_id public.id_text NOT NULL,
    line integer NOT NULL,
    at timestamp with time zone NOT NULL,
    status text NOT NULL,
    event text,
    event_id public.id_text,
    actor text NOT NULL,
    message text NOT NULL
);
CREATE TABLE public.partners (
    id public.id_text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    merchant_of_record boolean NOT NULL,
    affiliate boolean DEFAULT false NOT NULL,
    commission_bps integer NOT NULL,
    brokerage_bps integer NOT NULL,
    referral_bps integer NOT NULL,
    sandbox_offset_seconds bigint DEFAULT 0 NOT NULL,
    approved_at timestamp with time zone,
    suspended_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT partners_brokerage_bps_check CHECK (((brokerage_bps >= 0) AND (brokerage_bps <= 10000))),
    CONSTRAINT partners_commission_bps_check CHECK (((commission_bps >= 0) AND (commission_bps <= 10000))),
    CONSTRAINT partners_referral_bps_check CHECK (((referral_bps >= 0) AND (referral_bps <= 10000))),
    CONSTRAINT partners_sandbox_offset_seconds_check CHECK ((sandbox_offset_seconds >= 0))
);
CREATE TABLE public.quotes (
    id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    listing_id public.id_text NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    domain_unicode text NOT NULL,
    status text NOT NULL,
    exclusive boolean NOT NULL,
    price_cents bigint NOT NULL,
    currency text NOT NULL,
    commission_bps integer NOT NULL,
    commission_cents bigint NOT NULL,
    metadata jsonb,
    order_id public.id_text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT quotes_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text]))),
    CONSTRAINT quotes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'used'::text, 'expired'::text, 'released'::text])))
);
CREATE UNLOGGED TABLE public.rate_buckets (
    bucket text NOT NULL COLLATE pg_catalog."C",
    capacity integer NOT NULL,
    per_second double precision NOT NULL,
    tokens double precision NOT NULL,
    granted integer NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE public.refunds (
    id public.id_text NOT NULL,
    order_id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    status text NOT NULL,
    amount_cents bigint NOT NULL,
    commission_clawback_cents bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    comment text,
    external_refund_ref text,
    created_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    CONSTRAINT refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'completed'::text, 'failed'::text])))
);
CREATE TABLE public.review_rules (
    id public.id_text NOT NULL,
    kind text NOT NULL,
    value text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT review_rules_kind_check CHECK ((kind = ANY (ARRAY['min_amount'::text, 'buyer_email'::text, 'buyer_email_domain'::text, 'buyer_country'::text])))
);
CREATE TABLE public.schema_migrations (
    version integer NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
CREATE TABLE public.service_state (
    key text NOT NULL,
    value jsonb NOT NULL
);
CREATE TABLE public.users (
    id public.id_text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'operator'::text])))
);
CREATE TABLE public.webhook_attempts (
    delivery_id public.id_text NOT NULL,
    attempt integer NOT NULL,
    at timestamp with time zone NOT NULL,
    url text NOT NULL,
    status_code integer,
    error text,
    duration_ms integer NOT NULL
);
CREATE TABLE public.webhook_deliveries (
    id public.id_text NOT NULL,
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    event_id public.id_text NOT NULL,
    event_type text NOT NULL,
    payload text,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    restarts integer DEFAULT 0 NOT NULL,
    url text,
    next_attempt_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE TABLE public.webhook_endpoints (
    partner_id public.id_text NOT NULL,
    environment text NOT NULL,
    url text NOT NULL,
    secret_sealed text NOT NULL,
    previous_secret_sealed text,
    previous_secret_until timestamp with time zone,
    event_types text[] NOT NULL,
    active boolean NOT NULL,
    disabled_reason text,
    failing_since timestamp with time zone,
    leased_by text,
    leased_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT webhook_endpoints_environment_check CHECK ((environment = ANY (ARRAY['sandbox'::text, 'live'::text])))
)
WITH (fillfactor='50');
INSERT INTO public.audit_log VALUES
	('aud_01m7fw21mnc6dv001gqc8p7aqn', '2026-11-15 15:08:51.733+00', 'token:chief@market.example', 'operator.partners.create', 'POST', '/api/operator/v1/partners', 201, 'req_01m7fw20zxekbh0rzqcfr8n8hs', '{"name": "Northwind Domains", "email": "ops@northwind.example", "commission_bps": 1500, "merchant_of_record": true}', NULL),
	('aud_01m7fw21p476kk2ta5n0wd4ndg', '2026-11-15 15:08:51.78+00', 'token:chief@market.example', 'operator.partners.create', 'POST', '/api/operator/v1/partners', 201, 'req_01m7fw21nxdthn00mgs3m0vrz1', '{"name": "Bluebird Sites", "email": "dev@bluebird.example", "commission_bps": 1000, "merchant_of_record": true}', NULL),
	('aud_01m7fw21rrd68pkp75xd3cs3ef', '2026-11-15 15:08:51.864+00', 'token:chief@market.example', 'operator.partners.approve', 'POST', '/api/operator/v1/partners/ptn_01m7fw21034nny6x23dqa1dcft/approve', 200, 'req_01m7fw21q4dj5vx7bd7a7hf03b', '{}', NULL),
	('aud_01m7fw21s59479b2padpzqjahh', '2026-11-15 15:08:51.877+00', 'token:chief@market.example', 'operator.partners.approve', 'POST', '/api/operator/v1/partners/ptn_01m7fw21ny286ey68w36canknj/approve', 200, 'req_01m7fw21s15g0ptwtare65ghjk', '{}', NULL),
	('aud_01m7fw21th63wqxvs730eq3hc5', '2026-11-15 15:08:51.921+00', 'token:chief@market.example', 'operator.credentials.issue', 'POST', '/api/operator/v1/partners/ptn_01m7fw21034nny6x23dqa1dcft/credentials', 201, 'req_01m7fw21shf8f5gz4cbarbhfea', '{"scopes": ["search", "embed", "buy", "broker", "refer", "report", "webhook"], "environment": "live"}', NULL),
	('aud_01m7fw21vndzhd8tvxjxaz7m0v', '2026-11-15 15:08:51.957+00', 'token:chief@market.example', 'operator.credentials.issue', 'POST', '/api/operator/v1/partners/ptn_01m7fw21034nny6x23dqa1dcft/credentials', 201, 'req_01m7fw21v4c5xjh8ftpdwch7vn', '{"scopes": ["search", "embed", "buy", "broker", "refer", "report", "webhook"], "environment": "sandbox"}', NULL),
	('aud_01m7fw21wmdqgznms3jkt4efry', '2026-11-15 15:08:51.988+00', 'token:chief@market.example', 'operator.credentials.issue', 'POST', '/api/operator/v1/partners/ptn_01m7fw21ny286ey68w36canknj/credentials', 201, 'req_01m7fw21w6btg71vr5chrhhw2t', '{"scopes": ["search", "embed", "buy", "broker", "refer", "report", "webhook"], "environment": "live"}', NULL),
	('aud_01m7fw21y8ef2jt8n30845e935', '2026-11-15 15:08:52.04+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw21x8cfyr1wsb025mhkc2', '{"domain": "harborlight.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 120000}', NULL),
	('aud_01m7fw21z8cr7cp5nppw2jctnz', '2026-11-15 15:08:52.072+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw21yw4dbh8ea01w66p3j7', '{"domain": "solarnest.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 157500}', NULL),
	('aud_01m7fw22048pjt3vmwgkcr33fz', '2026-11-15 15:08:52.1+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw21zp7jxenawgmjz9m8en', '{"domain": "quietmeadow.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 195000}', NULL),
	('aud_01m7fw220t98wbrbvf83z8gwf4', '2026-11-15 15:08:52.122+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw220n71qj7024zdykk7p3', '{"domain": "brightforge.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 232500}', NULL),
	('aud_01m7fw221m8nka859we4dhf67p', '2026-11-15 15:08:52.148+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw22152n987vry2rybryqr', '{"domain": "cedarlane.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 270000}', NULL),
	('aud_01m7fw222b9pffk7ph3bzdcd6k', '2026-11-15 15:08:52.171+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw222081mrp3f4bn9fhtsr', '{"domain": "northpeak.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 307500}', NULL),
	('aud_01m7fw222w765qn9dwgnq48tn4', '2026-11-15 15:08:52.188+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw222re7ky7bgqjx2xcgek', '{"domain": "paperkite.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 345000}', NULL),
	('aud_01m7fw223jbxc174mh6jkzrbt9', '2026-11-15 15:08:52.21+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw223687t1ckswz50y7kn7', '{"domain": "stonebridge.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 4000000}', NULL),
	('aud_01m7fw224d6rbba26d7493pw4v', '2026-11-15 15:08:52.237+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw2241dpa97w3p7gy2yad9', '{"domain": "velvetoak.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 382500}', NULL),
	('aud_01m7fw224z6w5nbxtgkyj8c1m1', '2026-11-15 15:08:52.255+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw224s0xpxbrn9zbfp4p1q', '{"domain": "windward.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 420000}', NULL),
	('aud_01m7fw225p219rqv5b4t7p9j9v', '2026-11-15 15:08:52.278+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw22590whaefj1wd2h8peh', '{"domain": "amberfield.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 457500}', NULL),
	('aud_01m7fw226jfwtxe0w3zt1wk4ae', '2026-11-15 15:08:52.306+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw2265a75m0mqdb26pk66a', '{"domain": "clearbrook.com", "currency": "USD", "categories": ["brand"], "description": "A name for a house of its own.", "environment": "live", "price_cents": 495000}', NULL),
	('aud_01m7fw228c8pvy6q38t2vgbnh1', '2026-11-15 15:08:52.364+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw226zcbmghm1rfcspx4wa', '{"domain": "sandpit.test", "currency": "EUR", "environment": "sandbox", "price_cents": 99900}', NULL),
	('aud_01m7fw22dd28vqxragz4zcx9m9', '2026-11-15 15:08:52.525+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw22c66v8h3fydmyvbswvg', '{"domain": "sandcastle.test", "currency": "EUR", "environment": "sandbox", "price_cents": 99900}', NULL),
	('aud_01m7fw22h35k02c8xqyg0ggbkb', '2026-11-15 15:08:52.643+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw22facad8ds38pwqjynz3', '{"domain": "sandbar.test", "currency": "EUR", "environment": "sandbox", "price_cents": 99900}', NULL),
	('aud_01m7fw22md058mgt2nqey7gfsz', '2026-11-15 15:08:52.749+00', 'token:chief@market.example', 'operator.listings.create', 'POST', '/api/operator/v1/listings', 201, 'req_01m7fw22jecr5f5xms37jx7rke', '{"domain": "xn--bcher-kva.com", "currency": "USD", "environment": "live", "price_cents": 250000}', NULL),
	('aud_01m7fw22y0czaf12yhk1e13bzr', '2026-11-15 15:08:53.056+00', 'token:chief@market.example', 'operator.listings.list', 'GET', '/api/operator/v1/listings', 200, 'req_01m7fw22wr1f4n4m5888capxvt', '{}', NULL),
	('aud_01m7fw23r51hmdqkrgzf60nxkp', '2026-11-15 15:08:53.893+00', 'token:chief@market.example', 'operator.orders.start_transfer', 'POST', '/api/operator/v1/orders/ord_01m7fw23553km01a06g8dd51ye/start_transfer', 200, 'req_01m7fw23p9c6bd7czxmm1dvreg', '{}', NULL),
	('aud_01m7fw23rsac5cnezf5ec1jfgv', '2026-11-15 15:08:53.913+00', 'token:chief@market.example', 'operator.orders.start_transfer', 'POST', '/api/operator/v1/orders/ord_01m7fw23640pamq6p8fst4zavw/start_transfer', 200, 'req_01m7fw23rcbzjw1cj5pbsrvr8e', '{}', NULL),
	('aud_01m7fw23vcbve0b0ha62pv8q3f', '2026-11-15 15:08:53.996+00', 'token:chief@market.example', 'operator.orders.start_transfer', 'POST', '/api/operator/v1/orders/ord_01m7fw23g127cpcttfvstmzvkc/start_transfer', 200, 'req_01m7fw23s0br5jk1k5h6x7qtdy', '{}', NULL),
	('aud_01m7fw2406ebcrabeve5z3z8c9', '2026-11-15 15:08:54.15+00', 'token:chief@market.example', 'operator.orders.complete_transfer', 'POST', '/api/operator/v1/orders/ord_01m7fw23g127cpcttfvstmzvkc/complete_transfer', 200, 'req_01m7fw23zn60rx37mta2g3a3g7', '{}', NULL),
	('aud_01m7fw24ay7wkcqbtxv05qan4t', '2026-11-15 15:08:54.494+00', 'token:chief@market.example', 'operator.orders.cancel', 'POST', '/api/operator/v1/orders/ord_01m7fw239x1gsndp50ncsyfeh7/cancel', 200, 'req_01m7fw244x712pdq5pvpsgkdpt', '{}', NULL),
	('aud_01m7fw260zcd5whtzpwqk0nj6y', '2026-11-15 15:08:56.223+00', 'token:chief@market.example', 'operator.ledger.check', 'GET', '/api/operator/v1/ledger/check', 200, 'req_01m7fw26081x1axer2tygxkbzf', '{}', NULL),
	('aud_01m7fw23yw6fwhzyq7k12vvxv2', '2026-11-15 15:08:54.108+00', 'token:chief@market.example', 'operator.orders.complete_transfer', 'POST', '/api/operator/v1/orders/ord_01m7fw23640pamq6p8fst4zavw/complete_transfer', 200, 'req_01m7fw23w049k14zyqjtk0r95t', '{}', NULL);
INSERT INTO public.credentials VALUES
	('pk_live_13e4c7b7730f2562eaebe761', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', '{search,embed,buy,broker,refer,report,webhook}', 'v1.IvQVQhEG3q8nFUHUo3Z58zGTPrEXuDhQpmsX37gCHghW2xhZv-DD7yVwZgklF8uuxAgaarVj0-oSuj4VQFMTqMrzmbuDf4f711flV-Pa4-TJc0KR', NULL, NULL, NULL, '2026-11-15 15:08:52.857+00', '2026-11-15 15:08:51.889+00'),
	('pk_live_5ee294339d17aeec170114c3', 'ptn_01m7fw21ny286ey68w36canknj', 'live', '{search,embed,buy,broker,refer,report,webhook}', 'v1.KAMaWYED89EYzcakkscADTFRBxujSHpqd9VsL4Wkn6yn-rT4zo3Uub1tEJkCLydZhW8sWLv8nqsAm2VkqKzVpZwOo3rPavxkIz3qSBZacFFMYRKP', NULL, NULL, NULL, '2026-11-15 15:08:53.413+00', '2026-11-15 15:08:51.975+00'),
	('pk_sandbox_d341846ceb455a9eab1bf376', 'ptn_01m7fw21034nny6x23dqa1dcft', 'sandbox', '{search,embed,buy,broker,refer,report,webhook}', 'v1.uCpnDZXoE3YRuE0h1yKSHWiZ7nxl3nSLZlrOD4BYrnoFKGjp2dmjKbWLCvAyYc3QmGhAaWKm6UVGWEgIeT6qlejAeE5sa-ZVzTDb7UxnsbqnvzfApU-m', NULL, NULL, NULL, '2026-11-15 15:08:53.472+00', '2026-11-15 15:08:51.94+00');
INSERT INTO public.events VALUES
	('evt_01m7fw230v3n485g6vr0dwrw2v', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.recorded', '2026-11-15 15:08:53.147+00', '{"order" : {"public_id" : "ord_01m7fw230v3n485g6vr0dwrm1a", "domain" : "harborlight.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 120000, "currency" : "USD"}}', 1, '795'),
	('evt_01m7fw23553km01a06g8dd6qmj', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.recorded', '2026-11-15 15:08:53.285+00', '{"order" : {"public_id" : "ord_01m7fw23553km01a06g8dd51ye", "domain" : "solarnest.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 157500, "currency" : "USD"}}', 1, '797'),
	('evt_01m7fw23640pamq6p8fst4zy9x', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.recorded', '2026-11-15 15:08:53.316+00', '{"order" : {"public_id" : "ord_01m7fw23640pamq6p8fst4zavw", "domain" : "quietmeadow.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 195000, "currency" : "USD"}}', 1, '799'),
	('evt_01m7fw2376ejmbsp210yv295kb', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.recorded', '2026-11-15 15:08:53.35+00', '{"order" : {"public_id" : "ord_01m7fw2376ejmbsp210yv27t4y", "domain" : "stonebridge.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 4000000, "currency" : "USD"}}', 1, '801'),
	('evt_01m7fw2376ejmbsp210yv29tmh', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.held', '2026-11-15 15:08:53.35+00', '{"order" : {"public_id" : "ord_01m7fw2376ejmbsp210yv27t4y", "domain" : "stonebridge.com", "status" : "MANUAL_REVIEW", "sale_price_cents" : 4000000, "currency" : "USD"}}', 1, '801'),
	('evt_01m7fw2382acgdj5kqej9f53nz', 'ptn_01m7fw21ny286ey68w36canknj', 'live', 'order.recorded', '2026-11-15 15:08:53.378+00', '{"order" : {"public_id" : "ord_01m7fw2382acgdj5kqej9f3p0h", "domain" : "brightforge.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 232500, "currency" : "USD"}}', 1, '804'),
	('evt_01m7fw239x1gsndp50ncsygj9s', 'ptn_01m7fw21ny286ey68w36canknj', 'live', 'order.recorded', '2026-11-15 15:08:53.437+00', '{"order" : {"public_id" : "ord_01m7fw239x1gsndp50ncsyfeh7", "domain" : "cedarlane.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 270000, "currency" : "USD"}}', 1, '806'),
	('evt_01m7fw23as31mp83fvvz0wchg5', 'ptn_01m7fw21034nny6x23dqa1dcft', 'sandbox', 'order.recorded', '2026-11-15 15:08:53.465+00', '{"order" : {"public_id" : "ord_01m7fw23as31mp83fvvz0wbjze", "domain" : "sandpit.test", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 99900, "currency" : "EUR"}}', 1, '808'),
	('evt_01m7fw23g127cpcttfvstn0asg', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.recorded', '2026-11-15 15:08:53.633+00', '{"order" : {"public_id" : "ord_01m7fw23g127cpcttfvstmzvkc", "domain" : "northpeak.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 307500, "currency" : "USD"}}', 1, '816'),
	('evt_01m7fw23qe0smgq96ef64zb1r4', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.transfer_started', '2026-11-15 15:08:53.87+00', '{"order":{"public_id":"ord_01m7fw23553km01a06g8dd51ye","domain":"solarnest.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":157500,"currency":"USD"}}', 1, '826'),
	('evt_01m7fw23qe0smgq96ef64zbp85', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'transfer.started', '2026-11-15 15:08:53.87+00', '{"order":{"public_id":"ord_01m7fw23553km01a06g8dd51ye","domain":"solarnest.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":157500,"currency":"USD"}}', 1, '826'),
	('evt_01m7fw23rfahw72wezk8mv08cf', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.transfer_started', '2026-11-15 15:08:53.903+00', '{"order":{"public_id":"ord_01m7fw23640pamq6p8fst4zavw","domain":"quietmeadow.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":195000,"currency":"USD"}}', 1, '828'),
	('evt_01m7fw23rfahw72wezk8mv14sv', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'transfer.started', '2026-11-15 15:08:53.903+00', '{"order":{"public_id":"ord_01m7fw23640pamq6p8fst4zavw","domain":"quietmeadow.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":195000,"currency":"USD"}}', 1, '828'),
	('evt_01m7fw23scdn9mmzejexq2tyxn', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.transfer_started', '2026-11-15 15:08:53.932+00', '{"order":{"public_id":"ord_01m7fw23g127cpcttfvstmzvkc","domain":"northpeak.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":307500,"currency":"USD"}}', 1, '830'),
	('evt_01m7fw23scdn9mmzejexq2w19h', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'transfer.started', '2026-11-15 15:08:53.932+00', '{"order":{"public_id":"ord_01m7fw23g127cpcttfvstmzvkc","domain":"northpeak.com","status":"TRANSFER_IN_PROGRESS","sale_price_cents":307500,"currency":"USD"}}', 1, '830'),
	('evt_01m7fw23xp0txavs7c1pvyc82a', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.transfer_completed', '2026-11-15 15:08:54.07+00', '{"order":{"public_id":"ord_01m7fw23640pamq6p8fst4zavw","domain":"quietmeadow.com","status":"TRANSFER_COMPLETED","sale_price_cents":195000,"currency":"USD"}}', 1, '832'),
	('evt_01m7fw23xp0txavs7c1pvyd731', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'transfer.completed', '2026-11-15 15:08:54.07+00', '{"order":{"public_id":"ord_01m7fw23640pamq6p8fst4zavw","domain":"quietmeadow.com","status":"TRANSFER_COMPLETED","sale_price_cents":195000,"currency":"USD"}}', 1, '832'),
	('evt_01m7fw23zwaq0719kahvmtnwjj', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.transfer_completed', '2026-11-15 15:08:54.14+00', '{"order":{"public_id":"ord_01m7fw23g127cpcttfvstmzvkc","domain":"northpeak.com","status":"TRANSFER_COMPLETED","sale_price_cents":307500,"currency":"USD"}}', 1, '836'),
	('evt_01m7fw23zwaq0719kahvmtp6cx', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'transfer.completed', '2026-11-15 15:08:54.14+00', '{"order":{"public_id":"ord_01m7fw23g127cpcttfvstmzvkc","domain":"northpeak.com","status":"TRANSFER_COMPLETED","sale_price_cents":307500,"currency":"USD"}}', 1, '836'),
	('evt_01m7fw242p5pzg0yvtb0gwpavp', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'order.refunded', '2026-11-15 15:08:54.23+00', '{"order":{"public_id":"ord_01m7fw230v3n485g6vr0dwrm1a","domain":"harborlight.com","status":"REFUNDED","sale_price_cents":120000,"currency":"USD"}}', 1, '839'),
	('evt_01m7fw24ab1khgq20x6r65ejpb', 'ptn_01m7fw21ny286ey68w36canknj', 'live', 'order.refunded', '2026-11-15 15:08:54.475+00', '{"order":{"public_id":"ord_01m7fw239x1gsndp50ncsyfeh7","domain":"cedarlane.com","status":"CANCELLED","sale_price_cents":270000,"currency":"USD"}}', 1, '842');
INSERT INTO public.idempotency_keys VALUES
	('ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'fixture-1', '\xf83065acd2e72d943c697e9755c8b36dd9263fcf84664d3fce25aeeafea9a8ea', 201, '{"public_id" : "ord_01m7fw230v3n485g6vr0dwrm1a", "domain" : "harborlight.com", "domain_unicode" : "harborlight.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 120000, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_1", "buyer" : {"email":"ada@buyer.example","name":"Ada Example","country":"GB"}, "commission_cents" : 18000, "amount_owed_cents" : 102000, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.147Z", "updated_at" : "2026-11-15T15:08:53.147Z", "timeline" : [{"at" : "2026-11-15T15:08:53.147Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw230v3n485g6vr0dwrw2v", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.225+00', NULL),
	('ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'fixture-2', '\xdf0e2748cfe4b0cb5048d3971e8b827d18d9550f619065eee88a42790493e0ec', 201, '{"public_id" : "ord_01m7fw23553km01a06g8dd51ye", "domain" : "solarnest.com", "domain_unicode" : "solarnest.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 157500, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_2", "buyer" : null, "commission_cents" : 23625, "amount_owed_cents" : 133875, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.285Z", "updated_at" : "2026-11-15T15:08:53.285Z", "timeline" : [{"at" : "2026-11-15T15:08:53.285Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw23553km01a06g8dd6qmj", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.293+00', NULL),
	('ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'fixture-3', '\x3eaf4681de48e8b6a53cc9ea9a2b0e7d3109f250812d597f932c57498d9788cd', 201, '{"public_id" : "ord_01m7fw23640pamq6p8fst4zavw", "domain" : "quietmeadow.com", "domain_unicode" : "quietmeadow.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 195000, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_3", "buyer" : null, "commission_cents" : 29250, "amount_owed_cents" : 165750, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.316Z", "updated_at" : "2026-11-15T15:08:53.316Z", "timeline" : [{"at" : "2026-11-15T15:08:53.316Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw23640pamq6p8fst4zy9x", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.318+00', NULL),
	('ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'fixture-4', '\xa6f45c35c474d5f21b8c8fd3a5991b5bc235bae83b8c160546ebe6f694bc0fd5', 201, '{"public_id" : "ord_01m7fw2376ejmbsp210yv27t4y", "domain" : "stonebridge.com", "domain_unicode" : "stonebridge.com", "status" : "MANUAL_REVIEW", "sale_price_cents" : 4000000, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_4", "buyer" : null, "commission_cents" : 600000, "amount_owed_cents" : 3400000, "return_url" : null, "cancel_url" : null, "held" : true, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.350Z", "updated_at" : "2026-11-15T15:08:53.350Z", "timeline" : [{"at" : "2026-11-15T15:08:53.350Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw2376ejmbsp210yv295kb", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}, {"at" : "2026-11-15T15:08:53.350Z", "status" : "MANUAL_REVIEW", "event" : "order.held", "event_id" : "evt_01m7fw2376ejmbsp210yv29tmh", "actor" : "system", "message" : "Held for manual review."}]}', '2026-11-15 15:08:53.352+00', NULL),
	('ptn_01m7fw21ny286ey68w36canknj', 'live', 'fixture-5', '\x6672de32273856622ea29de5fca2256d394630d5a9d71e2260cf72f404ac4265', 201, '{"public_id" : "ord_01m7fw2382acgdj5kqej9f3p0h", "domain" : "brightforge.com", "domain_unicode" : "brightforge.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 232500, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_5", "buyer" : null, "commission_cents" : 23250, "amount_owed_cents" : 209250, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.378Z", "updated_at" : "2026-11-15T15:08:53.378Z", "timeline" : [{"at" : "2026-11-15T15:08:53.378Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw2382acgdj5kqej9f53nz", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.413+00', NULL),
	('ptn_01m7fw21ny286ey68w36canknj', 'live', 'fixture-6', '\x0deff3166a91cb428b33e8535c9301a13e42a386fa8d2c67a827f30579d4e556', 201, '{"public_id" : "ord_01m7fw239x1gsndp50ncsyfeh7", "domain" : "cedarlane.com", "domain_unicode" : "cedarlane.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 270000, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_6", "buyer" : null, "commission_cents" : 27000, "amount_owed_cents" : 243000, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.437Z", "updated_at" : "2026-11-15T15:08:53.437Z", "timeline" : [{"at" : "2026-11-15T15:08:53.437Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw239x1gsndp50ncsygj9s", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.447+00', NULL),
	('ptn_01m7fw21034nny6x23dqa1dcft', 'sandbox', 'fixture-7', '\x5647f0fe08bfb587b7e74942f85be9d163b83c611602a6136a52e65a4f9545c3', 201, '{"public_id" : "ord_01m7fw23as31mp83fvvz0wbjze", "domain" : "sandpit.test", "domain_unicode" : "sandpit.test", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 99900, "currency" : "EUR", "payment_model" : "partner_collected", "quote_id" : null, "external_payment_ref" : "pay_7", "buyer" : null, "commission_cents" : 14985, "amount_owed_cents" : 84915, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.465Z", "updated_at" : "2026-11-15T15:08:53.465Z", "timeline" : [{"at" : "2026-11-15T15:08:53.465Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw23as31mp83fvvz0wchg5", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.473+00', NULL),
	('ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'fixture-q', '\xfdf89976b55038bdc367dd853ea8d7051ba7c27632ce60505e9a91c5a163c08e', 201, '{"public_id" : "ord_01m7fw23g127cpcttfvstmzvkc", "domain" : "northpeak.com", "domain_unicode" : "northpeak.com", "status" : "EXTERNALLY_PAID", "sale_price_cents" : 307500, "currency" : "USD", "payment_model" : "partner_collected", "quote_id" : "quo_01m7fw23bdfkcbsnfc9crxsy14", "external_payment_ref" : "pay_q", "buyer" : null, "commission_cents" : 46125, "amount_owed_cents" : 261375, "return_url" : null, "cancel_url" : null, "held" : false, "transfer" : {"state" : "pending", "started_at" : null, "completed_at" : null}, "settlement_id" : null, "refund_id" : null, "created_at" : "2026-11-15T15:08:53.633Z", "updated_at" : "2026-11-15T15:08:53.633Z", "timeline" : [{"at" : "2026-11-15T15:08:53.633Z", "status" : "EXTERNALLY_PAID", "event" : "order.recorded", "event_id" : "evt_01m7fw23g127cpcttfvstn0asg", "actor" : "partner", "message" : "Sale recorded; the partner collected the payment."}]}', '2026-11-15 15:08:53.639+00', NULL);
INSERT INTO public.job_leases VALUES
	('webhooks.switch_off_failing', 'wrk_624dd16500008081', '2026-11-15 15:08:46.788477+00', '2026-11-15 15:08:46.7598+00', '2026-11-15 15:08:46.788477+00', NULL),
	('rate_buckets.purge', 'wrk_624dd16500008081', '2026-11-15 15:08:47.33695+00', '2026-11-15 15:08:47.328484+00', '2026-11-15 15:08:47.33695+00', NULL),
	('nonces.purge', 'wrk_624dd16500008081', '2026-11-15 15:08:49.052471+00', '2026-11-15 15:08:49.036477+00', '2026-11-15 15:08:49.052471+00', NULL),
	('idempotency_keys.purge', 'wrk_624dd16500008081', '2026-11-15 15:08:49.744471+00', '2026-11-15 15:08:49.732979+00', '2026-11-15 15:08:49.744471+00', NULL);
INSERT INTO public.ledger_entries VALUES
	('ord_01m7fw230v3n485g6vr0dwrm1a:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', 102000),
	('ord_01m7fw230v3n485g6vr0dwrm1a:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 18000),
	('ord_01m7fw230v3n485g6vr0dwrm1a:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw230v3n485g6vr0dwrm1a', 'USD', -120000),
	('ord_01m7fw23553km01a06g8dd51ye:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', 133875),
	('ord_01m7fw23553km01a06g8dd51ye:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 23625),
	('ord_01m7fw23553km01a06g8dd51ye:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw23553km01a06g8dd51ye', 'USD', -157500),
	('ord_01m7fw23640pamq6p8fst4zavw:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', 165750),
	('ord_01m7fw23640pamq6p8fst4zavw:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 29250),
	('ord_01m7fw23640pamq6p8fst4zavw:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw23640pamq6p8fst4zavw', 'USD', -195000),
	('ord_01m7fw2376ejmbsp210yv27t4y:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', 3400000),
	('ord_01m7fw2376ejmbsp210yv27t4y:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 600000),
	('ord_01m7fw2376ejmbsp210yv27t4y:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw2376ejmbsp210yv27t4y', 'USD', -4000000),
	('ord_01m7fw2382acgdj5kqej9f3p0h:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21ny286ey68w36canknj', 'USD', 209250),
	('ord_01m7fw2382acgdj5kqej9f3p0h:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 23250),
	('ord_01m7fw2382acgdj5kqej9f3p0h:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw2382acgdj5kqej9f3p0h', 'USD', -232500),
	('ord_01m7fw239x1gsndp50ncsyfeh7:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21ny286ey68w36canknj', 'USD', 243000),
	('ord_01m7fw239x1gsndp50ncsyfeh7:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 27000),
	('ord_01m7fw239x1gsndp50ncsyfeh7:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw239x1gsndp50ncsyfeh7', 'USD', -270000),
	('ord_01m7fw23as31mp83fvvz0wbjze:recorded', 1, 'sandbox', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'EUR', 84915),
	('ord_01m7fw23as31mp83fvvz0wbjze:recorded', 2, 'sandbox', 'commission_prepaid', '', 'EUR', 14985),
	('ord_01m7fw23as31mp83fvvz0wbjze:recorded', 3, 'sandbox', 'order_deferred', 'ord_01m7fw23as31mp83fvvz0wbjze', 'EUR', -99900),
	('ord_01m7fw23g127cpcttfvstmzvkc:recorded', 1, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', 261375),
	('ord_01m7fw23g127cpcttfvstmzvkc:recorded', 2, 'live', 'commission_prepaid', '', 'USD', 46125),
	('ord_01m7fw23g127cpcttfvstmzvkc:recorded', 3, 'live', 'order_deferred', 'ord_01m7fw23g127cpcttfvstmzvkc', 'USD', -307500),
	('ord_01m7fw23640pamq6p8fst4zavw:delivered', 1, 'live', 'order_deferred', 'ord_01m7fw23640pamq6p8fst4zavw', 'USD', 195000),
	('ord_01m7fw23640pamq6p8fst4zavw:delivered', 2, 'live', 'domain_sales', '', 'USD', -195000),
	('ord_01m7fw23640pamq6p8fst4zavw:delivered', 3, 'live', 'partner_commission', '', 'USD', 29250),
	('ord_01m7fw23640pamq6p8fst4zavw:delivered', 4, 'live', 'commission_prepaid', '', 'USD', -29250),
	('ord_01m7fw23g127cpcttfvstmzvkc:delivered', 1, 'live', 'order_deferred', 'ord_01m7fw23g127cpcttfvstmzvkc', 'USD', 307500),
	('ord_01m7fw23g127cpcttfvstmzvkc:delivered', 2, 'live', 'domain_sales', '', 'USD', -307500),
	('ord_01m7fw23g127cpcttfvstmzvkc:delivered', 3, 'live', 'partner_commission', '', 'USD', 46125),
	('ord_01m7fw23g127cpcttfvstmzvkc:delivered', 4, 'live', 'commission_prepaid', '', 'USD', -46125),
	('ord_01m7fw230v3n485g6vr0dwrm1a:reversed', 1, 'live', 'order_deferred', 'ord_01m7fw230v3n485g6vr0dwrm1a', 'USD', 120000),
	('ord_01m7fw230v3n485g6vr0dwrm1a:reversed', 2, 'live', 'commission_prepaid', '', 'USD', -18000),
	('ord_01m7fw230v3n485g6vr0dwrm1a:reversed', 3, 'live', 'partner_unbilled', 'ptn_01m7fw21034nny6x23dqa1dcft', 'USD', -102000),
	('ord_01m7fw239x1gsndp50ncsyfeh7:reversed', 1, 'live', 'order_deferred', 'ord_01m7fw239x1gsndp50ncsyfeh7', 'USD', 270000),
	('ord_01m7fw239x1gsndp50ncsyfeh7:reversed', 2, 'live', 'commission_prepaid', '', 'USD', -27000),
	('ord_01m7fw239x1gsndp50ncsyfeh7:reversed', 3, 'live', 'partner_unbilled', 'ptn_01m7fw21ny286ey68w36canknj', 'USD', -243000);
INSERT INTO public.ledger_journals VALUES
	('ord_01m7fw230v3n485g6vr0dwrm1a:recorded', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.147+00', '795'),
	('ord_01m7fw23553km01a06g8dd51ye:recorded', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.285+00', '797'),
	('ord_01m7fw23640pamq6p8fst4zavw:recorded', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.316+00', '799'),
	('ord_01m7fw2376ejmbsp210yv27t4y:recorded', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.35+00', '801'),
	('ord_01m7fw2382acgdj5kqej9f3p0h:recorded', 'live', 'ptn_01m7fw21ny286ey68w36canknj', 'order_recorded', '2026-11-15 15:08:53.378+00', '804'),
	('ord_01m7fw239x1gsndp50ncsyfeh7:recorded', 'live', 'ptn_01m7fw21ny286ey68w36canknj', 'order_recorded', '2026-11-15 15:08:53.437+00', '806'),
	('ord_01m7fw23as31mp83fvvz0wbjze:recorded', 'sandbox', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.465+00', '808'),
	('ord_01m7fw23g127cpcttfvstmzvkc:recorded', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_recorded', '2026-11-15 15:08:53.633+00', '816'),
	('ord_01m7fw23640pamq6p8fst4zavw:delivered', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_delivered', '2026-11-15 15:08:54.07+00', '832'),
	('ord_01m7fw23g127cpcttfvstmzvkc:delivered', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_delivered', '2026-11-15 15:08:54.14+00', '836'),
	('ord_01m7fw230v3n485g6vr0dwrm1a:reversed', 'live', 'ptn_01m7fw21034nny6x23dqa1dcft', 'order_reversed', '2026-11-15 15:08:54.23+00', '839'),
	('ord_01m7fw239x1gsndp50ncsyfeh7:reversed', 'live', 'ptn_01m7fw21ny286ey68w36canknj', 'order_reversed', '2026-11-15 15:08:54.475+00', '842');
INSERT INTO public.listing_vectors VALUES
	('lst_01m7fw21x9cqmv5k7zbmw92se0', 'afdb6f1a0e45-t2', '\x9d9e507e2d81ab67e2802880cc600c97', '\xf700140cfece25f2dbd424fa1701f30b0de20e0a19fb00f0082f083008f20e0900f31014050017e4f3e31e17c51106eb0a0c05e3dd0a260ee2f922e925fefa031ffdd815ffc00f064928d8ff14ed0311e517d232070603010201d4d4f5f0ed06e605d009080df9eff4d9f34406e6f9efccfff7eaf3f41ad70ffa03d2f3101a00f130dd051ee60b1fd7072d08e0fc23f5f6ec05e6ee3c0407e6bb03fae51a2625200f04f5f2d0d9faef1902440dffcefa0b14f9e8c828f3fbf509fee2ec0c08320f0d250edc0608e5ed041808130ff71bd1fe001df10916e9d4eb041d0eebc40012e3ddf008ece0e8fa10ef14f71df71035f0030a062de401e4091919effce715272ce62027d1c41515f6011ccef0dedaf115eff8f3f8cd051330ec39380e0226ef10ecdffa0d16e8db10fcf20a02d511090fe42517b8051af40c221cc8070400fef60c01f3f02c050d0807e3e9fffdf3fb14dd1af3fb2be7e9111eec10122235140edf2208e9f40dd50be0fe2b2e000d0d1b161a03fde7fffafefdf61f0e1c25', '789'),
	('lst_01m7fw21yx89y6tgspbrnw4921', 'afdb6f1a0e45-t2', '\x8cdeb91c9e334a634e000a7bd1f5ce3e', '\xf51cf905f9c81aedfffd19f706fb1a0206ee33f7fbf50c0d1e42df23fdf8122411021e23feed01f617e21cebca1cfdfe2710e6efe50c0823fcf80fec2ceed71313fce01413df230a211ee70730f31ee2e127caf4e3021b0812f7e8d8f300cdf8ece4e60af10ff9feebf60d241d02b90ef412fbe209ee31f41af914ec08fcf300fb3619152c19de1ed71816cffc0624fdede51ecec756f5160cbc2f06e31845e31a08fc17f4c9e303eeff123decf9efe9e10bfe01e80cdb06fcf2e1e70ce5dd15fff41206ee0401e2ecfe04fe0112f20df3fa1017d4fe1af2e4def6022c01f000e0e2f3e51ff6e8f9e2f3db1718f500220bdd131d0330010df4fbfe3b05fcf4fb121f011a09bdcef10bf8f5fe19f9fd0ae71ae4e7e7fdf1e60630051d370a182de8eefce711f60f01cefcd00d1bf7e1f5fd0bf52f16d02123f6200f05eb2ef40009ef13fff9e82de60e15f4eff501dee9042ce941fd0e150ee70011de10f6f63a1d15d93afb130efd04f805edf71f12f120fb181af2d8e0f0d1ef30f323ebeb19', '789'),
	('lst_01m7fw21zq20tzkahj9h4t86ad', 'afdb6f1a0e45-t2', '\xfc46f61803779b2bf4e07054965304a5', '\x15ef17fceecd13c8f0e41afd12daf8fd1d001510071f242b171efb3b0ed62e0d1fe8172001e8220cfecb1bf1d9fa13e62505eff1d4fa0c27fdf70bf62ff8fc1007f3e40925bb0e0a370ad51aeced18060b00e103e2f01df8fddde5caf50ee3f506ecdc0bdd0604eff6f0001801f4cbf2ea20fd0003e819f010fafce211250c00fb28e31533f7f904df193dd5effd1401f7f30fdaf451e9220c9b041bf71934fb1efc19f3f1dff923f3f90b2f0326e3faf603fdf4d02fead702eee6ddf928fb0b08f2130af60c2307cee912edf411fe05030cd636f5f71906d7d6e52601ebd200fb010e35ff0df6f81910da0b0bf4140e16e01320ef18dafd09fde32de5e7fcf10601022f1bc9caf31cf3082102dae9de051f070dff17f501f23aef342d1be630faf8edf50e0d0706f207f11b0ff4021824f6ff0b11d5041903152a07e3eb11000ed906000fd337de082afd05e318f5eefa2fdd16080617f1f9df1ac200f711210217d015fd0ffa01ebdbf5e4170a18df04eb03131ef4d6e9f42004dafc11ff00', '789'),
	('lst_01m7fw220n71qj7024zdykkkzd', 'afdb6f1a0e45-t2', '\xe38e6e274bebd3c3f286310e285fcc3b', '\xf5130318eacb2902eddb070730e3f3fc27f625081007090f24270d3301da1d11f4f10a2dff19f0f108f216f2dc090cec0b08f6e5e6000c1bf4051de5200302fd11e5f3fff6b721fa3a04f8ea15fb01f6eb1bd607021912fe0e07f8e70902e9fe0906ed11f6feebf9fbed152c16d5fbf2f2f5f9dbe8fa29ea1cfffdeafc0c0e00ff51dd2c1dfefe23b8062cf5de23fef8fdf017d2dd2eff1bf2cb0713e91b1c0823fdf618f6dae809df08fa370219e5070009dee2f422c9fae10417f2072ae23406e63d16ff09fff708f90d0af7080709dd0dec1d0b0617dfbeefdc0708f3c6001edceb291be8e9fae8fb0bf50a0304fa18eb0a110908cff4e709dc25d112e4f11626db2816cad10806f90524f7eeebfc18190df2ee0fcee80c38f5462f20f6480507f5e00b002deffff6fc02200afc042be8f83306e7ff050e0f0409e2e8fd000703fceef4c54deee6000fc4f6f806de023bdf120a0635edf2f0fcc422f90b382212e221d207010fdc01fee1060115ed0efd0c190901d6dd040702d32801050a', '789'),
	('lst_01m7fw22152n987vry2rybtv3j', 'afdb6f1a0e45-t2', '\x53734efaca22c229a46adf748dbff146', '\xf004d7f7d4e31cdb00cb10fe19cfeefb22f51602f51b0308ec26032801e3300709060d04e60415e9170a15fed70b17e91c06f8e8d2e90f29eff90cf827fff31e07f6de0601c618fc1f1d07f218f80fecd706fc14ea1efe141dfc10ec05f7da08fcf8e71be512feebf1fc0a32f803fdf5df1e1dcd13e844dce90df9e0013c1700e332f30333eaf307f91026cfe3e80d2ec1e00edcf44e0010e7a50214fb1129fbfafaf62cdedfe621f302ee390c13e720f2f7e2fff816c4f60b0506fe0308f62e14eb2011fcde1adb0cfc05fcd709fd10de090525250018d6e1f5f72cf716ea00e4e2f71805ede3fb0af30f2212080af20fe10801f60be31bfcfefe2e0003f2f02808ed1b05cccd0d0cf5f026fbfbeef3f31afc02fd14f215274b02320e1ef92c1bf4e7d8f5fff515e5e2e2012ef5e902f70d013307dff61d0d252408c20cd600ec060602edef41f7ee1d15f4e12ddceef70fe6faf5fa3200ecdffad918e2f030350ef41a170c1401ced3f6d61f15112525f804070ce8eaf0d3f51bf017f610fc', '789'),
	('lst_01m7fw222135912b25cd0bajsm', 'afdb6f1a0e45-t2', '\x4e7d10be2cd22aa8be5d6156508370ef', '\xf706f6dedbe70324ded4fdf721f705f4fdf230ec020f0f091c19083615e732e617e5201fee00fbf202e0fb08f720fc000f0e12efe3ea2b3deeda22fc2df1e9053311f015f3c61cfb380deef70ff3eb09dc23eb04f2fb07f703f8f4d9f312d901cefbf902e9010e04f4d90e33fcfeceededf913e9000a10b918f5fdedf4250f00fb4af8111a08d514eb1a38fee400030d02e9ebceed5e0132c6acf703ef0324060eea23170befe526070b1730fd06edf9ee00fc05da15e300ef0d07ef00fc12140cde2e13fb101c07f70302f4ec2a1503f011ffff0df809d1e6e7d01cfaf6df0022e7e507faf80004cdf6f3fa270a26f530ebe903fe01c6feff27db390ce0e30e0e10f93e10c7e2e61b0c261a0fd6fbf8ea11f7fffd0dea09071bfb183904f522f0e0f1da0af9f60403beaff71910faddf508ec3000ed080911f614f9bd18ea00fafffc15180929e0fa220d02d900dcf70332e91edd131ffce0fc11ed33f0ea2c1c091824142803ea04e203fff1fa071f21ff0812020ae5f8e8f6030e16dfed15', '789'),
	('lst_01m7fw222re7ky7bgqjx2xch7b', 'afdb6f1a0e45-t2', '\x6930c96504ac800a7793f88849d64de8', '\xd719edf5d5e423dce1e4260c04f0f60deeeb052203161324132adf1c12eb301e13162002010010f621eb070ad71211fa0823edfccfe7250510fc07ec0b16e10d11feea1cffde16193b2d02d40fd7ed06ce11d126d908ff0117ecf6e0010fbc02f8ebec10f8100c00fde603f104e1e200def102edf3e822e518040cf0f31ef100fd48191b33ebe010012c1de0eb2d3619dccf13ead5210201f6d71212001d4bfafbf6d422cbdaea46f3ea072814f3eb0d010f1beef603e0ee18faf2ed18f5f642030a240ff9edf3ecf4f30a11e1f30bfde916f4e3e70025e6dcf4dd1f2af1e100d3e6e90b1af3010b0206d0f81d2d2b1dea0a07fb021a0120f4f5ee192100e3ce1728f0281bdedbfceaf41e00dbf3e4fcf801f90a05f4f721f92a002e0112f32a03f700cceb010026e2edd7250001e4fb06ffe02bf1c60df6fd062c09e816fd00f1f50ff4fefe4fd5f10517e9df1ef0d1f80de12111f91f05caf51ae51814ed291c0cd80509fb0c2d04e2d3e42f0a0be9fbff240922f6ef01e30817f408040b19', '789'),
	('lst_01m7fw223687t1ckswz50y7mxx', 'afdb6f1a0e45-t2', '\x971dfa17ae37ce8f541ec499af4a4450', '\xf30efffcd5e715eaf4d803f72ae6dc040c0b1114f81f0e130c26063205d20c11fee61429e8010edc06f129fdf12512eb1413120be0ec1111d9de18f71a08f0190204fa10f3c61a073c1a11ec0df3e905e1ebe30ef901050a10fde7f0ff08faf5ee0ad717f11418fd0ee214340af0efe5e9f6f0f4ecee41e4f901efe4d912f600e635ec0f27fcd910f41027ecdeec2029d5e804efee3aef34ebba0b08091329192008f11fe4e5dd1b05e0fd1ef8e6dcf8f41ef8f9d638dfd8e30cfdf2d9010a3c11011f0cd7e308e1ed03eb07e00f082adc140317141537b8f9f7dbfefe14f40005f1091a11eceff10802fa1e12ef14f04acbf92d0536c9f1ef09fe19fa09f0ff131fe83c26dfcf0318f5f223fef9f4d60410fa0d07e6e9fc0c48e02e1921fa25e112d5d20027d421ef04f501200cf3dc1106042407cfe9230f0831fcbf11e900fb0cf302e9e853eb0903fd0be9f1e1eeee15e70b11f849f8f3e510cf05f60d24fd0b0d1119050100f9f9e8ee140ff30d21fd123517ecf80610fcf3e908f00afd', '789'),
	('lst_01m7fw2241dpa97w3p7gy2yz7j', 'afdb6f1a0e45-t2', '\x3e6c751710ba3eb922f75bfd0fd87fd9', '\x0209f408f2da20dbe4da0ef707dce6ee25ec14fdf71e0926090afb2108de330310fe040ecdea060101f60f20af0012f4202e00e8bd130825fbf9f7f61c1b0011fe2bd9f8e1d212fb2f31fefbede211fbc723cdf6dd190df8f8ed03e8fdfce525091a00fee608efe7b7eaf0fef4f5d0fbf6fa02d7fff429ca09f806dcfd100f00f31af20b1cedf60aec2e28cee1eb1b21f6ea1efef070f728efc5020dea10290100f1fa01e0dbe6200c0e20300b1aea1eeae0fff91128e7ff06f6eff00d150f1b11fd0f10fefc0ff5e5fa0719f5f5f0e4cc13011e100209f1df02f319fd00df0003c8051c25fcdbfdfb04101013fd1b0325fb0e0df22ae1fff6f9f234f7ee02e703eaee1c2fb7c80c09060728fcdfcbf0081e10fe10f1ee06fe2b22451324ee35f0edcfdcecfb141fde25f81725fc1629f90dee340edee01312ec150ade030600effa03e4fae73af5fefe18faed22ecec0435e8091ff21befe4e21ae4f81f06212203ea2afc150cfbe6deefd919fb0d1909fa0e100df4f8bc00100ee40aec1a0c', '789'),
	('lst_01m7fw224s0xpxbrn9zbfp64y2', 'afdb6f1a0e45-t2', '\xa7fe3ed619476b37ed1c967ac146158c', '\x030f02fef3e220f2ecd6211919d5fcfffdfbfb22eb1bfe0d1b15fa2910e1211c0bfa030cf501f60a1bfd15ecd5160cfb2e31e6eddf02003006e707002cf2e20d11ebeb20fcd410f62427f9f611e40cefeb08c3fff10004f30e02d5d609ef07080f01be16db082002ebf50d0b03c8cbf3ffea27cfe8fd15cf1408f7df000817000842f22b2607edf7ef4033dfc50c220ddcd91cfbe846f0fbe4b01f0ce8214119fce6f404c5d2fb2decfce73ce816e201ff05f3fde718ddf0040be3eef31b021903fe2e06f50110e7df0d0e00f0140800e32ef92af6010bd8dc02f01b2507c900f5e0e819ff18e006ec02ee17f5f73a0f35e906fd270dc20b00090834e8e8fa080f16ec2d0cc4c007050a201efceee1d40e1cf718070df108082807351402031ce5f6ecc909fbfd05f5f1e6271df7eafefefaee160ac5f00320162becd4f91200fcdf15f3e9001ef2f40213fdfc06f2eaea2fe31f111420ffe6f010df130e043f04fde410f00e0600f40dd9f913fc1cff00e01c1c1d10e5f9e607f7dbe6fcf915', '789'),
	('lst_01m7fw225a87j346ww1msph4sj', 'afdb6f1a0e45-t2', '\x6e5b9ad35440100f5a532016852ffe1a', '\xf90602eff8db27ebe1d413fc16e9f21304eb0919fc2302220c32e139facb16200e14060cdcfa100ce8d7f807cdfc1ffb301602efd7ff2d2bf1f5f9f3391bff190ef3d3060aac17fc0921032414fb0cf8e7f3d70ce3fc0e131300e5daf9f6e112e5f6e716f408f900e5d6ff2706fc03f0dc1afff4f3ed31d40c07f4e3081c1500f857fa0e220ae341ee2317eff1d52119cbeb07110048e51dedd5fa16eb1732ff140dfa17e7d0ee01ef13102cfd15d31007f7fcf6f5240813eff1fdf10403ea2f03013a010bf505f2f113f408f4f5f812cb0717100ef315eed7eae91beffbdc00fdcfee0828fcdd0c0d1cf6130e060bf809d8fa2e0031d607dc03e916f4fdeef223f8da2316c8d9121201f817f7ecdefe0b0de70df10cc9071a2efa403516e92adf13d2e4dafe05faec1ae5f906f406010e18f0301de3f016effd0e11c9030100fe1c17eb10e22e041801f307da0afcec0121d71720031ae7f5e715cf11fefb3327f9cc2c1df301fbdddfe6dd1a0d190728f8070effd5e0e5e3fe0ce307e4200f', '789'),
	('lst_01m7fw22709p4a38brfpsekag5', 'afdb6f1a0e45-t2', '\x50f850913bce3daf492c011a075b74ed', '\x1e0b12f01bfc1ed9eaf219bd1af9ffff06082bffb30900f8df28f016f1d1041f25dc1fe7eb2ed828dfe00ae704f0fdf12816ffd6dbef0910faf801f7f102e9e93dee0f050013da02f438f40af9fd2f160c17f1d8ecf8010721ffe30fec0417eefe1ae54d3219f3ce28ecf3f2f92100ffe8db072cff02dd1905fff30c16e4f1001f0009164af101f3e80bf705f0021b06f0fce2f2de20df090910ef042b1b26edf305eee4e8dbebfe01f31627dee50b0815020cfaca18e1eef8dcd52c081f06faef06051723dc0dfe2b21d3f60b16dce2ef221910e6191706efb3e50234f0be00eedaf608f8082d0add1dd6ec2ff01e261ce30606e5d720faed172ad6f61ef908db130c10fceec01b0ef4e9360afff12f120ff2091b12e725f010eb0e00fbb9fb0f21df24dde9fa07f6fbdc090e0cee11e2f7f72ff00a010f02041cfce204dd0026f9eb070c0e0313fc27e2fbff1c0324f42cecd9e7240411ec21f72ef812fa20d3d5fd031dfffa1fe70014f5f80305fd070e07171f182df2e4ef063d10132514', '792'),
	('lst_01m7fw22c7a7tswk28pjmvta4d', 'afdb6f1a0e45-t2', '\x2e394af2d2b1978a620189987e0cf3d2', '\x1922eafd05f50ed328df0ebc11ec0bf6181800f2dc0ffdfdee100302cbe110e8eb130e19d6faf80dc9e22609092700dffc0f0af4d1e81afdee020efb192a0bfc0a091f02e1f6d9042e0f03efd7fc10e1eefee6ebed0f0d180c14fef6f328e8eef8ffd757f043f7da0ce7f6f2e916ebf7ece4111f15e2d9233af9f117f5f5f80005f50f0c20d707ddf93a06d6d8f03d0ce8e7de0dd9240506f5fd0ef836131adeddeb1af5f7ede7f5f0e500120f0214331cc914fff11500d311f2bc261328060cdefb0ef60cd006fe36fbcb001909e1ecfa3120f3121deedff404d6131df0e900d9e2e3191e1fe4f10007c2fc24f62ee81715100d10f31d020e27f02bdff719e80cfeeb0402f5df09f3ceeb2cef05fc351efcf70f02d20948cb00130cf610f23c07240809d60ceb22cb0704080034f703de05ef1bfff51b0e02e921000ae7eb001523e3d705032627ddf1e6150f0ff2f70600eef41aff0ffee011092c072e2ef3f8e8ee18f70eff24d9f72409ee11e305faf4f60f05071e172302f53018ed0d23', '792'),
	('lst_01m7fw22fb7c086bbqbv2seaq3', 'afdb6f1a0e45-t2', '\xefa0c35aa7e8b96508d2d787b31eac6c', '\xea1417ecfee923e206f30bed1be5080309f8f205dc1aecebc512f401f8cd2af320f0f1cc0007ea06e4f9faf20efa23e22a090ee0daee020deef60b0c1e24f4f334eb1d171805f208f92012c5150324eee5dbf8e426ebf615250fcc02032617ebfb01d36d38361ad40ffc0115fc2af2e9f7efecfffc11f303f61e0919f2f2d200f3d8070625f2f1ecf0fbe5fbe1205103e5f9f1e3d80ff8270d063413e91f19e10ff511fdfbf8e9f200cef01beb0f1718f3ebf40fe81ae1da0210dc06f1231025d70b232311d3ecfa4217d8fbf6f7c110fcf511fffc122df7f9d7de002815f100dbee072108f31cf4c7f7d8db2403293409ecea03edee0504eb1e12faf8070df0050200251bf1d2fb1a0b0219ea160c110104000527e51524e933e70bebf6f1f8200c0c24d400101dfbf9e306141ad007eee0211df0f7f52214041af9e406d2001bfaf9fc0629fe1ee7faf1f2d52afbfef43b01b7dd1b201ee00cec3021fae412eac1fb07ff0b0a2d00ea2afefc17e60ef3ef0e231520111de1f102211901ee01', '792'),
	('lst_01m7fw2265a75m0mqdb26pky4m', 'afdb6f1a0e45-t2', '\x6ecee3b6b582b495d3ccebae61962ac5', '\xf9000403e9e640eeead801f813dad1fd08f10dfdff1e1422f9250d1211cb0b0825db201b010521f411eef80fce1a18fe1b0e09f5d2ff0d16e9fbfc0305fced212622d21e04b530132b00e60204f50a2dc3eed6f8d81516e9010904040011db0c040eea19eb1a05ee06ee1611f2e4ebbded1b0df803d81fba0c00f0d5e031fd00fc21f1272806e61dd83040dae5fb0b05dcf705f9ec58fa0100b507130e162d0921f7db0ecfe5f1370f030721ffffdf08ed1ef9f4d61bdffbf6fff3e21228f3291df61b1cfddf0ae1e9f418f5f006fe0000280121ea121709e802d716fff5d60016d1fe1911ea03eb23f9f526041e1a1819e3f80a0006da0d020de2270d06e6e11309da1b2ec9f20508f1f6e800f1e8ebfa1bf810e918ea010742fa192717f90becf9efd001dfecf5e303f50f0efef31cfa16d93118d8f6f80a1213fbcd1bdc000cf70c0cede22edefef309fae706faedde09e21001091c05eefc20ca18041c4930fe200d180de729f3ececdd20f316191301172f060de3dcfeecf2f30ff7270a', '793'),
	('lst_01m7fw22jffezjw2y88yjgg8hb', 'afdb6f1a0e45-t2', '\x55809dbd96e146bbd78e896e37f54303', '\x0713ede90131350d0df6f2bc07ea0b19f0f604f2ef3ff933fcf621e8ffe2f9d41cfcf5def1fd0b2eebf0e502fcf307190bfc090205052936e4ee0811130308f5f7f5e710f3f306fef1ff37e6020929e4eac1e323ec011323fbf6fee60bfce704e3e6075fc31b23fbe8f4f80c04ee0201f61b1d08f0e506e11e0ad931d6e304001402120ff91ceb00fdf51908fd002cffd5381209f12cf730edf30fd900042d0306cdedc9f803eee60003e21610db0a0e05010c05fb1afafa2004011d1d481703d7de132e04ecea0113eb04f2023eecd6f3e51df4e90afee1ee24de210a1be60009da021708010013edf2160318fe2700170cccf6f9e608d2fb3a0b28db002beff412f02e0f4af5f60400e60df524eafbf822f70805deda0be7ebeaf4f81f0c1becdeddebfedfdd03fe2fdb2de6ccf524b3f0f02c0b00e9ec1cece3fc08de0100fc06fc030fe8cad0efdc09ed0e071ffbf2da04f2cd060a1b0ff1e32b1615303f00074908ef13f12e1407fcf3fdf9142312ecea02fd160116e5e202fb1e082a14', '793');
INSERT INTO public.listings VALUES
	('lst_01m7fw224s0xpxbrn9zbfp64y2', 'live', 'windward.com', 'windward.com', 'windward', 'com', 420000, 420000, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.249+00', '2026-11-15 15:08:52.249+00', '773'),
	('lst_01m7fw225a87j346ww1msph4sj', 'live', 'amberfield.com', 'amberfield.com', 'amberfield', 'com', 457500, 457500, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.266+00', '2026-11-15 15:08:52.266+00', '775'),
	('lst_01m7fw2265a75m0mqdb26pky4m', 'live', 'clearbrook.com', 'clearbrook.com', 'clearbrook', 'com', 495000, 495000, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.293+00', '2026-11-15 15:08:52.293+00', '777'),
	('lst_01m7fw22c7a7tswk28pjmvta4d', 'sandbox', 'sandcastle.test', 'sandcastle.test', 'sandcastle', 'test', 99900, 99900, 'EUR', NULL, '{}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.487+00', '2026-11-15 15:08:52.487+00', '781'),
	('lst_01m7fw22fb7c086bbqbv2seaq3', 'sandbox', 'sandbar.test', 'sandbar.test', 'sandbar', 'test', 99900, 99900, 'EUR', NULL, '{}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.587+00', '2026-11-15 15:08:52.587+00', '783'),
	('lst_01m7fw22jffezjw2y88yjgg8hb', 'live', 'xn--bcher-kva.com', 'bücher.com', 'xn--bcher-kva', 'com', 250000, 250000, 'USD', NULL, '{}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.687+00', '2026-11-15 15:08:52.687+00', '785'),
	('lst_01m7fw21yx89y6tgspbrnw4921', 'live', 'solarnest.com', 'solarnest.com', 'solarnest', 'com', 157500, 157500, 'USD', 'A name for a house of its own.', '{brand}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.061+00', '2026-11-15 15:08:53.293+00', '797'),
	('lst_01m7fw21zq20tzkahj9h4t86ad', 'live', 'quietmeadow.com', 'quietmeadow.com', 'quietmeadow', 'com', 195000, 195000, 'USD', 'A name for a house of its own.', '{brand}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.087+00', '2026-11-15 15:08:53.318+00', '799'),
	('lst_01m7fw223687t1ckswz50y7mxx', 'live', 'stonebridge.com', 'stonebridge.com', 'stonebridge', 'com', 4000000, 4000000, 'USD', 'A name for a house of its own.', '{brand}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.198+00', '2026-11-15 15:08:53.352+00', '801'),
	('lst_01m7fw220n71qj7024zdykkkzd', 'live', 'brightforge.com', 'brightforge.com', 'brightforge', 'com', 232500, 232500, 'USD', 'A name for a house of its own.', '{brand}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.117+00', '2026-11-15 15:08:53.413+00', '804'),
	('lst_01m7fw22709p4a38brfpsekag5', 'sandbox', 'sandpit.test', 'sandpit.test', 'sandpit', 'test', 99900, 99900, 'EUR', NULL, '{}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.32+00', '2026-11-15 15:08:53.473+00', '808'),
	('lst_01m7fw222135912b25cd0bajsm', 'live', 'northpeak.com', 'northpeak.com', 'northpeak', 'com', 307500, 307500, 'USD', 'A name for a house of its own.', '{brand}', 'sold', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.161+00', '2026-11-15 15:08:53.639+00', '816'),
	('lst_01m7fw222re7ky7bgqjx2xch7b', 'live', 'paperkite.com', 'paperkite.com', 'paperkite', 'com', 345000, 345000, 'USD', 'A name for a house of its own.', '{brand}', 'listed', 'ptn_01m7fw21034nny6x23dqa1dcft', 'quo_01m7fw23h57yqg6h9kxfma760y', '2026-11-15 15:18:53.68+00', NULL, '2026-11-15 15:08:52.184+00', '2026-11-15 15:08:52.184+00', '818'),
	('lst_01m7fw2241dpa97w3p7gy2yz7j', 'live', 'velvetoak.com', 'velvetoak.com', 'velvetoak', 'com', 382500, 382500, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.225+00', '2026-11-15 15:08:52.225+00', '823'),
	('lst_01m7fw21x9cqmv5k7zbmw92se0', 'live', 'harborlight.com', 'harborlight.com', 'harborlight', 'com', 120000, 120000, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.009+00', '2026-11-15 15:08:54.23+00', '839'),
	('lst_01m7fw22152n987vry2rybtv3j', 'live', 'cedarlane.com', 'cedarlane.com', 'cedarlane', 'com', 270000, 270000, 'USD', 'A name for a house of its own.', '{brand}', 'listed', NULL, NULL, NULL, NULL, '2026-11-15 15:08:52.133+00', '2026-11-15 15:08:54.475+00', '842');
INSERT INTO public.operator_tokens VALUES
	('opt_01m7fw20qxbsv6yg8qf76728sd', 'chief@market.example', 'usr_01m7fw20qxbsv6yg8qf7670der', '\x06a91a6d252b917d3f0bd9423a611b1c2cf99967503a8b85a0bdb4da9cca640b', '2026-11-15 15:08:50.813+00', NULL, NULL, '2026-11-15 15:08:56.2+00');
INSERT INTO public.order_timeline VALUES
	('ord_01m7fw230v3n485g6vr0dwrm1a', 1, '2026-11-15 15:08:53.147+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw230v3n485g6vr0dwrw2v', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw23553km01a06g8dd51ye', 1, '2026-11-15 15:08:53.285+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw23553km01a06g8dd6qmj', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw23640pamq6p8fst4zavw', 1, '2026-11-15 15:08:53.316+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw23640pamq6p8fst4zy9x', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw2376ejmbsp210yv27t4y', 1, '2026-11-15 15:08:53.35+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw2376ejmbsp210yv295kb', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw2376ejmbsp210yv27t4y', 2, '2026-11-15 15:08:53.35+00', 'MANUAL_REVIEW', 'order.held', 'evt_01m7fw2376ejmbsp210yv29tmh', 'system', 'Held for manual review.'),
	('ord_01m7fw2382acgdj5kqej9f3p0h', 1, '2026-11-15 15:08:53.378+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw2382acgdj5kqej9f53nz', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw239x1gsndp50ncsyfeh7', 1, '2026-11-15 15:08:53.437+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw239x1gsndp50ncsygj9s', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw23as31mp83fvvz0wbjze', 1, '2026-11-15 15:08:53.465+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw23as31mp83fvvz0wchg5', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw23g127cpcttfvstmzvkc', 1, '2026-11-15 15:08:53.633+00', 'EXTERNALLY_PAID', 'order.recorded', 'evt_01m7fw23g127cpcttfvstn0asg', 'partner', 'Sale recorded; the partner collected the payment.'),
	('ord_01m7fw23553km01a06g8dd51ye', 2, '2026-11-15 15:08:53.87+00', 'TRANSFER_IN_PROGRESS', 'order.transfer_started', 'evt_01m7fw23qe0smgq96ef64zb1r4', 'operator token:chief@market.example', 'The domain push has started.'),
	('ord_01m7fw23640pamq6p8fst4zavw', 2, '2026-11-15 15:08:53.903+00', 'TRANSFER_IN_PROGRESS', 'order.transfer_started', 'evt_01m7fw23rfahw72wezk8mv08cf', 'operator token:chief@market.example', 'The domain push has started.'),
	('ord_01m7fw23g127cpcttfvstmzvkc', 2, '2026-11-15 15:08:53.932+00', 'TRANSFER_IN_PROGRESS', 'order.transfer_started', 'evt_01m7fw23scdn9mmzejexq2tyxn', 'operator token:chief@market.example', 'The domain push has started.'),
	('ord_01m7fw23640pamq6p8fst4zavw', 3, '2026-11-15 15:08:54.07+00', 'TRANSFER_COMPLETED', 'order.transfer_completed', 'evt_01m7fw23xp0txavs7c1pvyc82a', 'operator token:chief@market.example', 'Delivered to the partner''s registrar.'),
	('ord_01m7fw23g127cpcttfvstmzvkc', 3, '2026-11-15 15:08:54.14+00', 'TRANSFER_COMPLETED', 'order.transfer_completed', 'evt_01m7fw23zwaq0719kahvmtnwjj', 'operator token:chief@market.example', 'Delivered to the partner''s registrar.'),
	('ord_01m7fw230v3n485g6vr0dwrm1a', 2, '2026-11-15 15:08:54.23+00', 'REFUNDED', 'order.refunded', 'evt_01m7fw242p5pzg0yvtb0gwpavp', 'partner', 'Refunded.'),
	('ord_01m7fw239x1gsndp50ncsyfeh7', 2, '2026-11-15 15:08:54.475+00', 'CANCELLED', 'order.refunded', 'evt_01m7fw24ab1khgq20x6r65ejpb', 'operator token:chief@market.example', 'Cancelled: it cannot be delivered.');
INSERT INTO public.orders VALUES
	('ord_01m7fw2376ejmbsp210yv27t4y', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw223687t1ckswz50y7mxx', true, NULL, 'stonebridge.com', 'stonebridge.com', 'partner_collected', 'MANUAL_REVIEW', 4000000, 'USD', 1500, 600000, 3400000, NULL, NULL, 'pay_4', NULL, NULL, NULL, 'pending', NULL, NULL, NULL, NULL, '2026-11-15 15:08:53.35+00', '2026-11-15 15:08:53.35+00'),
	('ord_01m7fw2382acgdj5kqej9f3p0h', 'ptn_01m7fw21ny286ey68w36canknj', 'live', 'lst_01m7fw220n71qj7024zdykkkzd', true, NULL, 'brightforge.com', 'brightforge.com', 'partner_collected', 'EXTERNALLY_PAID', 232500, 'USD', 1000, 23250, 209250, NULL, NULL, 'pay_5', NULL, NULL, NULL, 'pending', NULL, NULL, NULL, NULL, '2026-11-15 15:08:53.378+00', '2026-11-15 15:08:53.378+00'),
	('ord_01m7fw23as31mp83fvvz0wbjze', 'ptn_01m7fw21034nny6x23dqa1dcft', 'sandbox', 'lst_01m7fw22709p4a38brfpsekag5', true, NULL, 'sandpit.test', 'sandpit.test', 'partner_collected', 'EXTERNALLY_PAID', 99900, 'EUR', 1500, 14985, 84915, NULL, NULL, 'pay_7', NULL, NULL, NULL, 'pending', NULL, NULL, NULL, NULL, '2026-11-15 15:08:53.465+00', '2026-11-15 15:08:53.465+00'),
	('ord_01m7fw23553km01a06g8dd51ye', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw21yx89y6tgspbrnw4921', true, NULL, 'solarnest.com', 'solarnest.com', 'partner_collected', 'TRANSFER_IN_PROGRESS', 157500, 'USD', 1500, 23625, 133875, NULL, NULL, 'pay_2', NULL, NULL, NULL, 'in_progress', '2026-11-15 15:08:53.87+00', NULL, NULL, NULL, '2026-11-15 15:08:53.285+00', '2026-11-15 15:08:53.87+00'),
	('ord_01m7fw23640pamq6p8fst4zavw', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw21zq20tzkahj9h4t86ad', true, NULL, 'quietmeadow.com', 'quietmeadow.com', 'partner_collected', 'TRANSFER_COMPLETED', 195000, 'USD', 1500, 29250, 165750, NULL, NULL, 'pay_3', NULL, NULL, NULL, 'completed', '2026-11-15 15:08:53.903+00', '2026-11-15 15:08:54.07+00', NULL, NULL, '2026-11-15 15:08:53.316+00', '2026-11-15 15:08:54.07+00'),
	('ord_01m7fw23g127cpcttfvstmzvkc', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw222135912b25cd0bajsm', true, NULL, 'northpeak.com', 'northpeak.com', 'partner_collected', 'TRANSFER_COMPLETED', 307500, 'USD', 1500, 46125, 261375, 'quo_01m7fw23bdfkcbsnfc9crxsy14', NULL, 'pay_q', NULL, NULL, NULL, 'completed', '2026-11-15 15:08:53.932+00', '2026-11-15 15:08:54.14+00', NULL, NULL, '2026-11-15 15:08:53.633+00', '2026-11-15 15:08:54.14+00'),
	('ord_01m7fw230v3n485g6vr0dwrm1a', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw21x9cqmv5k7zbmw92se0', true, NULL, 'harborlight.com', 'harborlight.com', 'partner_collected', 'REFUNDED', 120000, 'USD', 1500, 18000, 102000, NULL, NULL, 'pay_1', '{"email":"ada@buyer.example","name":"Ada Example","country":"GB"}', NULL, NULL, 'cancelled', NULL, NULL, NULL, 'rfd_01m7fw242ha3ggf6885z3kshbh', '2026-11-15 15:08:53.147+00', '2026-11-15 15:08:54.23+00'),
	('ord_01m7fw239x1gsndp50ncsyfeh7', 'ptn_01m7fw21ny286ey68w36canknj', 'live', 'lst_01m7fw22152n987vry2rybtv3j', true, NULL, 'cedarlane.com', 'cedarlane.com', 'partner_collected', 'CANCELLED', 270000, 'USD', 1000, 27000, 243000, NULL, NULL, 'pay_6', NULL, NULL, NULL, 'cancelled', NULL, NULL, NULL, NULL, '2026-11-15 15:08:53.437+00', '2026-11-15 15:08:54.475+00');
INSERT INTO public.partners VALUES
	('ptn_01m7fw21034nny6x23dqa1dcft', 'Northwind Domains', 'ops@northwind.example', true, false, 1500, 1000, 1000, 0, '2026-11-15 15:08:51.812+00', NULL, '2026-11-15 15:08:51.075+00', '2026-11-15 15:08:51.812+00'),
	('ptn_01m7fw21ny286ey68w36canknj', 'Bluebird Sites', 'dev@bluebird.example', true, false, 1000, 1000, 1000, 0, '2026-11-15 15:08:51.873+00', NULL, '2026-11-15 15:08:51.774+00', '2026-11-15 15:08:51.873+00');
INSERT INTO public.quotes VALUES
	('quo_01m7fw23bdfkcbsnfc9crxsy14', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw222135912b25cd0bajsm', 'northpeak.com', 'northpeak.com', 'used', true, 307500, 'USD', 1500, 46125, NULL, 'ord_01m7fw23g127cpcttfvstmzvkc', '2026-11-15 15:08:53.485+00', '2026-11-15 15:18:53.485+00'),
	('quo_01m7fw23h57yqg6h9kxfma760y', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw222re7ky7bgqjx2xch7b', 'paperkite.com', 'paperkite.com', 'active', true, 345000, 'USD', 1500, 51750, NULL, NULL, '2026-11-15 15:08:53.669+00', '2026-11-15 15:18:53.669+00'),
	('quo_01m7fw23jjbsgxkb25a8d2mejw', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'lst_01m7fw2241dpa97w3p7gy2yz7j', 'velvetoak.com', 'velvetoak.com', 'released', true, 382500, 'USD', 1500, 57375, NULL, NULL, '2026-11-15 15:08:53.714+00', '2026-11-15 15:18:53.714+00');
INSERT INTO public.refunds VALUES
	('rfd_01m7fw242ha3ggf6885z3kshbh', 'ord_01m7fw230v3n485g6vr0dwrm1a', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'completed', 120000, 18000, 'USD', 'requested_by_customer', NULL, NULL, '2026-11-15 15:08:54.225+00', '2026-11-15 15:08:54.225+00');
INSERT INTO public.review_rules VALUES
	('rule_amount', 'min_amount', '2500000', '2026-11-15 15:08:42.240476+00');
INSERT INTO public.schema_migrations VALUES
	(1, 'foundation', '45e676303547b3c3a9345c3ef3468ffdcde64b38464e7b58ea5773951a84796c', '2026-11-15 15:08:42.138622+00'),
	(2, 'selling', 'b38bcbf5c6b0b1299021eec4cc8f6b8131edb22612e551d81f069cb099300c82', '2026-11-15 15:08:42.240476+00'),
	(3, 'order_functions', 'aec1da64e69e099ef3feb021f7d952276143fa46859a90c7f0b3f00d0ed8eba1', '2026-11-15 15:08:42.360472+00'),
	(4, 'search', 'd0f16bddbd079430c231bec03986130f3be2b53d9087125f9be86454d8e8ac51', '2026-11-15 15:08:42.430661+00');
INSERT INTO public.service_state VALUES
	('cluster', '{"system": "7708415378917729833", "generation": 1}');
INSERT INTO public.users VALUES
	('usr_01m7fw20qxbsv6yg8qf7670der', 'chief@market.example', '$argon2id$v=19$m=19456,t=2,p=1$VF1U3hUF+tj8UiWVkglFYQ$pzj9S5Dig8kFe6nzRc7UiFUJnAncrA5ZmsF4sjISRoU', 'operator', '2026-11-15 15:08:50.813+00', '2026-11-15 15:08:50.813+00');
INSERT INTO public.webhook_attempts VALUES
	('dlv_01m7fw230v3n485g6vr0dwsx8t', 1, '2026-11-15 15:08:53.538+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 54),
	('dlv_01m7fw23553km01a06g8dd7f14', 1, '2026-11-15 15:08:53.555+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 39),
	('dlv_01m7fw23640pamq6p8fst529ej', 1, '2026-11-15 15:08:53.563+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 30),
	('dlv_01m7fw2376ejmbsp210yv2an22', 1, '2026-11-15 15:08:53.564+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 30),
	('dlv_01m7fw23g127cpcttfvstn0xgy', 1, '2026-11-15 15:08:53.656+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 13),
	('dlv_01m7fw23qe0smgq96ef64zbr9r', 1, '2026-11-15 15:08:54.081+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 22),
	('dlv_01m7fw23rfahw72wezk8mv2xpq', 1, '2026-11-15 15:08:54.093+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 10),
	('dlv_01m7fw23scdn9mmzejexq2x8z9', 1, '2026-11-15 15:08:54.094+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 9),
	('dlv_01m7fw23xp0txavs7c1pvyepnb', 1, '2026-11-15 15:08:54.134+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 4),
	('dlv_01m7fw23zwaq0719kahvmtqqw1', 1, '2026-11-15 15:08:54.166+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 25),
	('dlv_01m7fw242p5pzg0yvtb0gwpgcs', 1, '2026-11-15 15:08:54.302+00', 'https://hooks.northwind.example/freehold', NULL, 'the host name does not resolve', 3);
INSERT INTO public.webhook_deliveries VALUES
	('dlv_01m7fw230v3n485g6vr0dwsx8t', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw230v3n485g6vr0dwrw2v', 'order.recorded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.602+00', '2026-11-15 15:08:53.225+00', NULL),
	('dlv_01m7fw23553km01a06g8dd7f14', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23553km01a06g8dd6qmj', 'order.recorded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.273+00', '2026-11-15 15:08:53.293+00', NULL),
	('dlv_01m7fw23640pamq6p8fst529ej', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23640pamq6p8fst4zy9x', 'order.recorded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.399+00', '2026-11-15 15:08:53.318+00', NULL),
	('dlv_01m7fw2376ejmbsp210yv2an22', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw2376ejmbsp210yv295kb', 'order.recorded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.915+00', '2026-11-15 15:08:53.352+00', NULL),
	('dlv_01m7fw23g127cpcttfvstn0xgy', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23g127cpcttfvstn0asg', 'order.recorded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.553+00', '2026-11-15 15:08:53.639+00', NULL),
	('dlv_01m7fw23qe0smgq96ef64zbr9r', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23qe0smgq96ef64zb1r4', 'order.transfer_started', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:59.264+00', '2026-11-15 15:08:53.87+00', NULL),
	('dlv_01m7fw23rfahw72wezk8mv2xpq', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23rfahw72wezk8mv08cf', 'order.transfer_started', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:59.279+00', '2026-11-15 15:08:53.903+00', NULL),
	('dlv_01m7fw23scdn9mmzejexq2x8z9', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23scdn9mmzejexq2tyxn', 'order.transfer_started', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:58.632+00', '2026-11-15 15:08:53.932+00', NULL),
	('dlv_01m7fw23xp0txavs7c1pvyepnb', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23xp0txavs7c1pvyc82a', 'order.transfer_completed', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:59.146+00', '2026-11-15 15:08:54.07+00', NULL),
	('dlv_01m7fw23zwaq0719kahvmtqqw1', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw23zwaq0719kahvmtnwjj', 'order.transfer_completed', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:59.303+00', '2026-11-15 15:08:54.14+00', NULL),
	('dlv_01m7fw242p5pzg0yvtb0gwpgcs', 'ptn_01m7fw21034nny6x23dqa1dcft', 'live', 'evt_01m7fw242p5pzg0yvtb0gwpavp', 'order.refunded', NULL, 'pending', 1, 1, 0, 'https://hooks.northwind.example/freehold', '2026-11-15 15:08:59.186+00', '2026-11-15 15:08:54.23+00', NULL);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_pkey PRIMARY KEY (key_id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, environment, key);
ALTER TABLE ONLY public.job_leases
    ADD CONSTRAINT job_leases_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_pkey PRIMARY KEY (journal, line);
ALTER TABLE ONLY public.ledger_journals
    ADD CONSTRAINT ledger_journals_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.listing_imports
    ADD CONSTRAINT listing_imports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.listing_vectors
    ADD CONSTRAINT listing_vectors_pkey PRIMARY KEY (listing_id);
ALTER TABLE ONLY public.listings
    ADD CONSTRAINT listings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.nonces
    ADD CONSTRAINT nonces_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY public.operator_tokens
    ADD CONSTRAINT operator_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.operator_tokens
    ADD CONSTRAINT operator_tokens_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY public.order_timeline
    ADD CONSTRAINT order_timeline_pkey PRIMARY KEY (order_id, line);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_buckets
    ADD CONSTRAINT rate_buckets_pkey PRIMARY KEY (bucket);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_order_id_key UNIQUE (order_id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.review_rules
    ADD CONSTRAINT review_rules_kind_value_key UNIQUE (kind, value);
ALTER TABLE ONLY public.review_rules
    ADD CONSTRAINT review_rules_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.service_state
    ADD CONSTRAINT service_state_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (delivery_id, attempt, at);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (partner_id, environment);
CREATE INDEX credentials_partner ON public.credentials USING btree (partner_id, created_at DESC);
CREATE INDEX events_in_order ON public.events USING btree (partner_id, environment, generation, xid, id);
CREATE INDEX idempotency_keys_expiry ON public.idempotency_keys USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX ledger_entries_by_account ON public.ledger_entries USING btree (environment, account, subject, currency) INCLUDE (amount_cents);
CREATE INDEX listing_vectors_changed ON public.listing_vectors USING btree (changed_xid);
CREATE INDEX listings_by_age ON public.listings USING btree (environment, id);
CREATE INDEX listings_changed ON public.listings USING btree (changed_xid);
CREATE UNIQUE INDEX listings_domain ON public.listings USING btree (environment, domain) WHERE (status <> 'withdrawn'::text);
CREATE INDEX listings_for_sale ON public.listings USING btree (environment, id) WHERE (status = 'listed'::text);
CREATE INDEX nonces_expiry ON public.nonces USING btree (expires_at);
CREATE INDEX orders_by_domain ON public.orders USING btree (partner_id, environment, domain, id);
CREATE INDEX orders_by_partner ON public.orders USING btree (partner_id, environment, id);
CREATE UNIQUE INDEX orders_one_sale ON public.orders USING btree (listing_id) WHERE (exclusive AND (status <> ALL (ARRAY['REFUNDED'::text, 'CANCELLED'::text])));
CREATE INDEX orders_open ON public.orders USING btree (environment, status, id) WHERE (status <> ALL (ARRAY['SETTLED'::text, 'REFUNDED'::text, 'CANCELLED'::text]));
CREATE INDEX quotes_active ON public.quotes USING btree (partner_id, environment, expires_at) WHERE (status = 'active'::text);
CREATE INDEX quotes_active_by_listing ON public.quotes USING btree (listing_id) WHERE (status = 'active'::text);
CREATE UNIQUE INDEX quotes_one_holder ON public.quotes USING btree (listing_id) WHERE ((status = 'active'::text) AND exclusive);
CREATE INDEX refunds_by_partner ON public.refunds USING btree (partner_id, environment, id);
CREATE UNIQUE INDEX review_rules_one_amount ON public.review_rules USING btree (kind) WHERE (kind = 'min_amount'::text);
CREATE UNIQUE INDEX users_email ON public.users USING btree (lower(email));
CREATE INDEX webhook_deliveries_by_event ON public.webhook_deliveries USING btree (event_id);
CREATE INDEX webhook_deliveries_by_partner ON public.webhook_deliveries USING btree (partner_id, environment, id);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (partner_id, environment, next_attempt_at, id) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_failed ON public.webhook_deliveries USING btree (partner_id, environment, id) WHERE (status = 'failed'::text);
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_must_balance();
CREATE TRIGGER ledger_entries_frozen BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_is_append_only();
CREATE TRIGGER ledger_journals_frozen BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_journals FOR EACH STATEMENT EXECUTE FUNCTION public.ledger_is_append_only();
CREATE TRIGGER listings_stamp BEFORE UPDATE ON public.listings FOR EACH ROW EXECUTE FUNCTION public.stamp_listing();
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);
ALTER TABLE ONLY public.credentials
    ADD CONSTRAINT credentials_rotated_from_fkey FOREIGN KEY (rotated_from) REFERENCES public.credentials(key_id);
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_journal_fkey FOREIGN KEY (journal) REFERENCES public.ledger_journals(key);
ALTER TABLE ONLY public.listing_vectors
    ADD CONSTRAINT listing_vectors_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.operator_tokens
    ADD CONSTRAINT operator_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.order_timeline
    ADD CONSTRAINT order_timeline_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);
ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_listing_id_fkey FOREIGN KEY (listing_id) REFERENCES public.listings(id);
ALTER TABLE ONLY public.quotes
    ADD CONSTRAINT quotes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);
ALTER TABLE ONLY public.refunds
    ADD CONSTRAINT refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES public.partners(id);
SELECT pg_catalog.set_config('search_path', '"$user", public', false);
RESET statement_timeout;
RESET check_function_bodies;
RESET client_min_messages;
