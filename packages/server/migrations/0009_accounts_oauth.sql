-- People sign in, and let applications act for them. Whatever opens a door is stored as its SHA-256.

create table sessions (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id id_text not null references users on delete cascade,
  created_at timestamptz not null,
  -- Moves on while the session is used, never past the session's whole life.
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table oauth_clients (
  id id_text primary key,
  name text not null,
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  created_at timestamptz not null,
  -- Registered, or last let in by somebody: long after that, and without a grant, it goes.
  used_at timestamptz not null
);
create index oauth_clients_used on oauth_clients (used_at);

-- What one person allowed one application, once: the family of everything issued from it. Its row is the family's lock.
create table oauth_grants (
  id id_text primary key,
  client_id id_text not null references oauth_clients,
  user_id id_text not null references users on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  -- When the last thing issued from it ends.
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index oauth_grants_client on oauth_grants (client_id);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_grants_expiry on oauth_grants (expires_at);

-- One code per grant; kept after its use, so that a second use is recognised.
create table oauth_codes (
  code_hash bytea primary key check (length(code_hash) = 32),
  grant_id id_text not null unique references oauth_grants on delete cascade,
  redirect_uri text not null,
  challenge text collate "C" not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create table oauth_access_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  grant_id id_text not null references oauth_grants on delete cascade,
  -- All of the grant's scopes, or the fewer that a refresh asked for.
  scopes text[] not null check (cardinality(scopes) > 0),
  expires_at timestamptz not null
);
create index oauth_access_tokens_grant on oauth_access_tokens (grant_id);
create index oauth_access_tokens_expiry on oauth_access_tokens (expires_at);

create table oauth_refresh_tokens (
  token_hash bytea primary key check (length(token_hash) = 32),
  grant_id id_text not null references oauth_grants on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index oauth_refresh_tokens_grant on oauth_refresh_tokens (grant_id);
create index oauth_refresh_tokens_expiry on oauth_refresh_tokens (expires_at);
-- A family has one refresh token that is still good, whatever the concurrency.
create unique index oauth_refresh_tokens_one_unused on oauth_refresh_tokens (grant_id) where used_at is null;
