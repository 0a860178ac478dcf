-- Where a partner wants its domains delivered. An order can have another target (domain_deliveries).
create table delivery_targets (
  partner_id id_text not null references partners,
  environment text not null check (environment in ('sandbox', 'live')),
  registrar_iana_id integer not null,
  registrar_account text not null,
  contact_email text not null,
  nameservers text[] not null default '{}',
  updated_at timestamptz not null,
  primary key (partner_id, environment)
);

-- The delivery of an order's domain. An order without a target has none. A process leases what is due; `lease` says which.
create table domain_deliveries (
  order_id id_text primary key references orders,
  partner_id id_text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  state text not null check (state in ('planned', 'queued', 'waiting', 'done', 'refused', 'needs_operator', 'cancelled')),
  method text not null check (method in ('push', 'auth_code', 'registrar_transfer')),
  -- Who chose the target. One that came from the partner's settings follows them until the transfer starts.
  source text not null check (source in ('partner', 'order', 'buyer', 'operator')),
  registrar_iana_id integer,
  registrar_account text,
  contact_email text,
  nameservers text[] not null default '{}',
  -- Sealed. Ours for the buyer, or the seller's for a transfer from another registrar.
  auth_code text,
  auth_code_expires_at timestamptz,
  -- The step under way, by its place in the list of the method.
  step integer not null default 0,
  attempts integer not null default 0,
  failures integer not null default 0,
  last_error text,
  lease text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index domain_deliveries_due on domain_deliveries (next_attempt_at) where state in ('queued', 'waiting');
create index domain_deliveries_planned on domain_deliveries (order_id) where state = 'planned' and environment = 'live';
create index domain_deliveries_by_owner on domain_deliveries (partner_id, environment) where state in ('queued', 'waiting');

-- Every command that changes something at the registrar, written before it is sent.
create table delivery_steps (
  order_id id_text not null references domain_deliveries on delete cascade,
  line integer not null,
  step text not null,
  -- Our name of the attempt at the registrar (clTRID).
  transaction text not null unique,
  outcome text not null check (outcome in ('sent', 'done', 'pending', 'refused', 'failed', 'unknown')),
  message text,
  server_transaction text,
  sent_at timestamptz not null,
  finished_at timestamptz,
  primary key (order_id, line)
);

-- The simulated registrar: its domains, and every command that it received. `scope` separates its customers: an order has its own.
create table simulated_domains (
  scope text collate "C" not null,
  name text collate "C" not null,
  -- Null: in the marketplace's own account.
  registrar_iana_id integer,
  account text,
  statuses text[] not null default '{}',
  nameservers text[] not null default '{}',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  transferred_at timestamptz,
  -- A transfer that takes effect later.
  pending_registrar_iana_id integer,
  pending_account text,
  pending_until timestamptz,
  primary key (scope, name)
);
create table simulated_commands (
  id bigint generated always as identity primary key,
  scope text collate "C" not null,
  name text collate "C" not null,
  command text not null,
  transaction text not null,
  outcome text not null,
  at timestamptz not null
);
create index simulated_commands_by_domain on simulated_commands (scope, name, command);
