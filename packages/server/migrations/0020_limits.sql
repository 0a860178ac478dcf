-- Limits: what the request log leaves out, and how quotes and checkouts that came to nothing are found to be deleted.

-- Refused requests beyond those kept for one key in one minute.
create table request_log_skipped (
  partner_id id_text not null,
  environment text not null check (environment in ('sandbox', 'live')),
  key_id id_text not null,
  minute timestamptz not null,
  requests integer not null,
  primary key (key_id, minute)
);
create index request_log_skipped_partner on request_log_skipped (partner_id, minute);
create index request_log_skipped_age on request_log_skipped (minute);

create index quotes_ended on quotes (expires_at) where status in ('expired', 'released');
create index checkout_sessions_ended on checkout_sessions (updated_at)
  where status in ('expired', 'cancelled', 'unavailable');
