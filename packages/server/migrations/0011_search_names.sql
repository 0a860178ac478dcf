-- Search inside PostgreSQL, for inventories that outgrow a process's memory (SEARCH_ENGINE=postgres); otherwise it stays empty.

create table search_names (
  listing_id id_text primary key references listings on delete cascade,
  environment text not null check (environment in ('sandbox', 'live')),
  domain text not null,
  -- The label without hyphens, which is compared letter by letter.
  flat text not null,
  tld text not null,
  price_cents bigint not null,
  -- Invented: not made of known words.
  coined boolean not null,
  -- Of the name; of categories and description.
  stems text[] not null,
  text_stems text[] not null,
  -- The signs of the vector's components: codes that differ in few bits mean nearly the same.
  code bit(384) not null,
  -- What the entry was made from; another price, text or model makes it stale.
  version text not null,
  text_hash bytea not null
);
create index search_names_domain on search_names (environment, domain text_pattern_ops);
create index search_names_tld on search_names (environment, tld);
create index search_names_coined on search_names (environment) where coined;
create index search_names_stems on search_names using gin (stems);
create index search_names_text_stems on search_names using gin (text_stems);
