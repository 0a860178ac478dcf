-- Slices of time, first step: a table for nonces that is partitioned from the start, and bounds for the rows of tables that become
-- partitioned in the next migration. The bounds are not checked against old rows here, so that no table is locked for long.

-- A nonce is kept as half of a SHA-256 over key id and nonce. `slot` is the half hour of the signed timestamp, counted since 1970.
create table used_nonces (
  nonce uuid not null,
  slot integer not null,
  expires_at timestamptz not null,
  primary key (nonce, slot)
) partition by range (slot);
create table used_nonces_other partition of used_nonces default;

do $$
declare
  ends timestamptz;
  bound text;
  half_hour integer := floor(extract(epoch from now()) / 1800);
begin
  -- From the one before, which every request reads: no nonce of the upgrade has to move later. A job makes the next ones.
  for n in half_hour - 1 .. half_hour + 4 loop
    execute format('create table %I partition of used_nonces for values from (%s) to (%s)',
      'used_nonces_' || to_char(to_timestamp(n * 1800.0) at time zone 'UTC', 'YYYYMMDDHH24MI'), n, n + 1);
  end loop;

  -- Two whole days or more: processes of the release before end while all rows are still in one table.
  ends := date_trunc('day', greatest(now(), (select max(at) from request_log)), 'UTC') + interval '3 days';
  select 'req_' || string_agg(
           substr('0123456789abcdefghjkmnpqrstvwxyz', ((extract(epoch from ends) * 1000)::bigint >> (5 * place) & 31)::int + 1, 1),
           '' order by place desc)
  into bound from generate_series(0, 9) as place;
  execute format('alter table request_log add constraint request_log_first_range check (request_id < %L) not valid', bound);

  bound := (greatest((now() at time zone 'UTC')::date, (select max(day) from referral_visitors)) + 3)::text;
  execute format('alter table referral_visitors add constraint referral_visitors_first_range check (day < %L) not valid', bound);

  ends := date_trunc('month', greatest(now(), (select max(at) from webhook_attempts)) + interval '3 days', 'UTC') + interval '1 month';
  execute format('alter table webhook_attempts add constraint webhook_attempts_first_range check (at < %L) not valid', ends);
end $$;
