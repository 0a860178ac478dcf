-- Notes changes of records for open pages: triggers on tables of other modules add rows to record_changes, which
-- modules/changes/store.ts reads. Orders and brokerage cases need none, because their changes are in the event history.

-- Fires on changes that add work to the console's queue or take it away. Arguments: the kind of change, and the column with the ID.
-- A partner belongs to both environments.
create or replace function note_changed_record() returns trigger language plpgsql as $$
declare
  changed jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into record_changes (generation, kind, record_id, partner_id, environment)
  select event_generation(), tg_argv[0], changed ->> tg_argv[1], coalesce(changed ->> 'partner_id', changed ->> 'id'), e.environment
  from unnest(case when changed ? 'environment' then array[changed ->> 'environment'] else array['sandbox', 'live'] end)
    as e(environment)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger partners_note after update of live_requested_at, approved_at, suspended_at on partners
  for each row execute function note_changed_record('partner.updated', 'id');
create or replace trigger webhook_endpoints_note after insert or update of url, active, failing_since or delete on webhook_endpoints
  for each row execute function note_changed_record('webhook_endpoint.updated', 'id');
create or replace trigger webhook_additional_endpoints_note
  after insert or update of url, active, failing_since or delete on webhook_additional_endpoints
  for each row execute function note_changed_record('webhook_endpoint.updated', 'id');
create or replace trigger settlements_note after insert or update of status on settlements
  for each row execute function note_changed_record('statement.updated', 'id');
create or replace trigger payouts_note after insert or update of status on payouts
  for each row execute function note_changed_record('payout.updated', 'id');
create or replace trigger buyer_refunds_note after update of status, failures on buyer_refunds
  for each row execute function note_changed_record('buyer_refund.updated', 'subject');
-- Stores write all columns of these records, also those that keep their value, so the values are compared.
create or replace trigger disputes_note after insert on disputes
  for each row execute function note_changed_record('dispute.updated', 'id');
create or replace trigger disputes_change_note
  after update of status, response, response_sent_at, response_failures on disputes
  for each row when (
    (old.status, old.response, old.response_sent_at, old.response_failures)
    is distinct from (new.status, new.response, new.response_sent_at, new.response_failures)
  ) execute function note_changed_record('dispute.updated', 'id');

-- Fires on changes of records without a partner: they are noted for the marketplace's own account, as in the console's queue.
-- Without an environment of the record or of its listing, they are live. The arguments are those of note_changed_record(); without a column, the ID is empty.
create or replace function note_market_record() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(new);
  house id_text := house_partner();
begin
  insert into record_changes (generation, kind, record_id, partner_id, environment)
  select event_generation(), tg_argv[0], coalesce(changed ->> tg_argv[1], ''), house,
         coalesce(changed ->> 'environment', (select l.environment from listings l where l.id = changed ->> 'listing_id'), 'live')
  where house is not null
  on conflict do nothing;
  return null;
end $$;
create or replace trigger offers_note after insert on offers
  for each row execute function note_market_record('offer.updated', 'id');
create or replace trigger offers_change_note after update of status, amount_cents on offers
  for each row when ((old.status, old.amount_cents) is distinct from (new.status, new.amount_cents))
  execute function note_market_record('offer.updated', 'id');
create or replace trigger registry_commands_note after insert on registry_commands
  for each row execute function note_market_record('registry_command.updated', 'id');
create or replace trigger registry_commands_change_note after update of state on registry_commands
  for each row when (old.state is distinct from new.state)
  execute function note_market_record('registry_command.updated', 'id');
create or replace trigger seller_payouts_note after insert on seller_payouts
  for each row execute function note_market_record('seller_payout.updated', 'id');
create or replace trigger seller_payouts_change_note
  after update of status, transfer_state, bank_failed_at on seller_payouts
  for each row when (
    (old.status, old.transfer_state, old.bank_failed_at) is distinct from (new.status, new.transfer_state, new.bank_failed_at)
  ) execute function note_market_record('seller_payout.updated', 'id');
-- Operators see a listing from its proof on. Each check of a proof writes the state, mostly the same one.
create or replace trigger listing_proofs_note after update of state on listing_proofs
  for each row when (old.state is distinct from new.state and new.state = 'verified')
  execute function note_market_record('listing.updated', 'listing_id');
create or replace trigger listing_withdrawals_note after insert or update of closed_at on listing_withdrawals
  for each row execute function note_market_record('listing.updated', 'listing_id');
-- A freeze and its end change which payouts are in the queue, and a seller may have no listings: an empty ID, as all may have changed.
create or replace trigger sellers_note after update of frozen_at on sellers
  for each row when ((old.frozen_at is null) <> (new.frozen_at is null))
  execute function note_market_record('seller_payout.updated', '');

-- Fires on listings that leave the market or return to it. A transaction notes one listing with its ID, and more of an environment with
-- an empty ID: a freeze withdraws fifty thousand. Not by statement: a trigger with transition tables has no condition
-- and no columns, so it also runs for each price, reservation and sale.
create or replace function note_listing() returns trigger language plpgsql as $$
declare
  house id_text := house_partner();
begin
  insert into record_changes (generation, kind, record_id, partner_id, environment)
  select g.generation, 'listing.updated', case when exists (
           select from record_changes c
           where c.generation = g.generation and c.xid = pg_current_xact_id() and c.kind = 'listing.updated'
             and c.partner_id = house and c.environment = new.environment and c.record_id <> new.id
         ) then '' else new.id end, house, new.environment
  from (select event_generation() as generation) g where house is not null
  on conflict do nothing;
  return null;
end $$;
-- Not on sales, which the event history has, nor on prices: an import changes those of a hundred thousand listings.
create or replace trigger listings_note after update of status on listings
  for each row when (old.status <> new.status and 'withdrawn' in (old.status, new.status)) execute function note_listing();

-- Fires on results of webhook deliveries, in whichever partition. By statement: a batch of results notes one row for each partner, not one for each delivery.
create or replace function note_webhook_attempts() returns trigger language plpgsql as $$
begin
  insert into record_changes (generation, kind, record_id, partner_id, environment)
  -- The generation is read once for each partner: read for each delivery, it took a fifth of the time of the whole batch.
  select event_generation(), 'webhook_deliveries.updated', '', o.partner_id, o.environment
  from (
    select distinct d.partner_id, d.environment from webhook_deliveries d
    where d.id = any (array(select delivery_id from added))
  ) as o
  on conflict do nothing;
  return null;
end $$;
create or replace trigger webhook_attempts_note after insert on webhook_attempts
  referencing new table as added for each statement execute function note_webhook_attempts();
