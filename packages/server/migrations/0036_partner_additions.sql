-- Partial refunds. They have their own table: the previous version relies on one refund per order in `refunds`.
alter table orders
  add column refunded_cents bigint not null default 0,
  add column clawback_cents bigint not null default 0,
  -- A refund of the whole rest is no partial refund: it reverses the order.
  add constraint orders_refunded_partly check (refunded_cents >= 0 and refunded_cents < sale_price_cents),
  add constraint orders_clawed_back check (clawback_cents between 0 and commission_cents);

create table partial_refunds (
  id id_text primary key,
  order_id id_text not null references orders,
  partner_id id_text not null,
  environment text not null,
  amount_cents bigint not null check (amount_cents > 0),
  commission_clawback_cents bigint not null check (commission_clawback_cents >= 0),
  currency text not null,
  reason text not null,
  comment text,
  external_refund_ref text,
  created_at timestamptz not null
);
create index partial_refunds_by_order on partial_refunds (order_id);
create index partial_refunds_by_partner on partial_refunds (partner_id, environment, id);
create index partial_refunds_by_time on partial_refunds (partner_id, environment, created_at, id);

-- How often a partner's sandbox was reset.
alter table partners add column sandbox_resets integer not null default 0;

-- The sandbox lists its sample domains again after they were sold.
create index listings_sold on listings (environment, updated_at) where status = 'sold';
