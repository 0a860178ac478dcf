-- When the team was last told that an endpoint fails: once for each streak of failures, and at most once a day.
alter table webhook_endpoints add column failing_reported_at timestamptz;
