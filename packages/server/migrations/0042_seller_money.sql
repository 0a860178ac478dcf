-- Money of sellers: where payouts go, what each sale earned, and what was paid out.

alter table sellers
  add column destination_kind text check (destination_kind in ('manual')),
  -- What an operator needs to send money, such as an account number. Sealed.
  add column destination_sealed text,
  -- The end of it, which the seller recognizes.
  add column destination_hint text,
  add column destination_at timestamptz,
  add constraint sellers_destination check (
    (destination_kind is null) = (destination_sealed is null) and (destination_kind is null) = (destination_hint is null));

-- A sale of a seller's domain. Amounts follow partial refunds of the order; the rate of the fee stays as it was at the sale.
create table seller_sales (
  order_id id_text primary key references orders,
  seller_id id_text not null,
  currency text not null,
  fee_bps integer not null check (fee_bps between 0 and 10000),
  fee_cents bigint not null check (fee_cents >= 0),
  proceeds_cents bigint not null check (proceeds_cents >= 0),
  state text not null check (state in ('sold', 'delivered', 'payable', 'reversed')),
  -- Real time, as all times here.
  sold_at timestamptz not null,
  payable_at timestamptz,
  -- Null until the message about the sale is queued.
  told_at timestamptz
);
create index seller_sales_by_seller on seller_sales (seller_id, order_id);
create index seller_sales_untold on seller_sales (order_id) where told_at is null;
create index seller_sales_due on seller_sales (payable_at) where state = 'delivered';

create table seller_payouts (
  id id_text primary key,
  seller_id id_text not null,
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  status text not null check (status in ('pending', 'paid', 'failed')),
  destination_kind text not null check (destination_kind in ('manual')),
  destination_hint text not null,
  requested_by text not null check (requested_by in ('seller', 'operator', 'monthly')),
  reference text,
  failure_reason text,
  created_at timestamptz not null,
  paid_at timestamptz,
  failed_at timestamptz
);
create index seller_payouts_by_seller on seller_payouts (seller_id, id);
create index seller_payouts_open on seller_payouts (id) where status = 'pending';
