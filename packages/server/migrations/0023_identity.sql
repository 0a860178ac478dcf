-- Confirmed email addresses, operator roles, sessions that people can list, and outgoing mail.

alter table users
  add column email_confirmed_at timestamptz,
  -- Null: not an operator.
  add column operator_role text check (operator_role in ('admin', 'finance', 'support', 'viewer')),
  -- Null: signs in by single sign-on or a passkey only.
  alter column password_hash drop not null;
-- An operator was created from the server's shell, where the address was typed by somebody who runs the service.
update users set operator_role = 'admin', email_confirmed_at = created_at where role = 'operator';
-- Processes of the release before still read and write it. Nothing else does.
alter table users alter column role set default 'user';

-- The defaults are for sign-ins that a process of the release before accepts.
alter table sessions
  add column id id_text not null default ('ses_0' || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 25)),
  -- When a password, a passkey or a second factor was last accepted in this session.
  add column authenticated_at timestamptz not null default now(),
  -- When a second factor was last accepted; null: never in this session.
  add column second_factor_at timestamptz,
  add column last_used_at timestamptz not null default now(),
  add column ip_address text,
  add column user_agent text,
  add constraint sessions_id unique (id);
update sessions set authenticated_at = created_at, last_used_at = created_at;

-- Links in messages, and steps of a sign-in that another step must follow. A token is stored as its SHA-256.
create table account_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose text not null,
  user_id id_text not null references users on delete cascade,
  -- The address that the link was sent to.
  email text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);

create table mail_messages (
  id id_text primary key,
  to_address text not null,
  template text not null,
  -- Subject and paragraphs. The HTML and text parts are rendered from it.
  content jsonb not null,
  -- The secret of the link, encrypted; null: the link has none.
  secret text,
  -- The partner and environment whose request caused it.
  partner_id id_text,
  environment text check (environment in ('sandbox', 'live')),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  -- Since it was last queued.
  failures integer not null default 0,
  -- On the database's clock, which all processes share: when it was last queued, and when it is due. A message under way is due
  -- again when its lease ends.
  queued_at timestamptz not null,
  next_attempt_at timestamptz not null,
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_messages_due on mail_messages (next_attempt_at, id) where status = 'queued';
create index mail_messages_by_partner on mail_messages (partner_id, environment, id) where partner_id is not null;
create index mail_messages_by_recipient on mail_messages (to_address, id);
create index mail_messages_age on mail_messages (created_at);
create index mail_messages_failed on mail_messages (id) where status = 'failed';
-- Operators list what is not of a sandbox first.
create index mail_messages_live on mail_messages (id) where environment is distinct from 'sandbox';
create index mail_messages_sandbox on mail_messages (id) where environment = 'sandbox';

create table mail_attempts (
  message_id id_text not null references mail_messages on delete cascade,
  attempt integer not null,
  at timestamptz not null,
  -- Null: the mail server accepted the message.
  error text,
  primary key (message_id, attempt)
);
