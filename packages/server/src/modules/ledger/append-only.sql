-- Fires on what would change the books: journals and entries are added, and nothing else.
-- modules/referrals/commission-entries.sql and modules/settlement/statement-guards.sql use the function for their tables.
create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name;
end $$;
create or replace trigger ledger_journals_frozen before update or delete or truncate on ledger_journals
  for each statement execute function ledger_is_append_only();
create or replace trigger ledger_entries_frozen before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();

-- Whether rows of a partner's sandbox may be deleted in this transaction. Only modules/sandbox/store.ts allows it. The ledger itself
-- never does: a reset adds closing journals.
create or replace function is_reset_sandbox(p_partner text, p_environment text) returns boolean language sql stable as $$
  select p_environment = 'sandbox' and current_setting('freehold.sandbox_reset', true) = p_partner
$$;
