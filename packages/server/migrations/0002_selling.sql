-- Quotes, orders, the ledger, events and webhooks.

-- ---------------------------------------------------------------- quotes

create table quotes (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  listing_id id_text not null references listings,
  domain text collate "C" not null,
  domain_unicode text not null,
  status text not null check (status in ('active', 'used', 'expired', 'released')),
  -- False for magic names, which reserve nothing.
  exclusive boolean not null,
  price_cents bigint not null,
  currency text not null,
  commission_bps integer not null,
  commission_cents bigint not null,
  metadata jsonb,
  order_id id_text,
  created_at timestamptz not null,
  -- On the partner's clock; the listing's reserved_until is on real time.
  expires_at timestamptz not null
);
-- Two quotes cannot hold one name, whatever the code does.
create unique index quotes_one_holder on quotes (listing_id) where status = 'active' and exclusive;
create index quotes_active on quotes (partner_id, environment, expires_at) where status = 'active';
-- Who else calls the name its own? The one above cannot tell: it leaves magic names out.
create index quotes_active_by_listing on quotes (listing_id) where status = 'active';

-- ---------------------------------------------------------------- orders

create table orders (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  listing_id id_text not null references listings,
  -- False for magic names, which are sold again and again.
  exclusive boolean not null,
  magic text,
  domain text collate "C" not null,
  domain_unicode text not null,
  payment_model text not null check (payment_model in ('partner_collected', 'service_collected')),
  status text not null check (status in ('EXTERNALLY_PAID', 'PAID', 'MANUAL_REVIEW', 'TRANSFER_IN_PROGRESS',
                                         'TRANSFER_COMPLETED', 'SETTLED', 'REFUNDED', 'CANCELLED')),
  sale_price_cents bigint not null check (sale_price_cents > 0),
  currency text not null,
  commission_bps integer not null,
  commission_cents bigint not null check (commission_cents between 0 and sale_price_cents),
  amount_owed_cents bigint not null,
  quote_id id_text,
  checkout_session_id id_text,
  external_payment_ref text,
  buyer json,
  return_url text,
  cancel_url text,
  transfer_state text not null default 'pending'
    check (transfer_state in ('pending', 'in_progress', 'completed', 'failed', 'cancelled')),
  transfer_started_at timestamptz,
  transfer_completed_at timestamptz,
  settlement_id id_text,
  refund_id id_text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One sale per name, whatever the concurrency.
create unique index orders_one_sale on orders (listing_id) where exclusive and status not in ('REFUNDED', 'CANCELLED');
create index orders_by_partner on orders (partner_id, environment, id);
create index orders_by_domain on orders (partner_id, environment, domain, id);
create index orders_open on orders (environment, status, id) where status not in ('SETTLED', 'REFUNDED', 'CANCELLED');

create table order_timeline (
  order_id id_text not null references orders,
  line integer not null,
  at timestamptz not null,
  status text not null,
  event text,
  event_id id_text,
  actor text not null,
  message text not null,
  primary key (order_id, line)
);

create table refunds (
  id id_text primary key,
  -- An order is refunded at most once.
  order_id id_text not null unique references orders,
  partner_id id_text not null,
  environment text not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  amount_cents bigint not null,
  commission_clawback_cents bigint not null,
  currency text not null,
  reason text not null,
  comment text,
  external_refund_ref text,
  created_at timestamptz not null,
  completed_at timestamptz
);
create index refunds_by_partner on refunds (partner_id, environment, id);

-- Which sales wait for a human. One row of kind min_amount sets the threshold.
create table review_rules (
  id id_text primary key,
  kind text not null check (kind in ('min_amount', 'buyer_email', 'buyer_email_domain', 'buyer_country')),
  value text not null,
  created_at timestamptz not null default now(),
  unique (kind, value)
);
create unique index review_rules_one_amount on review_rules (kind) where kind = 'min_amount';
insert into review_rules (id, kind, value) values ('rule_amount', 'min_amount', '2500000');

-- ---------------------------------------------------------------- ledger

create table ledger_journals (
  -- `{object}:{what happened}`: posting the same thing twice is refused by the key.
  key text collate "C" primary key,
  environment text not null check (environment in ('sandbox', 'live')),
  partner_id id_text,
  kind text not null,
  at timestamptz not null,
  xid xid8 not null default pg_current_xact_id()
);

create table ledger_entries (
  journal text collate "C" not null references ledger_journals,
  line smallint not null,
  environment text not null,
  account text collate "C" not null,
  -- Whose account: a partner, an order, a case; '' where there is only one.
  subject id_text not null,
  currency text not null,
  -- Debit positive, credit negative.
  amount_cents bigint not null check (amount_cents <> 0),
  primary key (journal, line)
);
create index ledger_entries_by_account on ledger_entries (environment, account, subject, currency) include (amount_cents);

-- ---------------------------------------------------------------- events

-- A sequence would let a reader run past an event whose transaction commits late. Events are read in the order of their
-- transactions instead, and only up to the oldest one still running. The generation grows when the data moves to another
-- server, whose transaction numbers start anew.
create table events (
  id id_text primary key,
  partner_id id_text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  type text not null,
  created_at timestamptz not null,
  data json not null,
  generation integer not null,
  xid xid8 not null default pg_current_xact_id()
);
create index events_in_order on events (partner_id, environment, generation, xid, id);

-- ---------------------------------------------------------------- webhooks

create table webhook_endpoints (
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  url text not null,
  secret_sealed text not null,
  previous_secret_sealed text,
  previous_secret_until timestamptz,
  -- Exactly what is pushed.
  event_types text[] not null,
  active boolean not null,
  disabled_reason text,
  -- Since when nothing has succeeded; null while things go well.
  failing_since timestamptz,
  -- Which worker serves this receiver, until when: another takes over when that has passed. A receiver is served by one
  -- worker at a time, so a delivery needs no claim of its own.
  leased_by text,
  leased_until timestamptz,
  created_at timestamptz not null,
  -- Set by registering only: it is the version of the registration.
  updated_at timestamptz not null,
  primary key (partner_id, environment)
) with (fillfactor = 50);

create table webhook_deliveries (
  id id_text primary key,
  partner_id id_text not null,
  environment text not null,
  event_id id_text not null,
  event_type text not null,
  -- Null for events of the history; a test event, which is in no history, brings its own payload.
  payload text,
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  attempts integer not null default 0,
  -- Where it stands on the retry schedule; asking for it again starts the schedule anew, but not the count of attempts.
  failures integer not null default 0,
  -- How often somebody asked for it again: an attempt that began before must not settle what was asked after.
  restarts integer not null default 0,
  -- Where the last attempt went.
  url text,
  -- On real time. Null when there is nothing more to try.
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index webhook_deliveries_due on webhook_deliveries (partner_id, environment, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_by_partner on webhook_deliveries (partner_id, environment, id);
create index webhook_deliveries_by_event on webhook_deliveries (event_id);
create index webhook_deliveries_failed on webhook_deliveries (partner_id, environment, id) where status = 'failed';

create table webhook_attempts (
  delivery_id id_text not null,
  attempt integer not null,
  at timestamptz not null,
  url text not null,
  status_code integer,
  error text,
  duration_ms integer not null,
  -- The time too: when a worker takes over from one that only seemed dead, both tries are kept.
  primary key (delivery_id, attempt, at)
);

-- ---------------------------------------------------------------- background work

-- Periodic work runs in one process at a time: whoever takes the lease.
create table job_leases (
  name text primary key,
  leased_by text not null,
  leased_until timestamptz not null,
  last_started_at timestamptz,
  last_finished_at timestamptz,
  last_error text
);
