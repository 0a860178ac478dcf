-- A purchase and its domain belong to an account, not to an email address.

-- One row for each order that the service collected from a buyer.
create table purchases (
  order_id id_text primary key references orders,
  -- The address given at checkout, normalized.
  buyer_email text collate "C" not null,
  -- The account that the purchase belongs to. Null: nobody has claimed it, or the account was deleted.
  account_id id_text references users on delete set null,
  claimed_at timestamptz,
  -- The claim link that works now, as its SHA-256. A new link replaces it, a claim removes it.
  claim_hash bytea unique check (length(claim_hash) = 32),
  claim_expires_at timestamptz,
  check (account_id is null or claimed_at is not null),
  check ((claim_hash is null) = (claim_expires_at is null)),
  check (claim_hash is null or claimed_at is null)
);
create index purchases_by_account on purchases (account_id, order_id) where account_id is not null;
create index purchases_unclaimed on purchases (buyer_email, order_id) where claimed_at is null;

-- The address of an account from before proves nothing until it is confirmed. Only operators' addresses are confirmed here.
insert into purchases (order_id, buyer_email, account_id, claimed_at)
select o.id, lower(trim(o.buyer ->> 'email')), u.id, case when u.id is not null then o.created_at end
from orders o
left join users u
  on u.email_confirmed_at is not null and o.environment = 'live' and lower(u.email) = lower(trim(o.buyer ->> 'email'))
where o.payment_model = 'service_collected' and o.buyer ->> 'email' is not null;

-- Either an account owns the domain, or it waits for the buyer with this address. Until then nobody can manage it.
alter table owned_domains
  add column owner_id id_text references users on delete set null,
  alter column owner_email drop not null;
update owned_domains d set owner_id = u.id, owner_email = null
from users u where lower(u.email) = d.owner_email and u.email_confirmed_at is not null;
-- A process of the release before would leave the seller as the owner of a domain that it hands over: this stops it.
alter table owned_domains add constraint owned_domains_one_owner check (owner_id is null or owner_email is null);
create index owned_domains_by_account on owned_domains (owner_id, acquired_at, domain) where owner_id is not null;
