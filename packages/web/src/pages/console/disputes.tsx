// /console/disputes: disputes of payments.
import type { Dispute } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { DISPUTE_STATUS_OPTIONS, DisputeStatusBadge } from '../../features/disputes/dispute-words.tsx'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { wordText } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: DISPUTE_STATUS_OPTIONS },
  { name: 'period', label: 'Opened', type: 'period' },
  ...WHOSE_FILTERS,
]

const COLUMNS: readonly Column<Dispute>[] = [
  {
    title: 'Domain',
    cell: ({ dispute_id, domain_unicode }) => (
      <Link className="name" href={`/console/disputes/${dispute_id}`}>
        {domain_unicode ?? 'Registration'}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <DisputeStatusBadge status={status} /> },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
  },
  { title: 'Reason', phone: 'hidden', cell: ({ reason }) => wordText(reason) },
  {
    title: 'Respond by',
    cell: ({ respond_by, status }) =>
      respond_by === null || status !== 'needs_response' ? '–' : <DateTime at={respond_by} />,
  },
  { title: 'Opened', sort: 'created', cell: ({ opened_at }) => <DateTime at={opened_at} precision="day" /> },
  ...whoseColumns,
]

const LIST = 'GET /api/operator/v1/disputes'
type DisputesQuery = NonNullable<Query<typeof LIST>>

export function Disputes() {
  const filters = useFilters<DisputesQuery>(FILTERS)
  const state = useTableState('console.disputes', COLUMNS, NEWEST_FIRST)
  const query = withSort<DisputesQuery>(filters, state)
  const list = useList(LIST, { query }, ({ disputes }) => disputes)
  return (
    <>
      <PageHead title="Disputes" text="Payments that buyers disputed with their bank." />
      <FilterBar filters={FILTERS} />
      <Panel title="Disputes">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="disputes.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Disputes"
          noun="dispute"
          state={state}
          rowKey={({ dispute_id }) => dispute_id}
          empty={<Empty title="No disputes">Disputes appear here when the payment processor reports them.</Empty>}
        />
      </Panel>
    </>
  )
}
