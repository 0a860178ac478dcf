-- When an endpoint was registered, in real time: a default endpoint shows no deliveries that ended before. Null for those registered
-- before this column, which show all.
alter table webhook_receivers add column registered_at timestamptz;
-- The release before registers endpoints without it.
alter table webhook_receivers alter column registered_at set default now();
