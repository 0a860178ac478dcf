-- Which SQL code (functions and triggers, see sql-code.json) is in this database, and of which edition.
create table sql_code (
  name text primary key,
  checksum text not null,
  edition integer not null,
  applied_at timestamptz not null default now()
);
