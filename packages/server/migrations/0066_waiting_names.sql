-- Parts of the words of listings that wait to be embedded, to find them by their words.
create table waiting_names (
  listing_id id_text not null,
  version text not null,
  -- Of the listing when it was queued: what did not change since need not be queued again.
  changed_xid xid8 not null,
  -- Three letters in a row, after the first letter of the environment. By their bytes: words are compared, not sorted.
  trigrams text[] collate "C" not null,
  primary key (listing_id, version),
  -- A process of the previous release removes rows of the queue, too.
  foreign key (listing_id, version) references embedding_queue on delete cascade
);
-- Searches read what is not merged into the index yet one by one, so it is merged before it grows.
create index waiting_names_trigrams on waiting_names using gin (trigrams) with (gin_pending_list_limit = 1024);
