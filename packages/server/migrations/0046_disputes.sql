-- Disputes of payments, and sales that are taken back after the delivery.

alter table orders
  -- The latest dispute of the payment.
  add column dispute_id id_text,
  -- While true, nobody is paid for this sale.
  add column dispute_open boolean not null default false,
  -- A delivered sale whose buyer got the money back. The status stays as it was.
  add column clawed_back_at timestamptz;
create index orders_disputed on orders (partner_id, environment) where dispute_open;

create table disputes (
  id id_text primary key,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_ref text not null,
  payment_id text not null,
  -- Null: the payment bought a registration, or nothing.
  order_id id_text,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  respond_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- What the operator decided, and whether the processor has it.
  response text check (response in ('evidence', 'acceptance')),
  evidence json,
  responded_at timestamptz,
  responded_by text,
  response_sent_at timestamptz,
  response_failures integer not null default 0,
  response_error text,
  next_attempt_at timestamptz,
  -- When the processor took the money, and when it returned it. Real time.
  withdrawn_at timestamptz,
  reinstated_at timestamptz,
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  fee_currency text,
  fee_returned_at timestamptz,
  -- The price of the sale that a lost dispute took back; 0: the marketplace bears the loss.
  reversed_cents bigint not null default 0 check (reversed_cents >= 0),
  -- The time of the latest report of the processor that changed the status.
  reported_at timestamptz not null,
  constraint disputes_ref unique (provider, provider_ref),
  constraint disputes_closed check ((closed_at is not null) = (status in ('won', 'lost'))),
  constraint disputes_response check ((response is null) = (responded_at is null))
);
-- Disputes name the payment as the processor does.
create index payments_captured_by_ref on payments (provider, provider_ref) where status in ('paid', 'stranded');
create index disputes_by_order on disputes (order_id) where order_id is not null;
create index disputes_open on disputes (environment, respond_by, id) where status in ('needs_response', 'under_review');
create index disputes_to_send on disputes (next_attempt_at) where response is not null and response_sent_at is null;
create index disputes_by_partner on disputes (partner_id, environment, id);

-- A delivered sale that was taken back: by a refund that an operator decided, or by a lost dispute.
create table order_clawbacks (
  order_id id_text primary key references orders,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  cause text not null check (cause in ('refund', 'dispute')),
  refund_id id_text unique,
  dispute_id id_text,
  amount_cents bigint not null check (amount_cents > 0),
  commission_cents bigint not null check (commission_cents >= 0),
  -- Where the commission was: on no statement yet, or payable or paid.
  commission_from text not null check (commission_from in ('accrued', 'pending')),
  currency text not null,
  actor text not null,
  note text,
  -- On the clock of the partner.
  created_at timestamptz not null,
  constraint order_clawbacks_cause check ((cause = 'refund') = (refund_id is not null) and (cause = 'dispute') = (dispute_id is not null))
);
create index order_clawbacks_by_partner on order_clawbacks (partner_id, environment);

alter table seller_sales drop constraint seller_sales_state_check;
alter table seller_sales
  add constraint seller_sales_state_check check (state in ('sold', 'delivered', 'payable', 'reversed', 'clawed_back')),
  -- The payout that paid the proceeds, unless it failed.
  add column payout_id id_text;
update seller_sales s set payout_id = (
  select p.id from seller_payouts p join ledger_journals j on j.key = s.order_id || ':payable'
  where p.seller_id = s.seller_id and p.currency = s.currency and p.status <> 'failed' and p.created_at >= j.at
  order by p.created_at limit 1)
where s.state = 'payable';
