-- Tax that is charged on top of net prices.

alter table payments
  -- Whether the tax was frozen when the payment began. A release before did not.
  add column tax_agreed boolean not null default false,
  -- The tax that the buyer agreed to. Null: none.
  add column tax json,
  -- The part of the amount that is tax on top of the price.
  add column added_tax_cents bigint not null default 0 check (added_tax_cents between 0 and amount_cents);

-- What the buyer paid on top of the price. Commission and proceeds are shares of the price.
alter table orders add column added_tax_cents bigint not null default 0 check (added_tax_cents >= 0);

alter table domain_purchases
  add column added_tax_cents bigint not null default 0 check (added_tax_cents >= 0),
  add column refunded_tax_cents bigint not null default 0,
  add constraint domain_purchases_refunded_tax check (refunded_tax_cents between 0 and added_tax_cents);
