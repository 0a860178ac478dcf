-- Fires on every update of listings: readers that follow changes (the search index) ask for what came after a transaction.
create or replace function stamp_listing() returns trigger language plpgsql as $$
begin
  new.changed_xid := pg_current_xact_id();
  return new;
end $$;
create or replace trigger listings_stamp before update on listings for each row execute function stamp_listing();
