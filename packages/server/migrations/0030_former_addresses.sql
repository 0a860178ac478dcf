-- The email addresses that an account had before, until when: its export and its deletion reach what is filed under them.
create table former_addresses (
  user_id id_text not null references users on delete cascade,
  email text not null,
  until timestamptz not null,
  primary key (user_id, until)
);
