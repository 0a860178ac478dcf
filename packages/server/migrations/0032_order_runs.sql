-- Bulk actions of operators on orders. The rows make a repeated request continue instead of acting twice.
create table order_runs (
  id id_text primary key,
  actor text not null,
  idempotency_key text not null,
  action text not null,
  note text,
  created_at timestamptz not null,
  unique (actor, idempotency_key)
);
-- The ID of an order is text as it was sent: it may name no order.
create table order_run_rows (
  run_id id_text not null references order_runs on delete cascade,
  position integer not null,
  order_id text collate "C" not null,
  outcome text not null default 'pending' check (outcome in ('pending', 'done', 'failed')),
  status text,
  code text,
  message text,
  primary key (run_id, position),
  unique (run_id, order_id)
);

-- The lists of operators and partners, sorted by a column.
create index orders_by_price on orders (environment, sale_price_cents, id);
create index orders_by_name on orders (environment, domain, id);
create index orders_by_own_price on orders (partner_id, environment, sale_price_cents, id);
create index listings_all_by_price on listings (environment, price_cents, id);
create index payouts_by_amount on payouts (environment, amount_cents, id);
create index settlements_by_amount on settlements (environment, amount_owed_cents, id);
create index brokerage_cases_by_change on brokerage_cases (environment, updated_at, id);
