-- Slices of time for mail: messages and the attempts to send them become partitioned tables of the same names, by the ID of the message.
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
-- Reads every row, while others read and write a large table.
alter table mail_messages validate constraint mail_messages_first_range;
do $$
declare
  ends timestamptz := date_trunc('month', now() + interval '3 days', 'UTC') + interval '1 month';
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into bound
  from pg_constraint where conname = 'mail_attempts_first_range' and conrelid = 'mail_attempts'::regclass;
  if bound is null then
    lock table mail_attempts in access exclusive mode;
    select 'msg_' || string_agg(
             substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
             '' order by place desc)
    into bound from generate_series(0, 9) as place;
    execute format('alter table mail_attempts add constraint mail_attempts_first_range check (message_id < %L) not valid', bound);
  end if;
  -- Rows of clocks that are ahead.
  execute format('create temporary table mail_attempts_ahead on commit drop as select * from mail_attempts where message_id >= %L', bound);
  execute format('delete from mail_attempts where message_id >= %L', bound);
end $$;
-- Reads every row, while others read and write a large table.
alter table mail_attempts validate constraint mail_attempts_first_range;


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

alter table mail_attempts rename to mail_attempts_first;
create table mail_attempts (
  like mail_attempts_first including defaults including storage,
  constraint mail_attempts_key primary key (message_id, attempt)
) partition by range (message_id);
create table mail_attempts_other partition of mail_attempts default;

do $$
declare
  bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conname = 'mail_messages_first_range' and conrelid = 'mail_messages_first'::regclass;
  execute format('alter table mail_messages attach partition mail_messages_first for values from (minvalue) to (%L)', bound);
  insert into mail_messages select * from mail_messages_ahead;
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conname = 'mail_attempts_first_range' and conrelid = 'mail_attempts_first'::regclass;
  execute format('alter table mail_attempts attach partition mail_attempts_first for values from (minvalue) to (%L)', bound);
  insert into mail_attempts select * from mail_attempts_ahead;
end $$;
