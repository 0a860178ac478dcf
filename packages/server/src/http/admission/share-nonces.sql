-- Fires when a process of the release before admits a request: it writes to nonces only, and used_nonces decides. The release before
-- does not say which timestamp was signed, so the nonce is kept in every slot that it can be in. listSlots() of nonce-slots.ts names
-- the rule. adoptNonces() calls list_nonce_slots().
create or replace function list_nonce_slots(expires timestamptz) returns setof integer language sql immutable as $$
  -- A nonce expires 15 minutes after its use, and timestamps differ from the clock by 5 minutes at most. Another process whose clock
  -- is a minute ahead accepts later ones.
  select generate_series(floor((extract(epoch from expires) - 1200) / 1800)::int, floor((extract(epoch from expires) - 540) / 1800)::int)
$$;

create or replace function share_nonce() returns trigger language plpgsql as $$
declare
  used_at timestamptz := new.expires_at - interval '15 minutes';
  slots integer[] := array(select list_nonce_slots(new.expires_at));
  kept integer;
begin
  if exists (select from used_nonces where nonce = new.nonce and slot = slots[1] - 1 and expires_at > used_at) then
    return null;
  end if;
  insert into used_nonces as u (nonce, slot, expires_at)
  select new.nonce, slot, new.expires_at from unnest(slots) as slot order by slot
  on conflict (nonce, slot) do update set expires_at = excluded.expires_at where u.expires_at <= used_at;
  get diagnostics kept = row_count;
  -- The row that is not inserted is the refusal.
  return case when kept = cardinality(slots) then new end;
end $$;

create or replace trigger nonces_share before insert on nonces for each row execute function share_nonce();
