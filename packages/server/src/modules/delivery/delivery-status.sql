-- What the state of a delivery says. Mirrors isActive() and isChangeable() of rules/deliveries.ts; status-parity.api.test.ts of
-- modules/orders compares them. Called by the stores of modules/delivery and by waits_for_confirmation().

-- The engine works on it.
create or replace function is_active_delivery(p_state text) returns boolean language sql immutable parallel safe as $$
  select p_state in ('queued', 'waiting')
$$;

-- Nothing was done for the choice of where the domain goes.
create or replace function is_changeable_delivery(p_state text) returns boolean language sql immutable parallel safe as $$
  select p_state in ('planned', 'refused', 'cancelled')
$$;
