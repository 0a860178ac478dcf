// Webhooks: the endpoints and their deliveries.
import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import type { WebhookEndpoint } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { useWebhookEndpoints } from '../../features/portal/webhook-endpoints.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { deliveryColumns } from '../../features/webhooks/delivery-columns.tsx'
import { EndpointStatus } from '../../features/webhooks/endpoint-facts.tsx'
import { describeHealth } from '../../features/webhooks/health.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty, Failure, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { wordOptions } from '../../ui/text.ts'
import { AddEndpoint, RegisterFirst } from './webhook-new.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: wordOptions(DELIVERY_STATUSES) },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
]

const DELIVERY_COLUMNS = deliveryColumns(({ delivery_id }) => `/portal/webhooks/${delivery_id}`)

const ENDPOINT_COLUMNS: readonly Column<WebhookEndpoint>[] = [
  {
    title: 'Endpoint',
    cell: (row) => (
      <>
        <Link className="mono" href={`/portal/webhooks/endpoints/${row.endpoint_id}`}>
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

export function Webhooks() {
  const query = useFilters<{ status: string; event_id: string }>(FILTERS)
  const list = useList('GET /api/partner/v1/webhooks/deliveries', { query }, ({ deliveries }) => deliveries, {
    every: 5,
  })
  return (
    <>
      <PageHead title="Webhooks" text="We send signed events to your endpoints and retry failed deliveries." />
      <Endpoints />
      <Panel title="Deliveries">
        <FilterBar filters={FILTERS} />
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Deliveries"
          noun="delivery"
          columns={DELIVERY_COLUMNS}
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
