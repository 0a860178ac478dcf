-- Settlement's sums of sales follow the orders: two triggers on orders and one on partial_refunds, tables that modules/orders owns, add
-- rows to order_sum_changes; compact_order_sums() adds those up. Called by modules/settlement/store/transactions.ts.

-- Fires on every new order, by place_order() of modules/orders.
create or replace function order_sum_of_new() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes values
    (new.partner_id, new.environment, date_trunc('hour', new.created_at, 'UTC'), 'sale', new.payment_model, new.status,
     new.currency, 1, new.sale_price_cents, new.commission_cents);
  if new.reversed_at is not null then
    insert into order_sum_changes values
      (new.partner_id, new.environment, date_trunc('hour', new.reversed_at, 'UTC'), 'refund', new.payment_model, new.status,
       new.currency, 1, new.refunded_cents - new.sale_price_cents, new.clawback_cents - new.commission_cents);
  end if;
  return null;
end $$;
create or replace trigger orders_sum_new after insert on orders for each row execute function order_sum_of_new();

-- Fires on every update of orders. By statement: settling a thousand orders at once adds a few rows, not two thousand.
create or replace function order_sum_of_moved() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select b.partner_id, b.environment, date_trunc('hour', m.at, 'UTC'), m.kind, b.payment_model, m.status, b.currency,
         sum(m.sign), sum(m.sign * m.gmv), sum(m.sign * m.commission)
  from before b join after a on a.id = b.id
  cross join lateral (values
    (-1, 'sale', b.status, b.created_at, b.sale_price_cents, b.commission_cents),
    (1, 'sale', a.status, a.created_at, a.sale_price_cents, a.commission_cents),
    (-1, 'refund', b.status, b.reversed_at, b.refunded_cents - b.sale_price_cents, b.clawback_cents - b.commission_cents),
    (1, 'refund', a.status, a.reversed_at, a.refunded_cents - a.sale_price_cents, a.clawback_cents - a.commission_cents)
  ) as m(sign, kind, status, at, gmv, commission)
  where (a.status, a.reversed_at) is distinct from (b.status, b.reversed_at) and m.at is not null
  group by b.partner_id, b.environment, date_trunc('hour', m.at, 'UTC'), m.kind, b.payment_model, m.status, b.currency
  having sum(m.sign) <> 0;
  -- Partial refunds stay at their hour and follow the status of their order.
  insert into order_sum_changes
  select r.partner_id, r.environment, date_trunc('hour', r.created_at, 'UTC'), 'refund', a.payment_model, m.status, r.currency,
         m.sign, -m.sign * r.amount_cents, -m.sign * r.commission_clawback_cents
  from before b join after a on a.id = b.id join partial_refunds r on r.order_id = a.id
  cross join lateral (values (-1, b.status), (1, a.status)) as m(sign, status)
  where a.status <> b.status and a.refunded_cents > 0;
  return null;
end $$;
create or replace trigger orders_sum_moved after update on orders
  referencing old table as before new table as after for each statement execute function order_sum_of_moved();

-- Fires on every partial refund, by modules/orders/store/refunds.ts.
create or replace function order_sum_of_partial_refund() returns trigger language plpgsql as $$
begin
  insert into order_sum_changes
  select new.partner_id, new.environment, date_trunc('hour', new.created_at, 'UTC'), 'refund', o.payment_model, o.status, new.currency,
         1, -new.amount_cents, -new.commission_clawback_cents
  from orders o where o.id = new.order_id;
  return null;
end $$;
create or replace trigger partial_refunds_sum after insert on partial_refunds
  for each row execute function order_sum_of_partial_refund();

-- Brings the sums up to date with the oldest changes; how many it took. Run by one process at a time, harmless if by two.
create or replace function compact_order_sums(p_most integer) returns integer language plpgsql as $$
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
