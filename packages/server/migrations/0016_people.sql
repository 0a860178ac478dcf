-- What people look for: buyers their purchases, operators what waits for them and whatever an id or a name leads to.

-- The name first: it finds a name's sales whoever sold them, and one partner's just as well.
drop index orders_by_domain;
create index orders_by_domain on orders (domain, partner_id, environment, id);
create index orders_by_buyer on orders (lower(buyer ->> 'email'), id) where buyer is not null;
create index orders_by_payment_ref on orders (external_payment_ref, id) where external_payment_ref is not null;
-- Paid, pushed and come back; the other queues of orders read orders_open.
create index orders_failed_transfers on orders (environment, id)
  where transfer_state = 'failed' and status in ('PAID', 'EXTERNALLY_PAID');

create index brokerage_cases_waiting on brokerage_cases (environment, updated_at, id) where closed_at is null;
create index brokerage_cases_by_domain on brokerage_cases (domain, id);
create index settlements_unpaid on settlements (environment, due_at, id) where status = 'closed' and amount_owed_cents <> 0;
create index payouts_unfinished on payouts (environment, status, id) where status in ('pending', 'in_transit');
create index buyer_refunds_failing on buyer_refunds (environment, created_at) where status = 'pending' and failures > 0;
create index webhook_endpoints_failing on webhook_endpoints (environment, partner_id)
  where not active or failing_since is not null;
create index partners_applying on partners (live_requested_at)
  where live_requested_at is not null and approved_at is null and suspended_at is null;

create index partners_by_name on partners (lower(name) collate "C");
create index partners_by_email on partners (lower(email) collate "C");
create index audit_log_by_request on audit_log (request_id);
create index request_log_by_request on request_log (request_id);

-- A day of everybody's sales: without it the sums are found by partner only.
create index order_sums_by_day on order_sums (environment, start) where grain = 'day';
