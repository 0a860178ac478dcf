-- Several webhook endpoints of a partner in an environment, the responses to attempts, and names of API keys.

-- The default endpoint stays in webhook_endpoints, where the release before finds it by partner and environment. The others are in a
-- table that release does not know. New code reads and updates both through webhook_receivers.
alter table webhook_endpoints
  add column id id_text not null default ('whe_0' || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 1, 25)),
  add column is_default boolean not null default true check (is_default),
  -- The partner disabled it: no deliveries are created until it is active again.
  add column paused boolean not null default false;
create unique index webhook_endpoints_by_id on webhook_endpoints (id);

create table webhook_additional_endpoints (
  like webhook_endpoints including defaults,
  primary key (id),
  foreign key (partner_id) references partners,
  check (environment in ('sandbox', 'live')),
  check (not is_default)
) with (fillfactor = 50);
alter table webhook_additional_endpoints alter column is_default set default false;
create index webhook_additional_endpoints_by_partner on webhook_additional_endpoints (partner_id, environment, id);
create index webhook_additional_endpoints_failing on webhook_additional_endpoints (environment, partner_id)
  where not active or failing_since is not null;

create table webhook_receivers (like webhook_endpoints) partition by list (is_default);
alter table webhook_receivers attach partition webhook_endpoints for values in (true);
alter table webhook_receivers attach partition webhook_additional_endpoints for values in (false);

-- Null: the delivery belongs to the default endpoint. A delivery of another endpoint is scheduled by due_at, and next_attempt_at is
-- null: so the release before never sends it to the default endpoint.
alter table webhook_deliveries add column endpoint_id id_text, add column due_at timestamptz;
create index webhook_deliveries_due_additional on webhook_deliveries (endpoint_id, due_at, event_id)
  where status = 'pending' and endpoint_id is not null;
create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id) where endpoint_id is not null;
create index webhook_deliveries_failed_by_endpoint on webhook_deliveries (endpoint_id, id)
  where status = 'failed' and endpoint_id is not null;

-- The first kilobyte of the response, if it is text; response_bytes counts what was read of it, text or not.
alter table webhook_attempts add column response_type text, add column response_body text, add column response_bytes integer;

alter table credentials add column name text;
