-- What RDAP says about a domain while it is delivered. `watch_after` null: not asked yet since the transfer started.
alter table domain_deliveries
  add column watch_after timestamptz,
  add column watch_failures integer not null default 0,
  -- The registrar of record at the first look: only a change to the expected one is an arrival.
  add column registrar_before integer,
  add column registrar_seen integer,
  add column registrar_seen_name text,
  add column registrar_seen_at timestamptz,
  -- When RDAP first named the expected registrar. An operator confirms, or the service does.
  add column arrived_at timestamptz;
create index domain_deliveries_watched on domain_deliveries (watch_after nulls first)
  where environment = 'live' and state in ('queued', 'waiting', 'needs_operator');
create index domain_deliveries_to_operators on domain_deliveries (environment, order_id) where state = 'needs_operator';

-- How far the walk along the live listings has come. One row.
create table listing_rounds (
  singleton boolean primary key default true check (singleton),
  last_listing_id id_text,
  started_at timestamptz not null
);

-- Listings whose domain looked expired or deleted. A second look decides.
create table listing_doubts (
  listing_id id_text primary key references listings on delete cascade,
  reason text not null check (reason in ('expired', 'deleted')),
  since timestamptz not null,
  check_after timestamptz not null
);
create index listing_doubts_due on listing_doubts (check_after);

-- Listings that the service withdrew, for operators. `closed_at` null: nobody decided yet.
create table listing_withdrawals (
  listing_id id_text not null references listings on delete cascade,
  withdrawn_at timestamptz not null,
  reason text not null check (reason in ('expired', 'deleted', 'not_owned')),
  detail text not null,
  closed_at timestamptz,
  closed_by text,
  primary key (listing_id, withdrawn_at)
);
create unique index listing_withdrawals_open on listing_withdrawals (listing_id) where closed_at is null;

-- Messages from the registry's queue (EPP poll), kept before they are acknowledged.
create table registry_messages (
  message_id text collate "C" not null,
  at timestamptz not null,
  text text not null,
  domain text collate "C",
  transfer_state text,
  -- The delivery that was asked about again because of it.
  order_id id_text references domain_deliveries on delete set null,
  received_at timestamptz not null,
  primary key (message_id, at)
);
create index registry_messages_by_order on registry_messages (order_id) where order_id is not null;
create index registry_messages_received on registry_messages (received_at);
