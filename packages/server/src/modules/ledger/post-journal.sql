-- A journal and its entries. Lines of zero say nothing and are left out. Called by modules/ledger/store.ts and by place_order() of orders; the
-- trigger ledger_entries_balance (must-balance.sql) refuses what does not balance.
create or replace function post_journal(
  p_key text, p_environment text, p_partner text, p_kind text, p_at timestamptz, p_currency text,
  p_accounts text[], p_subjects text[], p_amounts bigint[]
) returns void language plpgsql as $$
begin
  insert into ledger_journals (key, environment, partner_id, kind, at) values (p_key, p_environment, p_partner, p_kind, p_at);
  insert into ledger_entries (journal, line, environment, account, subject, currency, amount_cents)
  select p_key, e.line, p_environment, e.account, e.subject, p_currency, e.amount
  from unnest(p_accounts, p_subjects, p_amounts) with ordinality as e(account, subject, amount, line)
  where e.amount <> 0;
end $$;
