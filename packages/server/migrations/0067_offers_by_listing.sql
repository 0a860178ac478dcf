-- Offers of a listing, to find an automatic acceptance that was not paid.
create index offers_by_listing on offers (listing_id);
