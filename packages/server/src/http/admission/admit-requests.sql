-- Nonces and rate limits of signed requests, for admission.ts. As functions, their statements are planned once for each connection,
-- also behind a pooler: planning costs more than running them, because used_nonces has many partitions. A kept plan must not depend on
-- how full a partition is, so it never reads one through.

-- Takes as many tokens as were asked for, and no more than there are.
create or replace function take_tokens(
  asked_bucket text, asked_capacity integer, asked_per_second double precision, asked_amount integer,
  out granted integer, out tokens double precision
) language plpgsql as $$
#variable_conflict use_column
begin
  insert into rate_buckets as b (bucket, capacity, per_second, tokens, granted, at)
  values (asked_bucket, asked_capacity, asked_per_second, asked_capacity - least(asked_amount, asked_capacity),
          least(asked_amount, asked_capacity), clock_timestamp())
  on conflict (bucket) do update set
    capacity = excluded.capacity,
    per_second = excluded.per_second,
    -- Before, the bucket is filled to what it would hold now if nobody had taken anything.
    granted = least(asked_amount, floor(
      least(excluded.capacity, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * excluded.per_second)))::int,
    tokens = least(excluded.capacity, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * excluded.per_second)
      - least(asked_amount, floor(
        least(excluded.capacity, b.tokens + greatest(0, extract(epoch from excluded.at - b.at)) * excluded.per_second))),
    at = greatest(excluded.at, b.at)
  returning b.granted, b.tokens into take_tokens.granted, take_tokens.tokens;
end $$;

-- One request. slot_before is read for an earlier use of the nonce; null: no nonce in it can still be remembered.
create or replace function admit_request(
  asked_nonce uuid, asked_slots integer[], slot_before integer, now_seconds double precision, until_seconds double precision,
  commit_mode text, asked_bucket text, asked_capacity integer, asked_per_second double precision, asked_amount integer,
  out fresh boolean, out granted integer, out tokens double precision
) language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  mode text := set_config('synchronous_commit', commit_mode, true);
  now_at timestamptz := to_timestamp(now_seconds);
  asked_slot integer;
begin
  fresh := asked_nonce is null or slot_before is null or not exists (
    select from used_nonces earlier
    where earlier.nonce = asked_nonce and earlier.slot = slot_before and earlier.expires_at > now_at);
  if not fresh then
    return;
  end if;
  if asked_nonce is not null then
    foreach asked_slot in array asked_slots loop
      insert into used_nonces as kept (nonce, slot, expires_at) values (asked_nonce, asked_slot, to_timestamp(until_seconds))
      on conflict (nonce, slot) do update set expires_at = excluded.expires_at where kept.expires_at <= now_at;
      fresh := fresh and found;
    end loop;
  end if;
  if fresh and asked_bucket is not null then
    select t.granted, t.tokens into granted, tokens
    from take_tokens(asked_bucket, asked_capacity, asked_per_second, asked_amount) t;
  end if;
end $$;

-- Many requests. kept_nonces and kept_slots have one entry for each slot of each nonce, slots_before those that are read for earlier
-- uses. No nonce may be there twice. ord is the place of a request, counted from zero.
create or replace function admit_requests(
  asked_nonces uuid[], asked_slots integer[], kept_nonces uuid[], kept_slots integer[], slots_before integer[],
  now_seconds double precision, until_seconds double precision, commit_mode text,
  asked_buckets text[], asked_capacities integer[], asked_per_second double precision[], asked_amounts integer[]
) returns table (ord integer, fresh boolean, granted integer, tokens double precision)
language plpgsql set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  mode text := set_config('synchronous_commit', commit_mode, true);
  now_at timestamptz := to_timestamp(now_seconds);
begin
  return query
  with asked as materialized (
    select a.*
    from unnest(asked_nonces, asked_slots, asked_buckets, asked_capacities, asked_per_second, asked_amounts)
      with ordinality as a(nonce, slots, bucket, capacity, per_second, amount, place)
  ),
  written as (
    insert into used_nonces as kept (nonce, slot, expires_at)
    select n.nonce, n.slot, to_timestamp(until_seconds) from unnest(kept_nonces, kept_slots) as n(nonce, slot)
    -- The limit makes it one lookup for each nonce, in any plan.
    where n.slot - 1 <> all (slots_before) or (
      select true from used_nonces earlier
      where earlier.nonce = n.nonce and earlier.slot = n.slot - 1 and earlier.expires_at > now_at limit 1) is null
    order by n.nonce, n.slot
    on conflict (nonce, slot) do update set expires_at = excluded.expires_at where kept.expires_at <= now_at
    returning nonce
  ),
  admitted as materialized (
    select a.nonce from asked a join (select w.nonce, count(*) as slots from written w group by w.nonce) w
    on w.nonce = a.nonce and w.slots = a.slots
  ),
  wanted as (
    select a.bucket, max(a.capacity) as capacity, max(a.per_second) as per_second, sum(a.amount)::int as amount
    from asked a where a.bucket is not null and (a.nonce is null or a.nonce in (select nonce from admitted))
    group by a.bucket order by a.bucket
  ),
  spent as materialized (
    select w.bucket, t.granted, t.tokens from wanted w, take_tokens(w.bucket, w.capacity, w.per_second, w.amount) t
  )
  select a.place::int - 1, a.nonce is null or d.nonce is not null, s.granted, s.tokens
  from asked a left join admitted d on d.nonce = a.nonce left join spent s on s.bucket = a.bucket;
end $$;
