-- Offers: a buyer and the seller of a listed domain agree on a price.

-- The seller's choice: an offer at or above the floor is accepted without asking.
alter table listings add column auto_accept_offers boolean not null default false;
alter table listing_proofs add column auto_accept_offers boolean not null default false;

-- Set for a session that sells at the price of an accepted offer.
alter table checkout_sessions add column offer_id id_text;

create table offers (
  id id_text primary key,
  listing_id id_text not null references listings,
  domain text collate "C" not null,
  domain_unicode text not null,
  -- Accounts; after the deletion of an account only the ID is left. No seller: the marketplace's own domain.
  buyer_id id_text not null,
  seller_id id_text,
  -- The amount of the last move that named one. Once accepted: the agreed price.
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null check (status in ('open', 'countered_by_seller', 'countered_by_buyer', 'accepted', 'paid',
                                         'declined', 'withdrawn', 'expired', 'closed')),
  closed_reason text check (closed_reason in ('sold', 'unlisted', 'currency_changed')),
  -- When the service compares the amount with the floor. Set on every move of a buyer, whatever the seller chose.
  decide_at timestamptz,
  -- Seven days after the last move. Once accepted: the end of the reservation.
  expires_at timestamptz not null,
  session_id id_text,
  order_id id_text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index offers_one_open on offers (buyer_id, domain)
  where status in ('open', 'countered_by_seller', 'countered_by_buyer', 'accepted');
create unique index offers_one_accepted on offers (listing_id) where status = 'accepted';
create index offers_by_buyer on offers (buyer_id, id);
create index offers_by_seller on offers (seller_id, id);
create index offers_of_marketplace on offers (id) where seller_id is null;
create index offers_due on offers (expires_at) where status in ('open', 'countered_by_seller', 'countered_by_buyer', 'accepted');
create index offers_to_decide on offers (decide_at) where decide_at is not null;

-- The history of an offer.
create table offer_moves (
  offer_id id_text not null references offers,
  number integer not null,
  side text not null check (side in ('buyer', 'seller', 'service')),
  action text not null check (action in ('make', 'counter', 'accept', 'decline', 'withdraw', 'expire', 'close', 'pay')),
  amount_cents bigint,
  message text,
  -- Decided by the floor, in the seller's name. Buyers do not see it.
  automatic boolean not null default false,
  at timestamptz not null,
  primary key (offer_id, number)
);
