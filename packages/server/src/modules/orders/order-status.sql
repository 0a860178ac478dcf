-- What the status of an order says. Mirrors isAwaitingTransfer(), isReversed() and isDelivered() of rules/statuses.ts;
-- status-parity.api.test.ts compares them. Called by order_view(), by the views of modules/delivery, and by the stores that read orders.

-- The money is in, and the transfer has not started.
create or replace function is_awaiting_transfer(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('PAID', 'EXTERNALLY_PAID')
$$;

-- The sale ended without a delivery, and the money went back.
create or replace function is_reversed(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('REFUNDED', 'CANCELLED')
$$;

-- Delivered sales stay delivered when the money goes back.
create or replace function is_delivered(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('TRANSFER_COMPLETED', 'SETTLED')
$$;
