-- Registrations and renewals that people pay for. The commands that it pays for are in registry_commands.
create table domain_purchases (
  id id_text primary key,
  user_id id_text not null,
  product text not null check (product in ('registration', 'renewal')),
  -- open: its checkout waits. paid: the registry works on it. settled: every command ended, and what failed is refunded.
  state text not null check (state in ('open', 'paid', 'settled')),
  currency text not null,
  total_cents bigint not null check (total_cents > 0),
  refunded_cents bigint not null default 0 check (refunded_cents between 0 and total_cents),
  session_id id_text not null,
  payment_id id_text references payments,
  bulk_id id_text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'open') = (payment_id is null))
);
create index domain_purchases_by_user on domain_purchases (user_id, id);
create index domain_purchases_open on domain_purchases (created_at) where state = 'open';
create unique index domain_purchases_one_per_session on domain_purchases (session_id);

-- A checkout session is about a listing, or about a purchase that no listing stands for.
alter table checkout_sessions add column product text check (product in ('registration', 'renewal'));
alter table checkout_sessions add column purchase_id id_text;
alter table checkout_sessions alter column listing_id drop not null;
alter table checkout_sessions add constraint checkout_sessions_about check ((listing_id is null) = (purchase_id is not null));
alter table checkout_sessions drop constraint checkout_sessions_check1;
alter table checkout_sessions add constraint checkout_sessions_completed
  check (purchase_id is not null or (status = 'completed') = (order_id is not null));
