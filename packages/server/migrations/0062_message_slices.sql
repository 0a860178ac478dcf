-- Slices of time for mail: messages become a partitioned table of the same name, like the event history.
do $$
declare
  ends timestamptz := date_trunc('month', now() + interval '3 days', 'UTC') + interval '1 month';
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound
  from pg_constraint where conname = 'mail_messages_first_range' and conrelid = 'mail_messages'::regclass;
  if bound is null then
    lock table mail_messages in access exclusive mode;
    select 'msg_' || string_agg(
             substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
             '' order by place desc)
    into bound from generate_series(0, 9) as place;
    execute format('alter table mail_messages add constraint mail_messages_first_range check (id < %L) not valid', bound);
  end if;
  -- Rows of clocks that are ahead.
  execute format('create temporary table mail_messages_ahead on commit drop as select * from mail_messages where id >= %L', bound);
  execute format('delete from mail_messages where id >= %L', bound);
end $$;
-- Reads every row, unless the second step did.
alter table mail_messages validate constraint mail_messages_first_range;

alter table mail_messages rename to mail_messages_first;
create table mail_messages (
  like mail_messages_first including defaults including storage,
  constraint mail_messages_environment_check check (environment in ('sandbox', 'live')),
  constraint mail_messages_status_check check (status in ('queued', 'sent', 'failed')),
  constraint mail_messages_key primary key (id)
) partition by range (id);
create index mail_messages_queued on mail_messages (next_attempt_at, id) where status = 'queued';
create index mail_messages_of_partner on mail_messages (partner_id, environment, id) where partner_id is not null;
create index mail_messages_to on mail_messages (to_address, id);
create index mail_messages_undelivered on mail_messages (id) where status = 'failed';
create index mail_messages_not_sandbox on mail_messages (id) where environment is distinct from 'sandbox';
create index mail_messages_of_sandbox on mail_messages (id) where environment = 'sandbox';
create table mail_messages_other partition of mail_messages default;

do $$
declare
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conname = 'mail_messages_first_range' and conrelid = 'mail_messages_first'::regclass;
  execute format('alter table mail_messages attach partition mail_messages_first for values from (minvalue) to (%L)', bound);
  insert into mail_messages select * from mail_messages_ahead;
end $$;
