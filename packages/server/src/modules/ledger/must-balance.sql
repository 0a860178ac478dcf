-- Fires on every insert into ledger_entries: a journal comes in one statement, and what comes in must balance per currency.
-- The rule of docs/ledger.md that no code can get around.
create or replace function ledger_must_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select journal, currency, sum(amount_cents) as rest into wrong
  from added group by journal, currency having sum(amount_cents) <> 0 limit 1;
  if found then
    raise exception 'journal % does not balance in %: %', wrong.journal, wrong.currency, wrong.rest;
  end if;
  return null;
end $$;
create or replace trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as added for each statement execute function ledger_must_balance();
