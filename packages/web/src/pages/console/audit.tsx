// /console/audit: every call of an operator, and what else must be traceable.
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
import { ListView } from '../../ui/list-view.tsx'
import { type Fact, Facts, PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'changes', label: 'Calls', options: [{ value: 'true', label: 'Changes only' }] },
  { name: 'actor', label: 'Who', placeholder: 'user:somebody@example.com' },
  { name: 'route', label: 'What', placeholder: 'operator.orders.refund' },
  { name: 'request_id', label: 'Request id', placeholder: 'req_…' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Before', type: 'date' },
]

const Status = ({ status }: { status: number }) => <Badge tone={status < 400 ? 'good' : 'bad'}>{status}</Badge>

function Details({ row }: { row: AuditRow }) {
  const [isOpen, setOpen] = useState(false)
  const facts: Fact[] = [
    ['When', <DateTime key="at" at={row.at} precision="second" />],
    ['Who', row.actor],
    ['Call', <span key="call" className="mono">{`${row.method} ${row.path}`}</span>],
    ['Answer', <Status key="status" status={row.status} />],
    ['Reason', row.reason],
    ['Request', <Copyable key="request" text={row.request_id} label="the request id" />],
  ]
  return (
    <>
      <Button kind="plain" small aria-label={`Details: ${row.request_id}`} onClick={() => setOpen(true)}>
        Details
      </Button>
      <Dialog title={row.route} open={isOpen} onClose={() => setOpen(false)}>
        <Facts facts={facts} />
        <h3>Input</h3>
        <CodeBlock label="Input of the call">{JSON.stringify(row.input, null, 2)}</CodeBlock>
        <Button onClick={() => setOpen(false)}>Close</Button>
      </Dialog>
    </>
  )
}

const COLUMNS: readonly Column<AuditRow>[] = [
  { title: 'When', cell: ({ at }) => <DateTime at={at} precision="second" /> },
  { title: 'Who', cell: ({ actor }) => actor },
  { title: 'What', cell: ({ route }) => <span className="mono">{route}</span> },
  { title: 'Answer', cell: ({ status }) => <Status status={status} /> },
  { title: 'More', end: true, cell: (row) => <Details row={row} /> },
]

export function Audit() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/audit'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/audit', { query }, ({ audit }) => audit, { every: false })
  return (
    <>
      <PageHead
        title="Audit log"
        text="Every call of an operator, operator sign-ins, portal changes, imports and settlement runs. Rows cannot be changed or removed."
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Audit log"
          columns={COLUMNS}
          rowKey={({ audit_id }) => audit_id}
          empty={<Empty title="No rows yet">Calls of operators and other traceable changes appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
