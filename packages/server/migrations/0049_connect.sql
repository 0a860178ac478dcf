-- Payouts to sellers through Stripe Connect: accounts that sellers set up, and the transfers of payouts. Inquiries of banks.

-- The account of a seller at Stripe.
create table payee_accounts (
  seller_id id_text primary key references users on delete cascade,
  -- Null: Stripe was asked for it, and the answer is not noted yet.
  account_ref text unique,
  status text not null check (status in ('incomplete', 'in_review', 'restricted', 'ready', 'closed')),
  -- What Stripe needs from the seller, as Stripe names it.
  due text[] not null default '{}',
  disabled_reason text,
  -- The end of the bank account.
  bank_end text,
  -- When the seller last asked for the setup. A destination that an operator set later wins.
  requested_at timestamptz not null,
  -- The time of the latest report that was applied, and when Stripe was last asked.
  reported_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null
);
create index payee_accounts_by_check on payee_accounts (checked_at) where status <> 'closed';

alter table sellers
  drop constraint sellers_destination_kind_check,
  drop constraint sellers_destination;
alter table sellers
  add column destination_account text,
  -- False: the account at Stripe does not accept payouts now.
  add column destination_ready boolean not null default true,
  add constraint sellers_destination_kind_check check (destination_kind in ('manual', 'stripe_connect')),
  add constraint sellers_destination check (
    (destination_kind is null) = (destination_hint is null)
    and (destination_kind is distinct from 'manual' or destination_sealed is not null)
    and (destination_kind is distinct from 'stripe_connect' or destination_account is not null));

alter table seller_payouts
  drop constraint seller_payouts_destination_kind_check,
  drop constraint seller_payouts_status_check;
alter table seller_payouts
  add constraint seller_payouts_destination_kind_check check (destination_kind in ('manual', 'stripe_connect')),
  add constraint seller_payouts_status_check check (status in ('pending', 'paid', 'failed', 'reversed')),
  -- The account at Stripe that the payout goes to.
  add column destination_account text,
  -- Null: an operator sends the money. `sending`: a request to Stripe may be under way, or its result is unknown.
  add column transfer_state text check (transfer_state in ('queued', 'sending', 'refused', 'sent', 'taken_over')),
  -- Part of the idempotency key. It changes only after Stripe refused, so one key never sends twice.
  add column transfer_key integer not null default 1,
  add column transfer_ref text,
  add column transfer_attempts integer not null default 0,
  add column transfer_error text,
  add column next_attempt_at timestamptz,
  -- What Stripe took back of the transfer. It is payable again.
  add column reversed_cents bigint not null default 0,
  add column reversed_at timestamptz,
  add constraint seller_payouts_transfer check ((destination_kind = 'manual') = (transfer_state is null)),
  -- An older process does not know transfers, and must not end a payout that Stripe may be sending.
  add constraint seller_payouts_open check (
    transfer_state is null or (status = 'pending') = (transfer_state in ('queued', 'sending', 'refused'))),
  add constraint seller_payouts_sent check ((transfer_ref is not null) = (transfer_state is not distinct from 'sent')),
  add constraint seller_payouts_reversed check (reversed_cents between 0 and amount_cents);
create unique index seller_payouts_transfer_ref on seller_payouts (transfer_ref);
create index seller_payouts_to_send on seller_payouts (next_attempt_at) where status = 'pending' and transfer_state in ('queued', 'sending');
create index seller_payouts_refused on seller_payouts (id) where status = 'pending' and transfer_state = 'refused';

-- A bank asks about a payment before it takes any money.
alter table disputes add column inquiry boolean not null default false;
-- What a lost dispute returned of a refund that was not sent yet. The rest is `amount_cents`.
alter table buyer_refunds add column disputed_cents bigint not null default 0 check (disputed_cents >= 0);
