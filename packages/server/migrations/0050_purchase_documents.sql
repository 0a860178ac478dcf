-- Receipts, invoices and credit notes of registrations and renewals.

alter table documents
  add column purchase_id id_text,
  -- The account that paid. Documents of orders find their buyer through the order.
  add column user_id id_text;
alter table documents drop constraint documents_subject;
alter table documents add constraint documents_subject check (
  num_nonnulls(order_id, settlement_id, seller_id, purchase_id) = 1 and (purchase_id is null) = (user_id is null));
create index documents_by_purchase on documents (purchase_id) where purchase_id is not null;
create index documents_by_user on documents (user_id, id) where user_id is not null;
