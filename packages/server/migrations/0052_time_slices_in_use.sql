-- Slices of time, second step: the request log, visitors of referral links and attempts of webhook deliveries become partitioned tables
-- of the same name. The table of before is their first slice, so no row moves, and processes of the release before keep working.

-- Reads every row, while others read and write.
alter table request_log validate constraint request_log_first_range;
alter table referral_visitors validate constraint referral_visitors_first_range;
alter table webhook_attempts validate constraint webhook_attempts_first_range;

alter table request_log rename to request_log_first;
create table request_log (
  like request_log_first including defaults including storage,
  constraint request_log_environment_check check (environment in ('sandbox', 'live')),
  constraint request_log_key primary key (partner_id, request_id)
) partition by range (request_id);
create index request_log_request on request_log (request_id);
create table request_log_other partition of request_log default;

alter table referral_visitors rename to referral_visitors_first;
create table referral_visitors (
  like referral_visitors_first including defaults including storage,
  constraint referral_visitors_key primary key (day, visitor)
) partition by range (day);
create table referral_visitors_other partition of referral_visitors default;

-- Created again on the new table with the SQL code.
drop trigger if exists webhook_attempts_note on webhook_attempts;
alter table webhook_attempts rename to webhook_attempts_first;
create table webhook_attempts (
  like webhook_attempts_first including defaults including storage,
  constraint webhook_attempts_key primary key (delivery_id, attempt, at)
) partition by range (at);
create table webhook_attempts_other partition of webhook_attempts default;

-- The bounds that the migration before has set. They spare a second reading of the rows.
do $$
declare
  one text;
  bound text;
begin
  foreach one in array array['request_log', 'referral_visitors', 'webhook_attempts'] loop
    select (regexp_match(pg_get_constraintdef(oid), '''([^'']+)'''))[1] into strict bound
    from pg_constraint where conname = one || '_first_range' and conrelid = (one || '_first')::regclass;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', one, one || '_first', bound);
  end loop;
end $$;
