-- Fires on what would change an issued document: documents are added, and nothing else. A reset deletes those of a partner's sandbox;
-- is_reset_sandbox() and ledger_is_append_only() are in modules/ledger/append-only.sql.
create or replace function document_is_frozen() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and is_reset_sandbox(old.partner_id, old.environment) then return old; end if;
  raise exception 'document % is issued and does not change: % is refused', old.id, tg_op;
end $$;
create or replace trigger documents_frozen before update or delete on documents
  for each row execute function document_is_frozen();
create or replace trigger documents_kept before truncate on documents
  for each statement execute function ledger_is_append_only();
