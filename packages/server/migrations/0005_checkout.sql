-- Checkout sessions, the payments made in them, the buyers' refunds, and the state of the sandbox processor.

create table checkout_sessions (
  id id_text primary key,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  listing_id id_text not null references listings,
  domain text collate "C" not null,
  domain_unicode text not null,
  -- What was last noted; an open session past its time is expired, whether or not anybody has noted it.
  status text not null check (status in ('open', 'processing', 'completed', 'expired', 'cancelled', 'unavailable')),
  -- What the buyer was last asked for. A payment of another price than the listing's is refused.
  price_cents bigint not null check (price_cents > 0),
  currency text not null,
  buyer json,
  return_url text not null,
  cancel_url text not null,
  link_id id_text,
  -- The referral link that the buyer's browser remembers; a link given by the partner comes before it.
  visitor_code text,
  metadata jsonb,
  -- How many payments were tried: the number of the last one, and so what makes a form good for one use.
  attempts integer not null default 0,
  -- The payment at work; set exactly while the session is processing.
  payment_id id_text,
  -- Why the last try came to nothing.
  last_error text,
  order_id id_text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- On the partner's clock.
  expires_at timestamptz not null,
  check ((status = 'processing') = (payment_id is not null)),
  check ((status = 'completed') = (order_id is not null))
);
create index checkout_sessions_by_partner on checkout_sessions (partner_id, environment, id);
create index checkout_sessions_open on checkout_sessions (expires_at) where status = 'open';
create index checkout_sessions_open_of_listing on checkout_sessions (listing_id) where status = 'open';

-- A session is sold once.
create unique index orders_one_per_session on orders (checkout_session_id) where checkout_session_id is not null;

create table payments (
  -- `{session}.{attempt}`: also the provider's idempotency key.
  id id_text primary key,
  session_id id_text not null references checkout_sessions,
  attempt integer not null check (attempt > 0),
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_ref text,
  -- started: the provider has not answered yet. stranded: captured, but the name was gone; it is refunded.
  status text not null check (status in ('started', 'requires_action', 'paid', 'failed', 'abandoned', 'stranded')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- All that is kept of a card.
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  failure_code text,
  -- What the buyer's own browser needs to go on with the provider.
  client_secret text,
  -- The partner's own quote that the payment pushed aside; it gets its reservation back when the payment fails.
  displaced_quote id_text,
  displaced_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Both on real time: until when the name is held for it.
  lock_until timestamptz not null,
  unique (session_id, attempt)
);
-- One payment at a time in a session, and one that counts.
create unique index payments_one_at_work on payments (session_id) where status in ('started', 'requires_action');
create unique index payments_one_paid on payments (session_id) where status = 'paid';
create index payments_unfinished on payments (created_at) where status in ('started', 'requires_action');

-- Money that goes back to a buyer. The row is written with the reversal; a job sends it and notes that it did.
create table buyer_refunds (
  -- The order that was reversed, or the payment that never became one: the subject of the ledger's account.
  subject id_text primary key,
  -- Null where no provider holds the money: a sale that the sandbox made up.
  payment_id id_text unique references payments,
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  status text not null check (status in ('pending', 'sent')),
  failures integer not null default 0,
  last_error text,
  next_attempt_at timestamptz not null,
  provider_refund_ref text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index buyer_refunds_due on buyer_refunds (next_attempt_at) where status = 'pending';

-- The sandbox processor's own books: what a payment company would keep.
create table sandbox_charges (
  payment_id id_text primary key,
  ref id_text not null unique,
  status text not null check (status in ('paid', 'requires_action', 'declined', 'cancelled', 'refunded')),
  amount_cents bigint not null,
  currency text not null,
  card_brand text,
  card_last4 text,
  code text,
  refund_ref id_text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
