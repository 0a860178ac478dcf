-- What is pushed of an event. It is a function of a row that never changes, so every attempt sends the same bytes: this text must
-- not change either. Called by modules/webhooks/store/dispatch.ts and store/history.ts.
-- Of the table that is now the first partition, which could not be dropped otherwise.
drop function if exists event_payload(events_first);
create or replace function event_payload(e events) returns text language sql immutable as $$
  select '{"id":"' || e.id || '","type":"' || e.type || '","created_at":"' || iso_time(e.created_at)
      || '","partner_id":"' || e.partner_id || '","data":' || e.data || '}'
$$;
