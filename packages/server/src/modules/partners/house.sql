-- The marketplace's own partner; null before the first start. ensureHouse() of service/keep-house.ts writes the key.
-- Called by findHouse() there, by the console's queue (modules/operator/store/queue-groups.ts) and by the triggers of
-- modules/changes/note-change.sql. PL/pgSQL keeps the plan: PostgreSQL cannot inline a function that reads a table.
create or replace function house_partner() returns id_text language plpgsql stable as $$
begin
  return (select value ->> 'partner_id' from service_state where key = 'house_partner');
end $$;
