-- Fires on what would change the audit log: like the ledger, rows are added, and nothing else.
create or replace function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op;
end $$;
create or replace trigger audit_log_frozen before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
