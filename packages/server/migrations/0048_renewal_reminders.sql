-- Operators look up the changes of a domain, in the list and in the search.
create index registry_commands_by_domain on registry_commands (domain, id);

-- Which reminders of a renewal were sent: for each expiry date, one a month, a week and a day before.
create table renewal_reminders (
  domain text collate "C" not null,
  expires_at timestamptz not null,
  days integer not null check (days in (30, 7, 1)),
  sent_at timestamptz not null,
  primary key (domain, expires_at, days)
);
create index renewal_reminders_by_age on renewal_reminders (sent_at);
create index owned_domains_expiring on owned_domains (expires_at) where auto_renew and owner_id is not null;
