-- Slices of time for mail, first step for messages: like that of the event history.
do $$
declare
  one record;
  digits constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  newest text;
  ends timestamptz;
  bound text;
begin
  for one in select * from (values ('mail_messages', 'id', 'msg_')) as t(name, key, prefix) loop
    -- A table of up to 64 MB is read in a moment, so it needs no bound ahead of time.
    continue when pg_relation_size(one.name::regclass) <= 67108864;
    execute format('select max(%I) from %I', one.key, one.name) into newest;
    select greatest(now(), least(now() + interval '400 days', to_timestamp(sum(
             greatest(strpos(digits, substr(newest, 4 + place, 1)) - 1, 0)::bigint << (5 * (10 - place))) / 1000.0)))
    into ends from generate_series(1, 10) as place;
    ends := date_trunc('month', ends + interval '3 days', 'UTC') + interval '1 month';
    select one.prefix || string_agg(
             substr(digits, ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1), '' order by place desc)
    into bound from generate_series(0, 9) as place;
    execute format('alter table %I add constraint %I check (%I < %L) not valid', one.name, one.name || '_first_range', one.key, bound);
  end loop;
end $$;
