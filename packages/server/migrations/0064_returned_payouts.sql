-- What Stripe took back of payouts and later payouts paid again, and what became of Stripe's own payouts to sellers' banks.

-- The part of a returned payout that a later payout pays. Deleted when the later one fails or is returned, too.
create table seller_resends (
  payout_id id_text not null references seller_payouts,
  returned_id id_text not null references seller_payouts,
  cents bigint not null check (cents > 0),
  primary key (payout_id, returned_id)
);
create index seller_resends_by_returned on seller_resends (returned_id);
create index seller_sales_by_payout on seller_sales (payout_id) where payout_id is not null;
create index seller_payouts_returned on seller_payouts (seller_id) where reversed_cents > 0;

-- The last payout of an account at Stripe to the seller's bank, one for each currency.
create table payee_bank_payouts (
  seller_id id_text not null references users on delete cascade,
  currency text not null,
  -- Stripe's ID of its payout.
  ref text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why the bank returned it, as Stripe names it. Null: it was paid.
  failure text,
  -- When Stripe began it: it pays what banks returned before.
  begun_at timestamptz not null,
  reported_at timestamptz not null,
  primary key (seller_id, currency)
);

alter table seller_payouts
  -- Stripe has the money, and the seller's bank returned it. Null: nothing of the kind is known.
  add column bank_failure text,
  add column bank_failed_at timestamptz,
  add constraint seller_payouts_bank check ((bank_failure is null) = (bank_failed_at is null));
create index seller_payouts_bank_failed on seller_payouts (id) where bank_failed_at is not null;
create index seller_payouts_by_account on seller_payouts (destination_account, paid_at) where destination_account is not null;
