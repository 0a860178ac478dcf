// /console/audit: operator calls and other audited changes.

import type { AuditRow } from '@freehold/sdk/types'
import { useState } from 'react'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock, Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { type Fact, Facts, PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

/** Most calls are reads of open console pages. */
const SHOWN = [
  { value: 'true', label: 'Changes' },
  { value: 'false', label: 'Changes and reads' },
]

const FILTERS: readonly Filter[] = [
  { name: 'changes', label: 'Show', options: SHOWN, fallback: 'true' },
  { name: 'actor', label: 'Actor', placeholder: 'user:operator@example.com' },
  { name: 'route', label: 'Operation', placeholder: 'operator.orders.refund' },
  { name: 'request_id', label: 'Request ID', placeholder: 'req_…' },
  { name: 'period', label: 'Date', type: 'period' },
]

const Status = ({ status }: { status: number }) => <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>

function Details({ row }: { row: AuditRow }) {
  const [isOpen, setOpen] = useState(false)
  const facts: Fact[] = [
    ['Time', <DateTime key="at" at={row.at} precision="second" />],
    ['Actor', row.actor],
    ['Request', <span key="call" className="mono">{`${row.method} ${row.path}`}</span>],
    ['Status code', <Status key="status" status={row.status} />],
    ['Reason', row.reason],
    ['Request ID', <Copyable key="request" text={row.request_id} label="the request ID" />],
  ]
  return (
    <>
      <Button kind="plain" small aria-label={`View details: ${row.request_id}`} onClick={() => setOpen(true)}>
        View details
      </Button>
      <Dialog title={row.route} open={isOpen} onClose={() => setOpen(false)}>
        <Facts facts={facts} />
        <h3>Input</h3>
        <CodeBlock label="Input of the request">{JSON.stringify(row.input, null, 2)}</CodeBlock>
        <Button onClick={() => setOpen(false)}>Close</Button>
      </Dialog>
    </>
  )
}

const COLUMNS: readonly Column<AuditRow>[] = [
  { title: 'Time', sort: 'created', cell: ({ at }) => <DateTime at={at} precision="second" /> },
  { title: 'Actor', cell: ({ actor }) => actor },
  { title: 'Operation', cell: ({ route }) => <span className="mono">{route}</span> },
  { title: 'Status code', cell: ({ status }) => <Status status={status} /> },
  { title: 'Actions', end: true, cell: (row) => <Details row={row} /> },
]

const LIST = 'GET /api/operator/v1/audit'
type AuditQuery = NonNullable<Query<typeof LIST>>

export function Audit() {
  const filters = useFilters<AuditQuery>(FILTERS)
  const state = useTableState('console.audit', COLUMNS, NEWEST_FIRST)
  const query = withSort<AuditQuery>(filters, state)
  const list = useList(LIST, { query }, ({ audit }) => audit, { every: false })
  return (
    <>
      <PageHead
        title="Audit log"
        text="Operator requests and sign-ins, portal changes, imports and settlement runs. Entries cannot be changed or removed."
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="audit-log.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters, FILTERS)}
          caption="Audit log"
          noun="entry"
          state={state}
          rowKey={({ audit_id }) => audit_id}
          empty={<Empty title="No entries yet">Operator requests and other audited changes appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
