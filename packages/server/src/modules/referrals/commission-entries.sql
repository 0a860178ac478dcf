-- Commission entries are kept like the ledger: rows are added, and nothing else.
-- The function is in modules/ledger/append-only.sql.
create or replace trigger commission_entries_frozen before update or delete or truncate on commission_entries
  for each statement execute function ledger_is_append_only();
