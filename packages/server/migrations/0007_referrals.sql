-- Referral: tracking links, what they brought, and the commission that it earned.

create table referral_links (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  -- Stands in the address; nobody can guess another one's.
  code text collate "C" not null unique,
  kind text not null check (kind in ('generic', 'domain', 'product')),
  domain text collate "C",
  product text check (product in ('brokerage', 'registration', 'marketplace')),
  -- A path on this service, never another machine.
  destination text not null check (destination ~ '^/([^/\\]|$)'),
  label text,
  active boolean not null default true,
  created_at timestamptz not null,
  check ((kind = 'domain') = (domain is not null)),
  check ((kind = 'product') = (product is not null))
);
create index referral_links_by_partner on referral_links (partner_id, environment, id);

-- ---------------------------------------------------------------- clicks

-- Counts only, per link and day of the partner's clock; they are written behind the redirects, in batches.
create table referral_clicks (
  link_id id_text not null references referral_links,
  day date not null,
  clicks bigint not null default 0,
  unique_clicks bigint not null default 0,
  -- Crawlers, HEAD and prefetch: seen, not counted.
  bot_clicks bigint not null default 0,
  primary key (link_id, day)
) with (fillfactor = 70);

-- Who clicked today, without saying who: a keyed hash of link, address and user agent. The key is of one day and is thrown
-- away with its hashes, after which nobody can tell whom they stood for.
create table referral_salts (
  day date primary key,
  salt bytea not null
);
create table referral_visitors (
  day date not null,
  visitor uuid not null,
  primary key (day, visitor)
);

-- ---------------------------------------------------------------- sales

create table referral_sales (
  id id_text primary key,
  -- Whose link it was; the seller is the order's partner.
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  link_id id_text not null references referral_links,
  -- A sale is attributed once.
  order_id id_text not null unique references orders,
  domain text collate "C" not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- Frozen at the sale. Zero when the seller's own link brought it.
  commission_bps integer not null check (commission_bps between 0 and 10000),
  commission_cents bigint not null check (commission_cents between 0 and amount_cents),
  -- Where the commission stands; null when there is none.
  category text check (category in ('accrued', 'pending', 'paid_out', 'reversed')),
  -- The address is kept masked: the partner is not told more.
  buyer_email text,
  buyer_country text,
  -- All on the clock of the link's partner.
  created_at timestamptz not null,
  delivered_at timestamptz,
  available_at timestamptz,
  -- The payout that carries it, from the payout's beginning to its failure.
  payout_id id_text,
  check ((category is null) = (commission_cents = 0))
);
create index referral_sales_by_partner on referral_sales (partner_id, environment, id);
create index referral_sales_by_link on referral_sales (link_id) include (amount_cents, commission_cents, category);
create index referral_sales_maturing on referral_sales (available_at) where category = 'accrued';
create index referral_sales_payable on referral_sales (partner_id, environment, currency) where category = 'pending';
create index referral_sales_by_payout on referral_sales (payout_id) where payout_id is not null;

-- ---------------------------------------------------------------- commission

-- What stands where, per partner and currency: the row that serialises a partner's entries.
create table referral_accounts (
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  currency text not null,
  accrued_cents bigint not null default 0 check (accrued_cents >= 0),
  -- Payable or on its way; below zero after a late reversal, until the next payout nets it.
  pending_cents bigint not null default 0,
  paid_out_cents bigint not null default 0,
  reversed_cents bigint not null default 0,
  primary key (partner_id, environment, currency)
);

create table commission_entries (
  id id_text primary key,
  -- The order of entries; taken under the lock of the account, so a running balance follows it exactly.
  line bigint generated always as identity,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  currency text not null,
  category text not null check (category in ('accrued', 'pending', 'paid_out', 'reversed')),
  -- The effect on the balance.
  amount_cents bigint not null,
  running_balance_cents bigint not null,
  sale_id id_text references referral_sales,
  payout_id id_text,
  created_at timestamptz not null,
  check ((category = 'paid_out') = (payout_id is not null)),
  check ((category = 'paid_out') = (sale_id is null))
);
create unique index commission_entries_in_order on commission_entries (partner_id, environment, line);
-- A sale is accrued, made payable and reversed at most once each; a payout is entered once.
create unique index commission_entries_once on commission_entries (sale_id, category) where sale_id is not null;
create unique index commission_entries_payout on commission_entries (payout_id) where payout_id is not null;
