-- The dispute of an order as every API shows it. Called by order_view() of modules/orders, only for disputed orders.
create or replace function dispute_view(p_dispute id_text) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object(
      'dispute_id', d.id, 'status', d.status, 'amount_cents', d.amount_cents, 'currency', d.currency, 'reason', d.reason,
      'respond_by', iso_time(d.respond_by), 'opened_at', iso_time(d.opened_at), 'closed_at', iso_time(d.closed_at))
    from disputes d where d.id = p_dispute);
end $$;
