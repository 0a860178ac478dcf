-- May this buyer have this listing now? Mirrors refuseClaim() of rules.ts for a partner that buys; sale-parity.api.test.ts of orders compares
-- the two. Called by record_order(). The caller has locked the listing.
-- Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.

-- A listing is reserved by a quote, by an accepted offer or by a checkout session; mirrors isQuote() and isOffer(). The checks of the books
-- ask it, too.
create or replace function is_quote(p_holder text) returns boolean language sql immutable parallel safe as $$
  select p_holder like 'quo\_%'
$$;

create or replace function is_offer(p_holder text) returns boolean language sql immutable parallel safe as $$
  select p_holder like 'off\_%'
$$;

create or replace function refuse_claim(l listings, p_partner text, p_real timestamptz) returns text
language sql immutable parallel safe as $$
  select case
    when l.status <> 'listed' or l.magic is not distinct from 'sold_elsewhere' then 'sold'
    when l.reserved_by is null or l.reserved_until is null or l.reserved_until <= p_real then null
    when is_quote(l.reserved_by) then case when l.reserved_by_partner = p_partner then null else 'quoted' end
    else 'held'
  end
$$;

-- Off the market, and reserved by nobody any more. Called by place_order() of orders.
create or replace function sell_listing(p_listing text, p_at timestamptz) returns void language plpgsql as $$
begin
  update listings l set status = 'sold', reserved_by_partner = null, reserved_by = null, reserved_until = null, updated_at = p_at
  where l.id = p_listing;
end $$;
