-- An accepted offer was paid. Called by the checkout in the transaction of the sale, which has locked the listing. Mirrors `pay` of
-- OFFER_ENDS in rules.ts.
-- Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
create or replace function settle_offer(p_offer text, p_order text, p_at timestamptz) returns void language plpgsql as $$
begin
  update offers set status = 'paid', order_id = p_order, decide_at = null, updated_at = p_at
  where id = p_offer and status = 'accepted';
  if not found then return; end if;
  insert into offer_moves (offer_id, number, side, action, at)
  select p_offer, max(m.number) + 1, 'buyer', 'pay', p_at from offer_moves m where m.offer_id = p_offer;
end $$;
