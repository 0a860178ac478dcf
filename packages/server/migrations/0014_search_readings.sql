-- How the search engine understood a name, so that proposing it does not mean reading it anew. Entries are made again.

truncate search_names;
alter table search_names add column reading text not null;
