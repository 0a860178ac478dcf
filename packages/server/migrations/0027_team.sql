-- Team members join a partner by an emailed invitation.
create table partner_invitations (
  id id_text primary key,
  partner_id id_text not null references partners on delete cascade,
  -- Normalized.
  email text not null,
  role text not null check (role in ('owner', 'member')),
  -- SHA-256 of the secret in the link.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- Null: an operator's token, or an account that was deleted.
  invited_by id_text references users on delete set null,
  by_operator boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
-- Inviting again replaces the link.
create unique index partner_invitations_open on partner_invitations (partner_id, email)
  where accepted_at is null and revoked_at is null;
create index partner_invitations_by_partner on partner_invitations (partner_id, id);
create index partner_invitations_by_inviter on partner_invitations (invited_by) where invited_by is not null;
create index partner_invitations_expiry on partner_invitations (expires_at);
