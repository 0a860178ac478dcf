-- Identifiers are plain ASCII and sort by age; the "C" collation keeps that order on every server.

create domain id_text as text collate "C";

create table partners (
  id id_text primary key,
  name text not null,
  email text not null,
  merchant_of_record boolean not null,
  affiliate boolean not null default false,
  commission_bps integer not null check (commission_bps between 0 and 10000),
  brokerage_bps integer not null check (brokerage_bps between 0 and 10000),
  referral_bps integer not null check (referral_bps between 0 and 10000),
  -- How far the partner's own sandbox clock runs ahead of real time.
  sandbox_offset_seconds bigint not null default 0 check (sandbox_offset_seconds >= 0),
  approved_at timestamptz,
  suspended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table credentials (
  key_id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  scopes text[] not null,
  secret_sealed text not null,
  rotated_from id_text references credentials,
  retires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index credentials_partner on credentials (partner_id, created_at desc);

-- A nonce is kept as half of a SHA-256 over key id and nonce: fixed size, and unique per key id.
create table nonces (
  nonce uuid primary key,
  expires_at timestamptz not null
);
create index nonces_expiry on nonces (expires_at);

-- Token buckets. `granted` is what the last visit took: it carries the verdict out of the upsert.
create unlogged table rate_buckets (
  bucket text collate "C" primary key,
  capacity integer not null,
  per_second double precision not null,
  tokens double precision not null,
  granted integer not null,
  at timestamptz not null
);

create table idempotency_keys (
  partner_id id_text not null,
  environment text not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  status integer,
  body text,
  created_at timestamptz not null,
  -- Null: kept for ever.
  expires_at timestamptz,
  primary key (partner_id, environment, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at) where expires_at is not null;

create table users (
  id id_text primary key,
  email text not null,
  password_hash text not null,
  role text not null check (role in ('user', 'operator')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table operator_tokens (
  id id_text primary key,
  name text not null,
  user_id id_text references users,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create table audit_log (
  id id_text primary key,
  at timestamptz not null,
  actor text not null,
  route text not null,
  method text not null,
  path text not null,
  status integer not null,
  request_id id_text not null,
  -- What was asked, with secrets left out.
  input jsonb,
  reason text
);

create table listings (
  id id_text primary key,
  environment text not null check (environment in ('sandbox', 'live')),
  domain text collate "C" not null,
  domain_unicode text not null,
  label text collate "C" not null,
  tld text collate "C" not null,
  price_cents bigint not null check (price_cents > 0),
  floor_price_cents bigint not null check (floor_price_cents > 0),
  currency text not null,
  description text,
  categories text[] not null default '{}',
  status text not null check (status in ('listed', 'sold', 'withdrawn')),
  -- A reservation is part of the row, so that taking it is one conditional update.
  reserved_by_partner id_text,
  reserved_by id_text,
  reserved_until timestamptz,
  -- Sandbox names that make rare things happen; they can be sold again and again.
  magic text check (magic in ('held', 'price_changes', 'sold_elsewhere', 'transfer_fails')),
  listed_at timestamptz not null,
  updated_at timestamptz not null,
  -- The transaction that last touched the row. A reader that remembers the oldest transaction still running when it
  -- looked, and next time asks for what came after, misses no change however commits interleave.
  changed_xid xid8 not null default pg_current_xact_id(),
  check (floor_price_cents <= price_cents),
  check (magic is null or environment = 'sandbox')
);
create index listings_changed on listings (changed_xid);

-- A name stands at most once in an inventory; a withdrawn listing is history.
create unique index listings_domain on listings (environment, domain) where status <> 'withdrawn';
create index listings_by_age on listings (environment, id);

create table listing_imports (
  id id_text primary key,
  environment text not null check (environment in ('sandbox', 'live')),
  actor text not null,
  status text not null check (status in ('running', 'completed', 'failed')),
  lines bigint not null default 0,
  created bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  rejected bigint not null default 0,
  rejections jsonb not null default '[]',
  started_at timestamptz not null,
  finished_at timestamptz
);

-- Facts about this installation: what was seeded, which key sealed the secrets.
create table service_state (
  key text primary key,
  value jsonb not null
);
