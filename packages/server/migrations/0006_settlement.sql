-- Statements, payouts, and the sums that transactions and analytics are read from.

-- ---------------------------------------------------------------- orders

-- When and under which transaction id a sale was taken back.
alter table orders add column reversed_at timestamptz;
alter table orders add column reversal_id id_text;

update orders o set reversed_at = t.at, reversal_id = 'txn_' || substr(t.event_id, 5)
from order_timeline t
where t.order_id = o.id and t.status in ('REFUNDED', 'CANCELLED') and o.status = t.status;

-- Sales and reversals in the order of time; equal in all but the time, so that any filter is a few short walks.
create index orders_sales on orders (partner_id, environment, payment_model, status, created_at, id);
create index orders_reversals on orders (partner_id, environment, payment_model, status, reversed_at, reversal_id)
  where reversed_at is not null;
-- What waits for a statement.
create index orders_to_settle on orders (partner_id, environment, currency, transfer_completed_at, id)
  include (payment_model, sale_price_cents, commission_cents, amount_owed_cents)
  where status = 'TRANSFER_COMPLETED';

-- ---------------------------------------------------------------- statements

create table settlements (
  -- Made from whose, which currency and which start: a run that is repeated makes the same statements.
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  currency text not null,
  period_start timestamptz not null,
  period_end timestamptz not null check (period_end > period_start),
  -- Open only while a run is collecting its lines.
  status text not null check (status in ('open', 'closed', 'paid')),
  orders_count integer not null default 0,
  gross_sold_cents bigint not null default 0,
  commission_retained_cents bigint not null default 0,
  adjustments_cents bigint not null default 0,
  amount_owed_cents bigint not null default 0,
  commission_earned_cents bigint not null default 0,
  -- How many of its lines have moved their orders to SETTLED.
  settled_count integer not null default 0,
  created_at timestamptz not null,
  closed_at timestamptz,
  due_at timestamptz,
  paid_at timestamptz,
  payment_reference text,
  unique (partner_id, environment, currency, period_start),
  check (amount_owed_cents = gross_sold_cents - commission_retained_cents + adjustments_cents),
  check (settled_count between 0 and orders_count),
  check ((status = 'open') = (closed_at is null)),
  check ((status = 'paid') = (paid_at is not null))
);
create index settlements_by_partner on settlements (partner_id, environment, id);
create index settlements_unfinished on settlements (partner_id, environment) where status = 'open' or settled_count < orders_count;

create table settlement_lines (
  settlement_id id_text not null references settlements,
  line integer not null,
  -- Each order is in exactly one statement.
  order_id id_text not null unique references orders,
  payment_model text not null,
  domain text collate "C" not null,
  sale_price_cents bigint not null,
  commission_cents bigint not null,
  amount_owed_cents bigint not null,
  primary key (settlement_id, line)
);

create table settlement_adjustments (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  currency text not null,
  -- The closed statement that it corrects, and the one that it became part of; null while it waits.
  corrects_id id_text not null references settlements,
  settlement_id id_text references settlements,
  -- Positive: the partner owes more.
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null,
  created_at timestamptz not null
);
create index settlement_adjustments_waiting on settlement_adjustments (partner_id, environment, currency) where settlement_id is null;
create index settlement_adjustments_by_statement on settlement_adjustments (settlement_id, id);

-- ---------------------------------------------------------------- payouts

create table payouts (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  kind text not null check (kind in ('commission', 'brokerage', 'referral')),
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed')),
  reference text,
  failure_reason text,
  period_start timestamptz not null,
  period_end timestamptz not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  paid_at timestamptz,
  failed_at timestamptz
);
create index payouts_by_partner on payouts (partner_id, environment, kind, currency, id);

-- ---------------------------------------------------------------- sums of sales

-- Sums of sales and of reversals by hour, day and month, so that totals over a million orders read a few rows. A sale counts
-- at its creation, a reversal at its own time, both under the status that the order has now.
create table order_sums (
  partner_id id_text not null,
  environment text not null,
  grain text not null check (grain in ('hour', 'day', 'month')),
  start timestamptz not null,
  kind text not null check (kind in ('sale', 'refund')),
  payment_model text not null,
  status text not null,
  currency text not null,
  count bigint not null,
  gmv_cents bigint not null,
  commission_cents bigint not null,
  primary key (partner_id, environment, grain, start, kind, payment_model, status, currency)
);

-- What has happened since the sums were last brought up to date. Writers only add rows here, so that no two of them wait for
-- the same sum; readers add these rows to the sums, so that every figure is exact at every moment.
create table order_sum_changes (
  partner_id id_text not null,
  environment text not null,
  hour timestamptz not null,
  kind text not null,
  payment_model text not null,
  status text not null,
  currency text not null,
  count bigint not null,
  gmv_cents bigint not null,
  commission_cents bigint not null
);
create index order_sum_changes_by_partner on order_sum_changes (partner_id, environment);

insert into order_sum_changes
select partner_id, environment, date_trunc('hour', created_at, 'UTC'), 'sale', payment_model, status, currency,
       count(*), sum(sale_price_cents), sum(commission_cents)
from orders group by 1, 2, 3, 4, 5, 6, 7
union all
select partner_id, environment, date_trunc('hour', reversed_at, 'UTC'), 'refund', payment_model, status, currency,
       count(*), -sum(sale_price_cents), -sum(commission_cents)
from orders where reversed_at is not null group by 1, 2, 3, 4, 5, 6, 7;

-- How many checkouts a referral link started.
create index checkout_sessions_by_link on checkout_sessions (link_id, created_at) where link_id is not null;
