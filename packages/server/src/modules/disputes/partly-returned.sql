-- Whether a lost dispute returned a part of an order's payment while the sale stands: then the full price cannot be returned any more.
-- Called by the stores of modules/orders, modules/disputes and modules/operator.

-- The last of them; null: none did.
create or replace function returning_dispute(p_order id_text) returns id_text language plpgsql stable as $$
begin
  return (
    select d.id from disputes d where d.order_id = p_order and d.status = 'lost' and d.reversed_cents = 0 order by d.id desc limit 1);
end $$;

create or replace function is_partly_returned(p_order id_text) returns boolean language plpgsql stable as $$
begin
  return returning_dispute(p_order) is not null;
end $$;
