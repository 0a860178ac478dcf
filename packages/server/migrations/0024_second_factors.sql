-- Second factors: authenticator apps (TOTP), recovery codes and passkeys.

create table totp_secrets (
  user_id id_text primary key references users on delete cascade,
  -- Encrypted.
  secret text not null,
  created_at timestamptz not null,
  -- Null: shown to the person, who has not confirmed it with a code.
  enabled_at timestamptz,
  -- The time step of the last accepted code. Only a code of a later step is accepted.
  last_step bigint
);

create table recovery_codes (
  user_id id_text not null references users on delete cascade,
  -- An HMAC under a key that is not in the database.
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkeys (
  id id_text primary key,
  user_id id_text not null references users on delete cascade,
  credential_id text not null,
  -- In COSE format.
  public_key bytea not null,
  -- The signature counter. Passkeys that are synchronized between devices keep it at zero.
  counter bigint not null,
  transports jsonb not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_credential unique (credential_id)
);
create index passkeys_user on passkeys (user_id);

-- Wrong codes that were entered for a sign-in that waits for its second step.
alter table account_tokens add column attempts integer not null default 0;
