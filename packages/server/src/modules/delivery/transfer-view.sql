-- The transfer of an order as every API shows it. Called by order_view() of modules/orders.

-- Who must do what next; null when nobody must do anything. `p_state` is null for an order without a delivery.
create or replace function next_step(p_status text, p_payment_model text, p_environment text, p_state text, p_method text, p_source text)
returns json language plpgsql immutable as $$
declare
  drives text := case when p_environment = 'sandbox' then 'partner' else 'marketplace' end;
  chooses text := case when p_payment_model = 'service_collected' then 'buyer' else 'partner' end;
  who text;
  what text;
begin
  if p_status = 'MANUAL_REVIEW' then
    who := drives;
    what := 'Review the order.';
  elsif is_awaiting_transfer(p_status) then
    if p_state is null and p_payment_model = 'service_collected' and p_environment = 'live' then
      who := 'buyer';
      what := 'Choose on the order page where to receive the domain.';
    elsif p_state = 'refused' and p_source in ('partner', 'order', 'buyer') then
      who := chooses;
      what := 'Correct where the domain is delivered.';
    else
      who := drives;
      what := 'Start the transfer.';
    end if;
  elsif p_status = 'TRANSFER_IN_PROGRESS' then
    if p_state = 'queued' then
      who := 'marketplace';
      what := 'Transfer the domain.';
    elsif p_state = 'waiting' and p_method = 'auth_code' then
      who := chooses;
      what := 'Transfer the domain to a registrar with the auth code.';
    elsif p_state = 'waiting' then
      who := 'registrar';
      what := 'Confirm the transfer.';
    elsif p_state = 'needs_operator' then
      who := 'marketplace';
      what := 'An operator must complete the transfer.';
    else
      who := drives;
      what := 'Confirm the delivery.';
    end if;
  end if;
  return case when who is null then null else json_build_object('who', who, 'what', what) end;
end $$;

-- Whether there is an auth code for the order.
create or replace function has_auth_code(p_order id_text) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from domain_deliveries d
    where d.order_id = p_order and d.method = 'auth_code' and d.auth_code is not null and d.auth_code_expires_at is not null);
end $$;

-- The auth code of a live sale that the marketplace collected goes to its buyer alone, so the partner has none.
create or replace function transfer_view(
  p_order id_text, p_status text, p_payment_model text, p_environment text, p_state text, p_started timestamptz, p_completed timestamptz
) returns json language plpgsql stable as $$
declare
  d domain_deliveries;
begin
  select * into d from domain_deliveries x where x.order_id = p_order;
  return json_build_object(
    'state', p_state,
    'started_at', iso_time(p_started),
    'completed_at', iso_time(p_completed),
    'method', d.method,
    'registrar', d.registrar_iana_id,
    'account', d.registrar_account,
    'auth_code_available', d.method is not distinct from 'auth_code' and d.auth_code is not null and d.auth_code_expires_at is not null
      and not (p_environment = 'live' and p_payment_model = 'service_collected'),
    'auth_code_expires_at', case when d.method = 'auth_code' then iso_time(d.auth_code_expires_at) end,
    'attempts', coalesce(d.attempts, 0),
    'last_error', d.last_error,
    'next_step', case
      when p_status = 'TRANSFER_IN_PROGRESS' and d.arrived_at is not null then
        json_build_object('who', 'marketplace', 'what', 'Confirm the delivery.')
      -- An operator entered the code, and waits until the domain has left.
      when p_status = 'TRANSFER_IN_PROGRESS' and d.state = 'needs_operator' and d.method = 'auth_code'
        and d.auth_code_expires_at is not null and d.last_error is null then
        next_step(p_status, p_payment_model, p_environment, 'waiting', d.method, d.source)
      else next_step(p_status, p_payment_model, p_environment, d.state, d.method, d.source) end);
end $$;
