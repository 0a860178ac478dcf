-- Nobody holds inventory without paying: holds of the checkout, the true end of a quote, cases that visitors open.

-- ---------------------------------------------------------------- checkout

-- One row for each claimed payment. It says whether the payment held its domain, and from when to when; the caps are counted
-- here. Rows are deleted after two days.
create table payment_holds (
  payment_id id_text primary key references payments,
  session_id id_text not null,
  listing_id id_text not null references listings,
  partner_id id_text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  -- A keyed digest of the network that the buyer called from, never the address itself.
  network text,
  -- The account that the buyer was signed in to.
  account_id id_text,
  claimed_at timestamptz not null,
  -- All on real time. Both null: the payment took no hold, or has not taken one yet.
  held_at timestamptz,
  held_until timestamptz,
  -- When the payment ended. A hold that another payment took over has not ended: it may be given back.
  ended_at timestamptz,
  paid boolean not null default false,
  check ((held_at is null) = (held_until is null))
);
create index payment_holds_of_network on payment_holds (network, environment) where held_at is not null and ended_at is null;
create index payment_holds_of_account on payment_holds (account_id, environment) where held_at is not null and ended_at is null;
create index payment_holds_of_listing on payment_holds (listing_id, held_at) where held_at is not null;
create index payment_holds_open on payment_holds (held_until) where held_at is not null and ended_at is null;
create index payment_holds_by_age on payment_holds (claimed_at);
create index payment_holds_of_sandbox on payment_holds (partner_id) where environment = 'sandbox';

comment on column payments.lock_until is
  'Until when the payment may be completed. How long it holds the domain is in payment_holds.';

-- ---------------------------------------------------------------- quotes

-- On the partner's clock, as created_at and expires_at. Null: not ended yet, used by an order, or ended by an older version;
-- such a quote counts until expires_at.
alter table quotes add column ended_at timestamptz;
-- How long did this partner reserve this domain lately?
create index quotes_by_domain on quotes (partner_id, environment, domain, created_at) where exclusive;

-- ---------------------------------------------------------------- brokerage

-- The normalized email address of a visitor who opened the case on the marketplace's own pages; null for a partner's case.
alter table brokerage_cases add column visitor_email text;
-- A keyed digest of the visitor's network. It is cleared when the case is closed.
alter table brokerage_cases add column visitor_network text;

update brokerage_cases set visitor_email = lower(trim(buyer_email))
where partner_id = (select value ->> 'partner_id' from service_state where key = 'house_partner');

-- The index keeps its name, so that an older version still recognizes the violation. It now covers partners' cases only.
drop index brokerage_cases_one_open;
create unique index brokerage_cases_one_open on brokerage_cases (environment, domain)
  where closed_at is null and visitor_email is null;
create unique index brokerage_cases_one_open_of_visitor on brokerage_cases (environment, domain, visitor_email)
  where closed_at is null and visitor_email is not null;
create index brokerage_cases_of_network on brokerage_cases (visitor_network)
  where closed_at is null and visitor_network is not null;
create index brokerage_cases_idle on brokerage_cases (updated_at) where status in ('opened', 'outreach', 'negotiating');
