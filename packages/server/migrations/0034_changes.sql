-- Which records changed, for pages that are open. Orders and brokerage cases are in the event history already; the rest is noted
-- here by triggers (modules/changes/note-change.sql) and kept for an hour. The key makes a transaction note a record once.
create table record_changes (
  generation integer not null,
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  partner_id id_text not null,
  environment text not null,
  record_id id_text not null,
  noted_at timestamptz not null default now(),
  primary key (generation, xid, kind, partner_id, environment, record_id)
);

-- The events of all partners in the order of their transactions.
create index events_by_transaction on events (generation, xid);
