-- Operator roles for tokens, invitations of operators, and their accounts at an identity provider.

-- A token from before roles could do everything.
alter table operator_tokens
  add column role text not null default 'admin' check (role in ('admin', 'finance', 'support', 'viewer')),
  -- Who created it, as the audit log names them; null: before this column.
  add column created_by text;
alter table operator_tokens alter column role drop default;
create index operator_tokens_user on operator_tokens (user_id) where revoked_at is null;

create index users_operators on users (id) where operator_role is not null;

create table operator_invitations (
  id id_text primary key,
  email text not null,
  role text not null check (role in ('admin', 'finance', 'support', 'viewer')),
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Who invited, as the audit log names them.
  invited_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index operator_invitations_open on operator_invitations (email)
  where accepted_at is null and revoked_at is null;

create table operator_identities (
  issuer text not null,
  subject text not null,
  user_id id_text not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  -- An address that the provider gives to another person does not open the first person's account.
  constraint operator_identities_user unique (user_id, issuer)
);
