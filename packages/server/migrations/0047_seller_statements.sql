-- Statements of sellers: documents about the movements of their payable balance.

alter table documents add column seller_id id_text;
alter table documents drop constraint documents_kind_check;
alter table documents drop constraint documents_subject;
alter table documents
  add constraint documents_kind_check check (
    kind in ('receipt', 'invoice', 'credit_note', 'commission_statement', 'seller_statement')),
  add constraint documents_subject check (num_nonnulls(order_id, settlement_id, seller_id) = 1);
create index documents_by_seller on documents (seller_id, id) where seller_id is not null;

-- Which journal is on which statement. The key keeps a movement from being on two.
create table seller_statement_lines (
  journal text collate "C" primary key,
  seller_id id_text not null,
  currency text not null,
  document_id id_text not null
);
create index seller_statement_lines_by_document on seller_statement_lines (document_id);
