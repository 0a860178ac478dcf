-- The catalogue of endings: what a registration costs there and what rules it follows. Null is "not known".

create table tlds (
  tld text collate "C" primary key,
  tld_unicode text not null,
  type text not null,
  min_years integer check (min_years > 0),
  max_years integer check (max_years > 0),
  -- US cents for the shortest term. Null: not offered. Zero: free.
  register_cents bigint check (register_cents >= 0),
  renew_cents bigint check (renew_cents >= 0),
  transfer_cents bigint check (transfer_cents >= 0),
  restore_cents bigint check (restore_cents >= 0),
  prices_as_of timestamptz,
  organization_required boolean,
  -- Lists of {"code", "text"}.
  organization_rules jsonb not null,
  local_presence_required boolean,
  allowed_countries text[],
  nameservers_required boolean,
  nameservers_min integer check (nameservers_min >= 0),
  nameservers_max integer check (nameservers_max >= 0),
  nameserver_rules jsonb not null,
  idn boolean,
  dnssec boolean,
  auth_code_required boolean,
  transfer_lock_days integer check (transfer_lock_days >= 0),
  auto_renew_grace_days integer check (auto_renew_grace_days >= 0),
  redemption_days integer check (redemption_days >= 0),
  pending_delete_days integer check (pending_delete_days >= 0),
  -- Set by an operator's change: from then on the shipped data leaves the row alone.
  edited_at timestamptz,
  updated_at timestamptz not null,
  check (min_years <= max_years),
  check (nameservers_min <= nameservers_max)
);
