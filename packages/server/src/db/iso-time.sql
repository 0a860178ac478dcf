-- A time as the API writes it: UTC, to the millisecond. The same text as toISOString() of a Date.
-- Called by what renders orders and events in SQL. One expression and no stricter than to_char, so that the planner puts the
-- body in place of the call.
create or replace function iso_time(at timestamptz) returns text language sql stable parallel safe as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
