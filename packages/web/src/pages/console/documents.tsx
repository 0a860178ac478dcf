// /console/documents: receipts, invoices, credit notes and statements, with their PDF.
import type { OperatorDocument } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { DOCUMENT_KINDS } from '../../features/documents/document-words.ts'
import { WHOSE_FILTERS } from '../../features/partners/whose.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { PdfButton } from '../pdf-button.tsx'

const KIND_OPTIONS = Object.entries(DOCUMENT_KINDS).map(([value, label]) => ({ value, label }))

const FILTERS: readonly Filter[] = [
  { name: 'kind', label: 'Kind', options: KIND_OPTIONS },
  { name: 'number', label: 'Number' },
  { name: 'period', label: 'Issued', type: 'period' },
  ...WHOSE_FILTERS,
]

/** The record that the document is about, where the console has a page for it. */
function Subject({ document }: { document: OperatorDocument }) {
  const { order_public_id, settlement_id, seller_id, purchase_id } = document
  if (order_public_id) return <Link href={`/console/orders/${order_public_id}`}>Order</Link>
  if (settlement_id) return <Link href={`/console/statements/${settlement_id}`}>Statement</Link>
  if (seller_id) return <Link href={`/console/sellers/${seller_id}`}>Seller</Link>
  return purchase_id ? <>Registration or renewal</> : null
}

const nameRecipient = ({ recipient: { company, name, email } }: OperatorDocument): string =>
  company ?? name ?? email ?? 'Buyer'

export const DOCUMENT_COLUMNS: readonly Column<OperatorDocument>[] = [
  { title: 'Number', cell: ({ number }) => <span className="name">{number}</span> },
  { title: 'Kind', cell: ({ kind }) => DOCUMENT_KINDS[kind] },
  { title: 'Recipient', phone: 'hidden', cell: nameRecipient },
  { title: 'Subject', cell: (document) => <Subject document={document} /> },
  {
    title: 'Total',
    end: true,
    cell: ({ gross_cents, currency }) => <Money cents={gross_cents} currency={currency} />,
  },
  {
    title: 'Tax',
    phone: 'hidden',
    end: true,
    cell: ({ tax_cents, currency }) => (tax_cents === 0 ? '–' : <Money cents={tax_cents} currency={currency} />),
  },
  { title: 'Issued', sort: 'created', cell: ({ issued_at }) => <DateTime at={issued_at} precision="day" /> },
  {
    title: 'File',
    end: true,
    cell: ({ document_id, number }) => (
      <PdfButton
        operation="GET /api/operator/v1/documents/{document_id}"
        input={{ params: { document_id } }}
        name={`${number}.pdf`}
        label="Download PDF"
      />
    ),
  },
]

const LIST = 'GET /api/operator/v1/documents'
type DocumentsQuery = NonNullable<Query<typeof LIST>>

export function Documents() {
  const filters = useFilters<DocumentsQuery>(FILTERS)
  const state = useTableState('console.documents', DOCUMENT_COLUMNS, NEWEST_FIRST)
  const query = withSort<DocumentsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ documents }) => documents)
  return (
    <>
      <PageHead title="Documents" text="Receipts, invoices, credit notes and statements, as they were issued." />
      <FilterBar filters={FILTERS} />
      <Panel title="Documents">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="documents.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Documents"
          noun="document"
          state={state}
          rowKey={({ document_id }) => document_id}
          empty={<Empty title="No documents yet">Each payment at the checkout issues a receipt or an invoice.</Empty>}
        />
      </Panel>
    </>
  )
}
