-- How an order looks on the wire, rendered where its row is. Called by the stores of modules/orders and by record_order().
-- Mirrors the schema in modules/orders/views/orders.ts; order-view-parity.api.test.ts compares the two.
--
-- On the language: a function of a single expression is in SQL and no stricter than what it calls (json_build_object is stable),
-- so that the planner puts its body in place of the call. One that reads or writes tables is in PL/pgSQL, which keeps its plans
-- for the whole session; PostgreSQL before 18 plans an SQL function anew in each transaction.

-- An order as the Partner API shows it, without its timeline.
create or replace function order_view(o orders) returns json language sql stable as $$
  select json_build_object(
    'public_id', o.id,
    'domain', o.domain,
    'domain_unicode', o.domain_unicode,
    'status', o.status,
    'sale_price_cents', o.sale_price_cents,
    'currency', o.currency,
    'payment_model', o.payment_model,
    'quote_id', o.quote_id,
    'external_payment_ref', o.external_payment_ref,
    'buyer', o.buyer,
    'commission_cents', o.commission_cents,
    'amount_owed_cents', o.amount_owed_cents,
    'return_url', o.return_url,
    'cancel_url', o.cancel_url,
    'held', o.status = 'MANUAL_REVIEW',
    'transfer', transfer_view(o.id, o.status, o.payment_model, o.environment, o.transfer_state, o.transfer_started_at,
                              o.transfer_completed_at),
    'settlement_id', o.settlement_id,
    'refund_id', o.refund_id,
    'refunded_cents', case when is_reversed(o.status) or o.clawed_back_at is not null then o.sale_price_cents
                      else o.refunded_cents end,
    'dispute', case when o.dispute_id is not null then dispute_view(o.dispute_id) end,
    'created_at', iso_time(o.created_at),
    'updated_at', iso_time(o.updated_at))
$$;

create or replace function order_timeline_view(p_order id_text) returns json language plpgsql stable as $$
begin
  return (
    select coalesce(json_agg(json_build_object(
      'at', iso_time(t.at), 'status', t.status, 'event', t.event, 'event_id', t.event_id,
      'actor', t.actor, 'message', t.message) order by t.line), '[]')
    from order_timeline t where t.order_id = p_order);
end $$;

-- The same with its timeline. Text is spliced because JSON of this kind keeps its bytes: what is stored is what is sent.
create or replace function order_detail(o orders) returns text language sql stable as $$
  select left(order_view(o)::text, -1) || ', "timeline" : ' || order_timeline_view(o.id)::text || '}'
$$;

-- What an order event says of the order. Mirrors buildOrderEvent() of rules/orders.ts. Called by place_order().
create or replace function order_event_data(o orders, p_status text) returns json language sql stable as $$
  select json_build_object('order', json_build_object(
    'public_id', o.id, 'domain', o.domain, 'status', p_status,
    'sale_price_cents', o.sale_price_cents, 'currency', o.currency))
$$;
