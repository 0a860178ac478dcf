-- The portal: people who run a partner's business, their application for live access, and what became of signed requests.

create table partner_members (
  partner_id id_text not null references partners on delete cascade,
  user_id id_text not null references users on delete cascade,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null,
  primary key (partner_id, user_id)
);
create index partner_members_user on partner_members (user_id, created_at);

-- An application for live access waits while it is set and the partner is not approved.
alter table partners add column live_requested_at timestamptz, add column live_request_note text;

-- Written behind the answers, in batches. Never a body, a signature or a secret.
create table request_log (
  partner_id id_text not null,
  -- Time first, like every id: it is the order of the list.
  request_id id_text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  key_id id_text not null,
  at timestamptz not null,
  method text not null,
  path text not null,
  query text not null,
  status integer not null,
  error_code text,
  error_reason text,
  duration_ms integer not null,
  -- Only of a request whose signature or timestamp was refused: what the server would have signed.
  canonical_string text,
  timestamp_header text,
  nonce_header text,
  primary key (partner_id, request_id)
);
create index request_log_age on request_log (at);
