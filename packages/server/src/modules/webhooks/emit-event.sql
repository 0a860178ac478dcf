-- The event and, where a registration wants it, its delivery: rows of the same transaction as what happened.
-- Called by modules/webhooks/service/emit.ts, and by place_order() of modules/orders.
create or replace function emit_event(
  p_id text, p_delivery_id text, p_partner text, p_environment text, p_type text, p_at timestamptz, p_real timestamptz, p_data json
) returns void language plpgsql as $$
begin
  insert into events (id, partner_id, environment, type, created_at, data, generation)
  values (p_id, p_partner, p_environment, p_type, p_at, p_data, event_generation());
  insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, next_attempt_at, created_at)
  select p_delivery_id, p_partner, p_environment, p_id, p_type, 'pending', p_real, p_real
  from webhook_endpoints w
  where w.partner_id = p_partner and w.environment = p_environment and p_type = any (w.event_types);
end $$;
