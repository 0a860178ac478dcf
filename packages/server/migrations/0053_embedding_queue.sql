-- Listings that wait to be embedded. Processes lease some at a time, and take over what a process that died had leased.
create table embedding_queue (
  listing_id id_text not null references listings on delete cascade,
  -- During a rollout, two versions of the model may each have listings to embed.
  version text not null,
  queued_at timestamptz not null default now(),
  leased_by text,
  leased_until timestamptz,
  -- Kept for some seconds: until every process has the new vector, search still finds the listing by its words.
  done_at timestamptz,
  primary key (listing_id, version)
);
create index embedding_queue_newest on embedding_queue (version, queued_at, listing_id) where done_at is null;
create index embedding_queue_done on embedding_queue (done_at) where done_at is not null;
