-- The release before schedules every delivery by next_attempt_at, and sends what is due to the default endpoint. Where it reschedules
-- a delivery of another endpoint (redelivery, recovery, a new registration), the time moves to due_at, which only this release reads.
create or replace function schedule_additional_delivery() returns trigger language plpgsql as $$
begin
  new.due_at := new.next_attempt_at;
  new.next_attempt_at := null;
  return new;
end $$;

create or replace trigger webhook_deliveries_schedule before update of next_attempt_at on webhook_deliveries
  for each row when (new.endpoint_id is not null and new.next_attempt_at is not null) execute function schedule_additional_delivery();
