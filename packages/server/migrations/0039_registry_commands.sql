-- What the registry must do to a person's domain. A process leases what is due; `lease` says which.
create table registry_commands (
  id id_text primary key,
  -- Commands of one domain are carried out in this order, one at a time.
  position bigint generated always as identity,
  owner_id id_text not null,
  domain text collate "C" not null,
  kind text not null check (kind in ('set_nameservers', 'set_lock', 'set_privacy', 'renew', 'register')),
  params jsonb not null,
  state text not null check (state in ('unpaid', 'queued', 'done', 'failed', 'needs_operator')),
  -- The bulk operation that it belongs to, or the purchase that pays for it.
  bulk_id id_text,
  purchase_id id_text,
  price_cents bigint check (price_cents > 0),
  -- The step under way, by its place in the list of the kind.
  step integer not null default 0,
  -- Of a renewal: the expiry date at the registry before the first command, which every later look is compared with.
  base_expires_at timestamptz,
  attempts integer not null default 0,
  failures integer not null default 0,
  last_error text,
  lease text,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((purchase_id is null) = (price_cents is null))
);
create index registry_commands_due on registry_commands (next_attempt_at) where state = 'queued';
create index registry_commands_open on registry_commands (domain, position) where state in ('queued', 'needs_operator');
create index registry_commands_by_run on registry_commands (bulk_id, position) where bulk_id is not null;
create index registry_commands_by_purchase on registry_commands (purchase_id, position) where purchase_id is not null;
create index registry_commands_by_owner on registry_commands (owner_id, id);
create index registry_commands_of_operators on registry_commands (id) where state = 'needs_operator';
create index registry_commands_ended on registry_commands (updated_at) where state in ('done', 'failed') and purchase_id is null;
-- Two people who pay for the same name: one of them registers it.
create unique index registry_commands_one_registration on registry_commands (domain)
  where kind = 'register' and state in ('queued', 'needs_operator');

-- Every command that changes something at the registry, written before it is sent.
create table registry_command_steps (
  command_id id_text not null references registry_commands on delete cascade,
  line integer not null,
  step text not null,
  -- Our name of the attempt at the registry (clTRID).
  transaction text not null unique,
  outcome text not null check (outcome in ('sent', 'done', 'pending', 'refused', 'failed', 'unknown')),
  message text,
  server_transaction text,
  sent_at timestamptz not null,
  finished_at timestamptz,
  primary key (command_id, line)
);

-- Whether the simulated registrar hides the registrant.
alter table simulated_domains add column is_private boolean not null default true;
