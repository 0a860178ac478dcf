-- The delivery of a new sale, written with it. Called by record_order() of modules/orders.
-- The order's own target counts, then the partner's. Without either there is nothing to plan yet.
create or replace function plan_delivery(o orders, p_delivery json) returns void language plpgsql as $$
begin
  if p_delivery is not null then
    insert into domain_deliveries (order_id, partner_id, environment, state, method, source, registrar_iana_id, registrar_account,
                                   contact_email, nameservers, created_at, updated_at)
    values (o.id, o.partner_id, o.environment, 'planned', p_delivery ->> 'method', 'order',
            (p_delivery ->> 'registrar_iana_id')::integer, p_delivery ->> 'registrar_account', p_delivery ->> 'contact_email',
            array(select json_array_elements_text(p_delivery -> 'nameservers')), o.created_at, o.created_at);
  else
    insert into domain_deliveries (order_id, partner_id, environment, state, method, source, registrar_iana_id, registrar_account,
                                   contact_email, nameservers, created_at, updated_at)
    select o.id, o.partner_id, o.environment, 'planned', 'push', 'partner', t.registrar_iana_id, t.registrar_account,
           t.contact_email, t.nameservers, o.created_at, o.created_at
    from delivery_targets t where t.partner_id = o.partner_id and t.environment = o.environment;
  end if;
end $$;
