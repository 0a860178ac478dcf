-- Slices of time, second step: reads large tables while others read and write them, and remembers that all rows are below the bound.
-- So a slice is attached without reading its rows, however often that is tried. A table with rows beyond the bound, of sandbox clocks
-- more than 400 days ahead, is read when it becomes a slice.
-- First all locks, so that waiting for one does not read a table twice.
lock table events, webhook_deliveries, mail_messages, mail_attempts in share update exclusive mode;
do $$
declare
  one record;
  bound text;
  is_beyond boolean;
begin
  for one in select * from (values
    ('events', 'id'), ('webhook_deliveries', 'id'), ('mail_messages', 'id'), ('mail_attempts', 'message_id')) as t(name, key)
  loop
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound
    from pg_constraint where conname = one.name || '_first_range' and conrelid = one.name::regclass;
    continue when bound is null;
    execute format('select exists (select from %I where %I >= %L)', one.name, one.key, bound) into is_beyond;
    continue when is_beyond;
    execute format('alter table %I validate constraint %I', one.name, one.name || '_first_range');
  end loop;
end $$;
