-- Sellers: accounts that sell domains here, and how they prove that they control them.

create table sellers (
  user_id id_text primary key references users on delete cascade,
  -- Frozen by an operator: no new listings, no payouts.
  frozen_at timestamptz,
  frozen_reason text,
  created_at timestamptz not null
);

-- A listing that waits for its proof, with the terms that it will have. Its ID becomes the ID of the listing.
create table listing_proofs (
  listing_id id_text primary key,
  seller_id id_text not null references users on delete cascade,
  domain text collate "C" not null,
  domain_unicode text not null,
  price_cents bigint not null,
  floor_price_cents bigint not null,
  currency text not null,
  description text,
  categories text[] not null,
  accepts_offers boolean not null,
  state text not null check (state in ('pending', 'verified', 'expired', 'withdrawn')),
  -- What the TXT record must contain.
  token text not null,
  method text check (method in ('dns', 'operator')),
  checks integer not null default 0,
  last_result text check (last_result in ('found', 'missing', 'mismatch', 'unavailable', 'conflict')),
  checked_at timestamptz,
  next_check_at timestamptz,
  verified_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- An account proves a domain once at a time. Other accounts can try meanwhile: the first proof wins.
create unique index listing_proofs_open on listing_proofs (seller_id, domain) where state = 'pending';
create index listing_proofs_due on listing_proofs (next_check_at) where state = 'pending';
create index listing_proofs_by_seller on listing_proofs (seller_id, listing_id);

alter table listings add column accepts_offers boolean not null default false;
