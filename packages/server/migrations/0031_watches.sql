-- Domains that people watch: they get a message when one becomes available, is listed for sale or changes its price.

-- `state` and price are what the person was last told, so that a change is noticed once, however it came about.
create table watches (
  user_id id_text not null references users on delete cascade,
  domain text collate "C" not null,
  domain_unicode text not null,
  state text not null check (state in ('unknown', 'registered', 'available', 'for_sale', 'sold')),
  price_cents bigint check (price_cents > 0),
  currency text,
  -- Null until the state is known for the first time.
  checked_at timestamptz,
  -- When a registry is asked again; null while the domain is listed here.
  check_after timestamptz,
  created_at timestamptz not null,
  primary key (user_id, domain),
  check ((state = 'for_sale') = (price_cents is not null and currency is not null))
);
create index watches_by_domain on watches (domain);
create index watches_due on watches (check_after) where check_after is not null;
create index watches_by_age on watches (user_id, created_at, domain);
