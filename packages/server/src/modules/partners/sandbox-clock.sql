-- How far a partner's clock runs ahead of real time: computeClockOffset() of kernel/clock.ts says the same, and
-- clock-parity.api.test.ts compares the two. Called by the stores of all modules whose records keep to that clock.
create or replace function clock_offset(p_environment text, p_sandbox_offset_seconds bigint) returns bigint
language sql immutable parallel safe as $$
  select case when p_environment = 'sandbox' then p_sandbox_offset_seconds else 0 end
$$;

-- How far the fastest sandbox clock runs ahead. Called by readSandboxMonths() of jobs/partition-job.ts.
create or replace function sandbox_seconds_ahead() returns bigint language sql stable as $$
  select coalesce(max(sandbox_offset_seconds), 0) from partners
$$;
