-- The last number of each series and year. The row is locked until its transaction ends, so a rollback leaves no gap.
create table document_counters (
  environment text not null check (environment in ('sandbox', 'live')),
  -- Empty in live mode. Each partner's sandbox has its own numbers, because it can be reset.
  scope text not null,
  series text not null,
  year integer not null,
  last integer not null check (last > 0),
  primary key (environment, scope, series, year)
);

-- Receipts, invoices, credit notes and statements as they were issued. Rows never change (modules/documents/frozen-documents.sql).
create table documents (
  id id_text primary key,
  environment text not null check (environment in ('sandbox', 'live')),
  scope text not null,
  partner_id id_text not null references partners,
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note', 'commission_statement')),
  series text not null,
  year integer not null,
  number integer not null check (number > 0),
  -- The event of the ledger that it documents: ord_…:paid, ord_…:reversed, stl_…:closed.
  journal text not null,
  order_id id_text,
  settlement_id id_text,
  currency text not null,
  net_cents bigint not null,
  tax_cents bigint not null,
  gross_cents bigint not null,
  content json not null,
  issued_at timestamptz not null,
  constraint documents_number unique (environment, scope, series, year, number),
  constraint documents_journal unique (journal),
  constraint documents_add_up check (net_cents + tax_cents = gross_cents),
  constraint documents_subject check ((order_id is null) <> (settlement_id is null))
);
create index documents_by_order on documents (order_id) where order_id is not null;
create index documents_by_settlement on documents (settlement_id) where settlement_id is not null;
create index documents_by_age on documents (environment, id);
create index documents_by_partner on documents (partner_id, environment, id);
