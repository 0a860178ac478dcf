-- Which generation of transaction numbers this is; db/cluster.ts raises it when the data moves to another server.
-- Called by emit_event(), by the triggers of modules/changes/note-change.sql, and by the readers of events and changes
-- (modules/webhooks/store/history.ts and modules/changes/store.ts).
create or replace function event_generation() returns integer language plpgsql stable as $$
begin
  return coalesce((select (value ->> 'generation')::int from service_state where key = 'cluster'), 1);
end $$;
