-- Whether a lost dispute returned a part of an order's payment while the sale stands: then the full price cannot be returned any more.
-- Called by the stores of modules/orders, modules/disputes and modules/operator.
create or replace function is_partly_returned(p_order id_text) returns boolean language plpgsql stable as $$
begin
  return exists (select from disputes d where d.order_id = p_order and d.status = 'lost' and d.reversed_cents = 0);
end $$;
