-- OAuth clients that publish their description at a URL (Client ID Metadata Documents), besides those that register.
alter table oauth_clients
  add column document_url text,
  -- When the document was last read. After a while it is read again.
  add column document_read_at timestamptz;
create unique index oauth_clients_document on oauth_clients (document_url);
