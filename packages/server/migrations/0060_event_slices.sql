-- Slices of time for the event history: `events` becomes a partitioned table of the same name. The table of before is its first slice,
-- so hardly a row moves, and processes of the release before keep working.
do $$
declare
  ends timestamptz := date_trunc('month', now() + interval '3 days', 'UTC') + interval '1 month';
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound
  from pg_constraint where conname = 'events_first_range' and conrelid = 'events'::regclass;
  if bound is null then
    lock table events in access exclusive mode;
    select 'evt_' || string_agg(
             substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
             '' order by place desc)
    into bound from generate_series(0, 9) as place;
    execute format('alter table events add constraint events_first_range check (id < %L) not valid', bound);
  end if;
  -- Rows of clocks that are ahead.
  execute format('create temporary table events_ahead on commit drop as select * from events where id >= %L', bound);
  execute format('delete from events where id >= %L', bound);
end $$;
-- Reads every row, unless the second step did.
alter table events validate constraint events_first_range;

-- The function event_payload() belongs to the type of the old table. Processes of the release before need it for the new one from the
-- same moment on; the SQL code, which is applied next, takes the old one away.
create temporary table events_code on commit drop as
  select pg_get_functiondef(to_regprocedure('event_payload(events)')) as text where to_regprocedure('event_payload(events)') is not null;

alter table events rename to events_first;
create table events (
  like events_first including defaults including storage,
  constraint events_environment_check check (environment in ('sandbox', 'live')),
  constraint events_key primary key (id)
) partition by range (id);
create index events_history on events (partner_id, environment, generation, xid, id);
create index events_transactions on events (generation, xid);
create table events_other partition of events default;

do $$
declare
  bound text;
  code text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conname = 'events_first_range' and conrelid = 'events_first'::regclass;
  execute format('alter table events attach partition events_first for values from (minvalue) to (%L)', bound);
  insert into events select * from events_ahead;
  for code in select text from events_code loop
    execute code;
  end loop;
end $$;
