-- Saved views, messages about each webhook endpoint, watched domains that were sold, and suggestions of internationalized domains.

-- Views of lists that people save in console and portal: filters, order and hidden columns under a name.
create table saved_views (
  user_id id_text not null references users on delete cascade,
  -- The list, such as `console.orders`.
  list text collate "C" not null,
  name text not null,
  -- Filters and order, as in the URL.
  search text not null,
  hidden_columns text[] not null,
  created_at timestamptz not null,
  primary key (user_id, list, name)
);

-- What a message is about, such as a webhook endpoint, where it is sent once a day about each.
alter table mail_messages add column about text;

-- Domains that were sold here were never looked up again. Their registries are asked over the next week.
update watches set check_after = now() + random() * interval '7 days' where state = 'sold' and check_after is null;

-- Suggestions of internationalized domains by what a person types.
create index listings_by_unicode on listings (domain_unicode collate "C")
  where environment = 'live' and status = 'listed' and domain <> domain_unicode;
