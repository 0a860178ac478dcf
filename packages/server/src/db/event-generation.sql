-- Which generation of transaction numbers this is; db/cluster.ts raises it when the data moves to another server.
-- Called by emit_event() and by whoever reads the event history (modules/webhooks/store.ts).
create or replace function event_generation() returns integer language plpgsql stable as $$
begin
  return coalesce((select (value ->> 'generation')::int from service_state where key = 'cluster'), 1);
end $$;
