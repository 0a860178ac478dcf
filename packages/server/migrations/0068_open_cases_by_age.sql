-- Open brokerage cases in the queue, oldest first. brokerage_cases_waiting, by the last change, is used by the previous version.
create index brokerage_cases_open_by_age on brokerage_cases (environment, created_at, id) where closed_at is null;
