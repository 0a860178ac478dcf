// /console/webhooks/endpoints: where every partner receives its events.
import type { OperatorWebhook } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { WEBHOOK_TABS } from './webhooks.tsx'

const FILTERS: readonly Filter[] = [
  {
    name: 'active',
    label: 'State',
    options: [
      { value: 'true', label: 'Served' },
      { value: 'false', label: 'Switched off' },
    ],
  },
  ...WHOSE_FILTERS,
]

function State({ of }: { of: OperatorWebhook }) {
  if (!of.active)
    return (
      <>
        <Badge tone="bad">Switched off</Badge>
        {of.disabled_reason ? <div className="small soft">{of.disabled_reason}</div> : null}
      </>
    )
  return of.failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Works</Badge>
}

const COLUMNS: readonly Column<OperatorWebhook>[] = [
  { title: 'Address', cell: ({ url }) => <span className="mono">{url}</span> },
  { title: 'State', cell: (row) => <State of={row} /> },
  { title: 'Events', end: true, cell: ({ event_types }) => <Count value={event_types.length} /> },
  { title: 'Waiting', end: true, cell: ({ pending }) => <Count value={pending} /> },
  { title: 'Last success', cell: ({ last_success_at: at }) => (at ? <DateTime at={at} /> : '–') },
  { title: 'Failing since', cell: ({ failing_since: at }) => (at ? <DateTime at={at} /> : '–') },
]

export function Endpoints() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/webhooks/endpoints'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/webhooks/endpoints', { query }, ({ endpoints }) => endpoints)
  return (
    <>
      <PageHead title="Webhooks" text="Where every partner receives its events." />
      <Tabs label="Webhooks" tabs={WEBHOOK_TABS} />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Receivers"
          columns={[...COLUMNS, ...whoseColumns]}
          rowKey={({ partner_id, environment }) => `${partner_id} ${environment}`}
          empty={<Empty title="No receivers yet">Partners register them by the API or in their portal.</Empty>}
        />
      </Panel>
    </>
  )
}
