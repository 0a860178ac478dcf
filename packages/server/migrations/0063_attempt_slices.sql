-- Slices of time for mail: attempts become a partitioned table of the same name, by the ID of their message.
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
-- Reads every row, unless the second step did.
alter table mail_attempts validate constraint mail_attempts_first_range;

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
  from pg_constraint where conname = 'mail_attempts_first_range' and conrelid = 'mail_attempts_first'::regclass;
  execute format('alter table mail_attempts attach partition mail_attempts_first for values from (minvalue) to (%L)', bound);
  insert into mail_attempts select * from mail_attempts_ahead;
end $$;
