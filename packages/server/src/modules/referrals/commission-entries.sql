-- Commission entries are kept like the ledger: rows are added, and nothing else.
-- The function is in modules/ledger/append-only.sql.
create or replace trigger commission_entries_frozen before update or truncate on commission_entries
  for each statement execute function ledger_is_append_only();

create or replace function commission_entry_kept() returns trigger language plpgsql as $$
begin
  if is_reset_sandbox(old.partner_id, old.environment) then return old; end if;
  raise exception 'the ledger is append-only: DELETE on commission_entries is refused';
end $$;
create or replace trigger commission_entries_kept before delete on commission_entries
  for each row execute function commission_entry_kept();
