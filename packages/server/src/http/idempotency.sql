-- Idempotency keys: the unique index decides who has a key. Called by http/idempotency.ts, and by record_order() of modules/orders, which
-- claims its key in the round trip that records the sale.

-- Takes the key, or waits for the request that holds it and returns its answer. An expired key is taken over. The lock timeout holds for the
-- whole transaction.
create or replace function claim_idempotency_key(
  p_partner text, p_environment text, p_key text, p_fingerprint bytea, p_now timestamptz, p_expires_at timestamptz, p_wait text,
  out claimed boolean, out fingerprint bytea, out status integer, out body text
) language plpgsql as $$
begin
  perform set_config('lock_timeout', p_wait, true);
  insert into idempotency_keys as k (partner_id, environment, key, fingerprint, created_at, expires_at)
  values (p_partner, p_environment, p_key, p_fingerprint, p_now, p_expires_at)
  on conflict (partner_id, environment, key) do update
    set fingerprint = excluded.fingerprint, status = null, body = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at
    where k.expires_at <= excluded.created_at;
  claimed := found;
  if not claimed then
    select k.fingerprint, k.status, k.body into fingerprint, status, body from idempotency_keys k
    where k.partner_id = p_partner and k.environment = p_environment and k.key = p_key;
  end if;
end $$;

-- The answer commits with the write that it belongs to.
create or replace function keep_idempotent_answer(p_partner text, p_environment text, p_key text, p_status integer, p_body text)
returns void language plpgsql as $$
begin
  update idempotency_keys k set status = p_status, body = p_body
  where k.partner_id = p_partner and k.environment = p_environment and k.key = p_key;
end $$;
