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

-- A closed statement never changes, whatever the code does. What may still happen to it: its orders move on, and it is paid.
create function settlement_guard() returns trigger language plpgsql as $$
declare
  lines record;
begin
  if tg_op = 'DELETE' then
    raise exception 'statement % is kept', old.id;
  end if;
  if (new.id, new.partner_id, new.environment, new.currency, new.period_start, new.period_end, new.created_at)
     is distinct from (old.id, old.partner_id, old.environment, old.currency, old.period_start, old.period_end, old.created_at) then
    raise exception 'statement % stays what it is', old.id;
  end if;
  if old.status = 'open' and new.status = 'closed' then
    select count(*) as orders,
           coalesce(sum(sale_price_cents) filter (where payment_model = 'partner_collected'), 0) as gross,
           coalesce(sum(commission_cents) filter (where payment_model = 'partner_collected'), 0) as retained,
           coalesce(sum(commission_cents) filter (where payment_model = 'service_collected'), 0) as earned,
           (select coalesce(sum(a.amount_cents), 0) from settlement_adjustments a where a.settlement_id = old.id) as adjustments
    into lines from settlement_lines l where l.settlement_id = old.id;
    if (new.orders_count, new.gross_sold_cents, new.commission_retained_cents, new.commission_earned_cents, new.adjustments_cents)
       is distinct from (lines.orders::integer, lines.gross::bigint, lines.retained::bigint, lines.earned::bigint, lines.adjustments::bigint) then
      raise exception 'statement % does not sum its lines', old.id;
    end if;
    return new;
  end if;
  if old.status = 'open' and new.status = 'open' then
    return new;
  end if;
  if (new.orders_count, new.gross_sold_cents, new.commission_retained_cents, new.adjustments_cents, new.amount_owed_cents,
      new.commission_earned_cents, new.closed_at, new.due_at)
     is distinct from
     (old.orders_count, old.gross_sold_cents, old.commission_retained_cents, old.adjustments_cents, old.amount_owed_cents,
      old.commission_earned_cents, old.closed_at, old.due_at)
     or new.settled_count < old.settled_count
     or not (new.status = old.status and new.paid_at is not distinct from old.paid_at
             and new.payment_reference is not distinct from old.payment_reference
             or old.status = 'closed' and new.status = 'paid') then
    raise exception 'statement % is closed and does not change', old.id;
  end if;
  return new;
end $$;
create trigger settlements_guard before update or delete on settlements for each row execute function settlement_guard();

create function settlement_lines_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'lines of statements are kept: % is refused', tg_op;
  end if;
  if exists (select from added a join settlements s on s.id = a.settlement_id where s.status <> 'open') then
    raise exception 'a closed statement takes no more lines';
  end if;
  return null;
end $$;
create trigger settlement_lines_closed after insert on settlement_lines
  referencing new table as added for each statement execute function settlement_lines_guard();
create trigger settlement_lines_frozen before update or delete or truncate on settlement_lines
  for each statement execute function settlement_lines_guard();
create trigger settlements_kept before truncate on settlements for each statement execute function ledger_is_append_only();

create function settlement_adjustments_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.settlement_id is null
     and (new.id, new.partner_id, new.environment, new.currency, new.corrects_id, new.amount_cents, new.reason, new.created_at)
         is not distinct from
         (old.id, old.partner_id, old.environment, old.currency, old.corrects_id, old.amount_cents, old.reason, old.created_at)
     and exists (select from settlements s where s.id = new.settlement_id and s.status = 'open') then
    return new;
  end if;
  raise exception 'adjustment % is kept as it is', old.id;
end $$;
create trigger settlement_adjustments_frozen before update or delete on settlement_adjustments
  for each row execute function settlement_adjustments_guard();

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

create function order_sum_of_new() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes values
    (new.partner_id, new.environment, date_trunc('hour', new.created_at, 'UTC'), 'sale', new.payment_model, new.status,
     new.currency, 1, new.sale_price_cents, new.commission_cents);
  if new.reversed_at is not null then
    insert into order_sum_changes values
      (new.partner_id, new.environment, date_trunc('hour', new.reversed_at, 'UTC'), 'refund', new.payment_model, new.status,
       new.currency, 1, -new.sale_price_cents, -new.commission_cents);
  end if;
  return null;
end $$;
create trigger orders_sum_new after insert on orders for each row execute function order_sum_of_new();

-- By statement: settling a thousand orders at once adds a few rows, not two thousand.
create function order_sum_of_moved() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select b.partner_id, b.environment, date_trunc('hour', m.at, 'UTC'), m.kind, b.payment_model, m.status, b.currency,
         sum(m.sign), sum(m.sign * m.gmv), sum(m.sign * m.commission)
  from before b join after a on a.id = b.id
  cross join lateral (values
    (-1, 'sale', b.status, b.created_at, b.sale_price_cents, b.commission_cents),
    (1, 'sale', a.status, a.created_at, a.sale_price_cents, a.commission_cents),
    (-1, 'refund', b.status, b.reversed_at, -b.sale_price_cents, -b.commission_cents),
    (1, 'refund', a.status, a.reversed_at, -a.sale_price_cents, -a.commission_cents)
  ) as m(sign, kind, status, at, gmv, commission)
  where (a.status, a.reversed_at) is distinct from (b.status, b.reversed_at) and m.at is not null
  group by b.partner_id, b.environment, date_trunc('hour', m.at, 'UTC'), m.kind, b.payment_model, m.status, b.currency
  having sum(m.sign) <> 0;
  return null;
end $$;
create trigger orders_sum_moved after update on orders
  referencing old table as before new table as after for each statement execute function order_sum_of_moved();

insert into order_sum_changes
select partner_id, environment, date_trunc('hour', created_at, 'UTC'), 'sale', payment_model, status, currency,
       count(*), sum(sale_price_cents), sum(commission_cents)
from orders group by 1, 2, 3, 4, 5, 6, 7
union all
select partner_id, environment, date_trunc('hour', reversed_at, 'UTC'), 'refund', payment_model, status, currency,
       count(*), -sum(sale_price_cents), -sum(commission_cents)
from orders where reversed_at is not null group by 1, 2, 3, 4, 5, 6, 7;

-- Brings the sums up to date with the oldest changes; how many it took. Run by one process at a time, harmless if by two.
create function compact_order_sums(p_most integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  with oldest as (
    select ctid from order_sum_changes limit p_most for update skip locked
  ), gone as (
    delete from order_sum_changes c using oldest o where c.ctid = o.ctid returning c.*
  ), summed as (
    insert into order_sums as s (partner_id, environment, grain, start, kind, payment_model, status, currency, count, gmv_cents,
                                 commission_cents)
    select g.partner_id, g.environment, t.grain, date_trunc(t.grain, g.hour, 'UTC') as start, g.kind, g.payment_model, g.status,
           g.currency, sum(g.count), sum(g.gmv_cents), sum(g.commission_cents)
    from gone g cross join (values ('hour'), ('day'), ('month')) as t(grain)
    group by 1, 2, 3, 4, 5, 6, 7, 8
    order by 1, 2, 3, 4, 5, 6, 7, 8
    on conflict (partner_id, environment, grain, start, kind, payment_model, status, currency) do update set
      count = s.count + excluded.count,
      gmv_cents = s.gmv_cents + excluded.gmv_cents,
      commission_cents = s.commission_cents + excluded.commission_cents
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- How many checkouts a referral link started.
create index checkout_sessions_by_link on checkout_sessions (link_id, created_at) where link_id is not null;
