-- When someone last signed in: a sign-in from an unknown browser is reported from the second one on.
alter table users add column signed_in_at timestamptz;
update users set signed_in_at = created_at;
