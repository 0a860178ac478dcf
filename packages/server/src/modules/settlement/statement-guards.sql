-- A closed statement never changes, whatever the code does. What may still happen to it: its orders move on, and it is paid.
-- Fires on settlements, settlement_lines and settlement_adjustments; ledger_is_append_only() is in modules/ledger/append-only.sql.
create or replace function settlement_guard() returns trigger language plpgsql as $$
declare
  lines record;
begin
  if tg_op = 'DELETE' then
    if is_reset_sandbox(old.partner_id, old.environment) then return old; end if;
    raise exception 'statement % is kept', old.id;
  end if;
  if (new.id, new.partner_id, new.environment, new.currency, new.period_start, new.period_end, new.created_at)
     is distinct from (old.id, old.partner_id, old.environment, old.currency, old.period_start, old.period_end, old.created_at) then
    raise exception 'statement % stays what it is', old.id;
  end if;
  if old.status = 'open' and new.status = 'closed' then
    select count(*) as orders,
           coalesce(sum(sale_price_cents) filter (where payment_model = 'partner_collected'), 0) as gross,
           coalesce(sum(commission_cents) filter (where payment_model = 'partner_collected'), 0) as retained,
           coalesce(sum(commission_cents) filter (where payment_model = 'service_collected'), 0) as earned,
           (select coalesce(sum(a.amount_cents), 0) from settlement_adjustments a where a.settlement_id = old.id) as adjustments
    into lines from settlement_lines l where l.settlement_id = old.id;
    if (new.orders_count, new.gross_sold_cents, new.commission_retained_cents, new.commission_earned_cents, new.adjustments_cents)
       is distinct from (lines.orders::integer, lines.gross::bigint, lines.retained::bigint, lines.earned::bigint, lines.adjustments::bigint) then
      raise exception 'statement % does not sum its lines', old.id;
    end if;
    return new;
  end if;
  if old.status = 'open' and new.status = 'open' then
    return new;
  end if;
  if (new.orders_count, new.gross_sold_cents, new.commission_retained_cents, new.adjustments_cents, new.amount_owed_cents,
      new.commission_earned_cents, new.closed_at, new.due_at)
     is distinct from
     (old.orders_count, old.gross_sold_cents, old.commission_retained_cents, old.adjustments_cents, old.amount_owed_cents,
      old.commission_earned_cents, old.closed_at, old.due_at)
     or new.settled_count < old.settled_count
     or not (new.status = old.status and new.paid_at is not distinct from old.paid_at
             and new.payment_reference is not distinct from old.payment_reference
             or old.status = 'closed' and new.status = 'paid') then
    raise exception 'statement % is closed and does not change', old.id;
  end if;
  return new;
end $$;
create or replace trigger settlements_guard before update or delete on settlements for each row execute function settlement_guard();
create or replace trigger settlements_kept before truncate on settlements for each statement execute function ledger_is_append_only();

create or replace function settlement_lines_guard() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'lines of statements are kept: % is refused', tg_op;
  end if;
  if exists (select from added a join settlements s on s.id = a.settlement_id where s.status <> 'open') then
    raise exception 'a closed statement takes no more lines';
  end if;
  return null;
end $$;
create or replace trigger settlement_lines_closed after insert on settlement_lines
  referencing new table as added for each statement execute function settlement_lines_guard();
create or replace trigger settlement_lines_frozen before update or truncate on settlement_lines
  for each statement execute function settlement_lines_guard();

create or replace function settlement_lines_kept() returns trigger language plpgsql as $$
begin
  if exists (select from settlements s where s.id = old.settlement_id and is_reset_sandbox(s.partner_id, s.environment)) then
    return old;
  end if;
  raise exception 'lines of statements are kept: DELETE is refused';
end $$;
create or replace trigger settlement_lines_kept before delete on settlement_lines
  for each row execute function settlement_lines_kept();

create or replace function settlement_adjustments_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.settlement_id is null
     and (new.id, new.partner_id, new.environment, new.currency, new.corrects_id, new.amount_cents, new.reason, new.created_at)
         is not distinct from
         (old.id, old.partner_id, old.environment, old.currency, old.corrects_id, old.amount_cents, old.reason, old.created_at)
     and exists (select from settlements s where s.id = new.settlement_id and s.status = 'open') then
    return new;
  end if;
  if tg_op = 'DELETE' and is_reset_sandbox(old.partner_id, old.environment) then return old; end if;
  raise exception 'adjustment % is kept as it is', old.id;
end $$;
create or replace trigger settlement_adjustments_frozen before update or delete on settlement_adjustments
  for each row execute function settlement_adjustments_guard();
