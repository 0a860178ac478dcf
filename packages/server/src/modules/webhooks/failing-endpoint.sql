-- Whether an endpoint is in trouble: one rule for the work queue and the list of endpoints.
-- Called by the stores of modules/operator and modules/webhooks.

-- Callers repeat the first condition, because the partial indexes of failing endpoints have it.
-- The service disabled it, or a delivery failed for good since its last success. A partner's choice to disable it is no failure.
create or replace function is_failing(w webhook_receivers) returns boolean language sql stable as $$
  select (not w.active or w.failing_since is not null) and (w.active or not w.paused)
    and (not w.active or coalesce(w.failing_since <= (
    case when w.is_default then (
      select d.finished_at from webhook_deliveries d
      where d.partner_id = w.partner_id and d.environment = w.environment and d.endpoint_id is null and d.status = 'failed'
      order by d.id desc limit 1
    ) else (
      select d.finished_at from webhook_deliveries d
      where d.endpoint_id = w.id and d.endpoint_id is not null and d.status = 'failed' order by d.id desc limit 1
    ) end), false))
$$;
