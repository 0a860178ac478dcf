// /console/webhooks/endpoints: the webhook endpoints of all partners.

import type { OperatorWebhook } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { EndpointStatus } from '../../features/webhooks/endpoint-facts.tsx'
import { describeHealth } from '../../features/webhooks/health.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CsvButton } from '../csv-button.tsx'
import { WEBHOOK_TABS } from './webhooks.tsx'

const FILTERS: readonly Filter[] = [
  {
    name: 'active',
    label: 'Status',
    options: [
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Disabled' },
    ],
  },
  {
    name: 'failing',
    label: 'Deliveries',
    options: [
      { value: 'true', label: 'Failing' },
      { value: 'false', label: 'Not failing' },
    ],
  },
  ...WHOSE_FILTERS,
]

const State = ({ of }: { of: OperatorWebhook }) => (
  <>
    <EndpointStatus of={of} />
    {of.disabled_reason ? <div className="small soft">{of.disabled_reason}</div> : null}
  </>
)

const COLUMNS: readonly Column<OperatorWebhook>[] = [
  {
    title: 'Endpoint URL',
    cell: (row) => (
      <>
        <Link className="mono" href={`/console/webhooks?endpoint_id=${row.endpoint_id}`}>
          {row.url}
        </Link>{' '}
        {row.default ? <Badge>Default</Badge> : null}
      </>
    ),
  },
  { title: 'Status', cell: (row) => <State of={row} /> },
  { title: 'Event types', end: true, cell: ({ event_types }) => <Count value={event_types.length} /> },
  { title: 'Recent deliveries', cell: (row) => describeHealth(row) },
  { title: 'Last success', cell: ({ last_success_at: at }) => (at ? <DateTime at={at} /> : '–') },
  { title: 'Failing since', cell: ({ failing_since: at }) => (at ? <DateTime at={at} /> : '–') },
  ...whoseColumns,
]

const LIST = 'GET /api/operator/v1/webhooks/endpoints'

export function Endpoints() {
  const query = useFilters<NonNullable<Query<typeof LIST>>>(FILTERS)
  const state = useTableState('console.endpoints', COLUMNS, NEWEST_FIRST)
  const list = useList(LIST, { query }, ({ endpoints }) => endpoints)
  return (
    <>
      <PageHead title="Webhooks" text="The webhook endpoints of all partners." />
      <Tabs label="Webhooks" tabs={WEBHOOK_TABS} />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools
          state={state}
          download={<CsvButton operation={LIST} input={{ query }} name="webhook-endpoints.csv" />}
        />
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Endpoints"
          noun="endpoint"
          state={state}
          rowKey={({ endpoint_id }) => endpoint_id}
          empty={<Empty title="No endpoints yet">Partners register endpoints through the API or in the portal.</Empty>}
        />
      </Panel>
    </>
  )
}
