// Webhooks: the endpoints and their deliveries.

import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import type { WebhookEndpoint } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { deliveryColumns, endpointColumn } from '../../features/webhooks/delivery-columns.tsx'
import { EndpointStatus } from '../../features/webhooks/endpoint-facts.tsx'
import { describeHealth } from '../../features/webhooks/health.ts'
import { useWebhookEndpoints } from '../../features/webhooks/webhook-endpoints.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'
import { ResendBar, useDeliverySelection } from './resend-deliveries.tsx'
import { AddEndpoint, RegisterFirst } from './webhook-new.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: wordOptions(DELIVERY_STATUSES) },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
  { name: 'period', label: 'Created', type: 'period' as const },
]

const toEndpoint = (id: string): string => `/portal/webhooks/endpoints/${id}`
const [EVENT_COLUMN, ...OTHER_COLUMNS] = deliveryColumns(({ delivery_id }) => `/portal/webhooks/${delivery_id}`)
/** The page of a delivery has all attempts: the last one would leave no room for the event. */
const DELIVERY_COLUMNS = [
  EVENT_COLUMN!,
  endpointColumn(toEndpoint),
  ...OTHER_COLUMNS.filter(({ title }) => title !== 'Last attempt'),
]

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    title: 'Endpoint',
    cell: (row) => (
      <>
        <Link className="mono" href={toEndpoint(row.endpoint_id)}>
          {row.url}
        </Link>{' '}
        {row.default ? <Badge>Default</Badge> : null}
      </>
    ),
  },
  { title: 'Status', cell: (row) => <EndpointStatus of={row} /> },
  { title: 'Recent deliveries', cell: ({ health }) => describeHealth(health) },
  {
    title: 'Last delivery',
    cell: ({ health: { last_delivery_at: at } }) => (at ? <DateTime at={at} /> : '–'),
  },
  { title: 'Failing since', cell: ({ failing_since: at }) => (at ? <DateTime at={at} /> : '–') },
  { title: 'Event types', end: true, cell: ({ event_types }) => <Count value={event_types.length} /> },
]

function Endpoints() {
  const { isOwner } = useWorkplace()
  const { endpoints, error, refetch } = useWebhookEndpoints()
  if (endpoints === undefined) return error ? <Failure error={error} retry={refetch} /> : <Loading />
  if (endpoints.length === 0)
    return isOwner ? (
      <RegisterFirst />
    ) : (
      <Panel title="Endpoints">
        <Empty title="No webhook endpoint yet">Ask an owner to register one.</Empty>
      </Panel>
    )
  return (
    <Panel title="Endpoints" aside={isOwner ? <AddEndpoint /> : null}>
      <Table
        caption="Endpoints"
        columns={ENDPOINT_COLUMNS}
        rows={endpoints}
        rowKey={({ endpoint_id }) => endpoint_id}
      />
    </Panel>
  )
}

const LIST = 'GET /api/partner/v1/webhooks/deliveries'
type DeliveriesQuery = NonNullable<Query<typeof LIST>>

export function Webhooks() {
  const filters = useFilters<DeliveriesQuery>(FILTERS)
  const state = useTableState('portal.deliveries', DELIVERY_COLUMNS, NEWEST_FIRST)
  const query = withSort<DeliveriesQuery>(filters, state)
  const list = useList(LIST, { query }, ({ deliveries }) => deliveries, { every: 5 })
  const selection = useDeliverySelection(filters, list.rows)
  return (
    <>
      <PageHead title="Webhooks" text="We send signed events to your endpoints and retry failed deliveries." />
      <Endpoints />
      <Panel title="Deliveries">
        <FilterBar filters={FILTERS} />
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="deliveries.csv" />} />
        <ResendBar selection={selection} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Deliveries"
          noun="delivery"
          state={state}
          selection={selection}
          rowKey={({ delivery_id }) => delivery_id}
          empty={
            <Empty title="No deliveries yet">
              Deliveries appear here. Send a test event or record an order to create one.
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
