-- Brokerage: cases, their timelines, and the deals that they end in.

create table brokerage_cases (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  domain text collate "C" not null,
  domain_unicode text not null,
  tier text not null check (tier in ('managed', 'self_serve')),
  status text not null check (status in ('opened', 'outreach', 'negotiating', 'agreed', 'in_escrow', 'completed', 'declined',
                                         'no_deal', 'cancelled')),
  buyer_email text not null,
  budget_cents bigint not null check (budget_cents > 0),
  currency text not null,
  notes text,
  -- Both rates are frozen when the case is opened.
  partner_commission_bps integer not null check (partner_commission_bps between 0 and 10000),
  fee_bps integer not null check (fee_bps between 0 and 10000),
  -- The deal: all of it, or none.
  deal_price_cents bigint check (deal_price_cents > 0),
  fee_cents bigint check (fee_cents between 0 and deal_price_cents),
  partner_commission_cents bigint check (partner_commission_cents between 0 and deal_price_cents),
  completed_at timestamptz,
  closed_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'completed') = (completed_at is not null)),
  check ((completed_at is null) = (deal_price_cents is null)),
  check ((completed_at is null) = (fee_cents is null)),
  check ((completed_at is null) = (partner_commission_cents is null)),
  check ((status in ('completed', 'declined', 'no_deal', 'cancelled')) = (closed_at is not null))
);
-- One open case per name, whatever the concurrency.
create unique index brokerage_cases_one_open on brokerage_cases (environment, domain) where closed_at is null;
create index brokerage_cases_by_partner on brokerage_cases (partner_id, environment, id);
-- Deals in the order of time, for transactions and payouts.
create index brokerage_cases_deals on brokerage_cases (partner_id, environment, completed_at, id)
  include (currency, deal_price_cents, partner_commission_cents) where status = 'completed';

create table brokerage_timeline (
  case_id id_text not null references brokerage_cases,
  line integer not null,
  at timestamptz not null,
  status text not null,
  actor text not null,
  message text not null,
  primary key (case_id, line)
);
