-- An order uses up its quote. Called by place_order() of orders, which holds the lock of the listing.
create or replace function spend_quote(p_quote text, p_order text) returns void language plpgsql as $$
begin
  update quotes q set status = 'used', order_id = p_order where q.id = p_quote;
end $$;
