-- Names that people hold here, and what they did to many at once.

-- By address, not by account: whoever buys at the checkout may sign up later.
create table owned_domains (
  domain text collate "C" primary key,
  domain_unicode text not null,
  tld text collate "C" not null,
  owner_email text collate "C" not null check (owner_email = lower(owner_email)),
  -- When it came to this owner: the order of the list.
  acquired_at timestamptz not null,
  expires_at timestamptz not null,
  auto_renew boolean not null,
  locked boolean not null,
  privacy boolean not null,
  nameservers text[] not null,
  updated_at timestamptz not null
);
create index owned_domains_by_owner on owned_domains (owner_email, acquired_at, domain);

create table bulk_runs (
  id id_text primary key,
  user_id id_text not null references users on delete cascade,
  op text not null,
  params jsonb not null,
  total integer not null,
  succeeded integer not null,
  at timestamptz not null
);
create index bulk_runs_user on bulk_runs (user_id, id);

-- Null: the marketplace's own. Otherwise whoever listed their own name.
alter table listings add column seller_id id_text references users on delete set null;
create index listings_by_seller on listings (seller_id) where seller_id is not null;
