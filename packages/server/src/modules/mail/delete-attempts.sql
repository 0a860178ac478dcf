-- Attempts go with their message, also when a process of the release before deletes it. A foreign key would forbid dropping partitions.
create or replace function delete_mail_attempts() returns trigger language plpgsql as $$
begin
  delete from mail_attempts where message_id = any (array(select id from gone));
  return null;
end $$;
create or replace trigger mail_messages_delete_attempts after delete on mail_messages
  referencing old table as gone for each statement execute function delete_mail_attempts();
