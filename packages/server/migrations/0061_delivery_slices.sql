-- Slices of time for webhook deliveries: `webhook_deliveries` becomes a partitioned table of the same name, like the event history.
do $$
declare
  ends timestamptz := date_trunc('month', now() + interval '3 days', 'UTC') + interval '1 month';
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound
  from pg_constraint where conname = 'webhook_deliveries_first_range' and conrelid = 'webhook_deliveries'::regclass;
  if bound is null then
    lock table webhook_deliveries in access exclusive mode;
    select 'dlv_' || string_agg(
             substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
             '' order by place desc)
    into bound from generate_series(0, 9) as place;
    execute format('alter table webhook_deliveries add constraint webhook_deliveries_first_range check (id < %L) not valid', bound);
  end if;
  -- Rows of clocks that are ahead.
  execute format('create temporary table webhook_deliveries_ahead on commit drop as select * from webhook_deliveries where id >= %L', bound);
  execute format('delete from webhook_deliveries where id >= %L', bound);
end $$;
-- Reads every row, unless the second step did.
alter table webhook_deliveries validate constraint webhook_deliveries_first_range;

-- Triggers must be on the whole table from the same moment on.
create temporary table webhook_deliveries_code on commit drop as
  select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = 'webhook_deliveries'::regclass and not tgisinternal;
drop trigger if exists webhook_deliveries_schedule on webhook_deliveries;

alter table webhook_deliveries rename to webhook_deliveries_first;
create table webhook_deliveries (
  like webhook_deliveries_first including defaults including storage,
  constraint webhook_deliveries_status_check check (status in ('pending', 'succeeded', 'failed')),
  constraint webhook_deliveries_key primary key (id)
) partition by range (id);
create index webhook_deliveries_pending on webhook_deliveries (partner_id, environment, next_attempt_at, id) where status = 'pending';
create index webhook_deliveries_of_partner on webhook_deliveries (partner_id, environment, id);
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_given_up on webhook_deliveries (partner_id, environment, id) where status = 'failed';
create index webhook_deliveries_of_live on webhook_deliveries (id) where environment = 'live';
create index webhook_deliveries_pending_additional on webhook_deliveries (endpoint_id, due_at, event_id)
  where status = 'pending' and endpoint_id is not null;
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, id) where endpoint_id is not null;
create index webhook_deliveries_given_up_additional on webhook_deliveries (endpoint_id, id)
  where status = 'failed' and endpoint_id is not null;
create table webhook_deliveries_other partition of webhook_deliveries default;

do $$
declare
  bound text;
  code text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conname = 'webhook_deliveries_first_range' and conrelid = 'webhook_deliveries_first'::regclass;
  execute format('alter table webhook_deliveries attach partition webhook_deliveries_first for values from (minvalue) to (%L)', bound);
  insert into webhook_deliveries select * from webhook_deliveries_ahead;
  for code in select text from webhook_deliveries_code loop
    execute code;
  end loop;
end $$;
