-- What the status of an order says. Mirrors isReversed() and isDelivered() of rules/orders.ts; order-view-parity.api.test.ts compares them.
-- Called by order_view() and by the stores that read orders.

-- The sale ended without a delivery, and the money went back.
create or replace function is_reversed(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('REFUNDED', 'CANCELLED')
$$;

-- Delivered sales stay delivered when the money goes back.
create or replace function is_delivered(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('TRANSFER_COMPLETED', 'SETTLED')
$$;
