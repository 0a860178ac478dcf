-- The event and its deliveries, one for each endpoint that wants it: rows of the same transaction as what happened. A paused endpoint
-- gets none; one that was disabled after failures gets them when it is active again.
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
  where w.partner_id = p_partner and w.environment = p_environment and p_type = any (w.event_types) and (w.active or not w.paused);
  -- Their IDs keep the time of the given one, so that they sort by age too.
  insert into webhook_deliveries (id, partner_id, environment, event_id, event_type, status, endpoint_id, due_at, created_at)
  select left(p_delivery_id, 14) || left(md5(p_delivery_id || w.id), 16), p_partner, p_environment, p_id, p_type, 'pending', w.id,
         p_real, p_real
  from webhook_additional_endpoints w
  where w.partner_id = p_partner and w.environment = p_environment and p_type = any (w.event_types) and (w.active or not w.paused);
end $$;
