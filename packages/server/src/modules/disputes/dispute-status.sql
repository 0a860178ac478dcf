-- Whether a dispute is open. Mirrors isOpen() of rules/disputes.ts; status-parity.api.test.ts of modules/orders compares them.
-- Called by the stores of modules/disputes, modules/orders and modules/audit.
create or replace function is_open_dispute(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('needs_response', 'under_review')
$$;
