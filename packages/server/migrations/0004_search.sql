-- What a listing means, as the embedding model sees it: computed once, so that a restart embeds nothing again.

create table listing_vectors (
  listing_id id_text primary key references listings on delete cascade,
  -- The model and the recipe of the text; a vector of another version is computed anew.
  version text not null,
  -- Of the text that was embedded: a changed description makes the vector stale.
  text_hash bytea not null,
  vector bytea not null,
  changed_xid xid8 not null default pg_current_xact_id()
);
create index listing_vectors_changed on listing_vectors (changed_xid);
create index listings_for_sale on listings (environment, id) where status = 'listed';
