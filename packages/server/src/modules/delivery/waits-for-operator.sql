-- Whether an order waits for an operator to start or to confirm its transfer: one rule for the work queue and the list of orders.
-- Called by the stores of modules/operator and modules/orders.

-- Where the marketplace collected, the buyer first says where the domain goes.
create or replace function waits_for_start(o orders) returns boolean language sql stable as $$
  select is_awaiting_transfer(o.status) and o.transfer_state <> 'failed'
    and (o.environment = 'sandbox' or o.payment_model <> 'service_collected'
         or exists (select from domain_deliveries d where d.order_id = o.id))
$$;

-- What a connector is working on waits for no human, unless RDAP shows that the domain arrived.
create or replace function waits_for_confirmation(o orders) returns boolean language sql stable as $$
  select o.status = 'TRANSFER_IN_PROGRESS' and not exists (
    select from domain_deliveries d where d.order_id = o.id and is_active_delivery(d.state) and d.arrived_at is null)
$$;
