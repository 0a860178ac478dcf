// One webhook endpoint: its health, its settings and its deliveries.

import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import type { WebhookEndpoint as Endpoint } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList, useRead } from '../../api/hooks.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { deliveryColumns } from '../../features/webhooks/delivery-columns.tsx'
import { EndpointFacts } from '../../features/webhooks/endpoint-facts.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'
import { ResendBar, useDeliverySelection } from './resend-deliveries.tsx'
import { EndpointActions } from './webhook-actions.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: wordOptions(DELIVERY_STATUSES) },
  { name: 'period', label: 'Created', type: 'period' as const },
]
const LIST = 'GET /api/partner/v1/webhooks/deliveries'
type DeliveriesQuery = NonNullable<Query<typeof LIST>>
const COLUMNS = deliveryColumns(({ delivery_id }) => `/portal/webhooks/${delivery_id}`)

export function WebhookEndpoint({ id }: { id: string }) {
  const read = useRead(
    'GET /api/partner/v1/webhooks/endpoints/{endpoint_id}',
    { params: { endpoint_id: id } },
    { every: 5 },
  )
  return (
    <Reading of={read} title="Webhook endpoint">
      {(endpoint) => <Found endpoint={endpoint} />}
    </Reading>
  )
}

function Found({ endpoint }: { endpoint: Endpoint }) {
  const { isOwner } = useWorkplace()
  return (
    <>
      <RecordHead
        crumbs={[{ href: '/portal/webhooks', text: 'Webhooks' }]}
        record={{ kind: 'Webhook endpoint', id: endpoint.endpoint_id, name: new URL(endpoint.url).host }}
        title={<span className="mono url-title">{endpoint.url}</span>}
        text={endpoint.default ? 'Default webhook endpoint' : 'Webhook endpoint'}
      />
      <Panel title="Details" aside={isOwner ? <EndpointActions endpoint={endpoint} /> : null}>
        <EndpointFacts endpoint={endpoint} />
      </Panel>
      <Deliveries endpointId={endpoint.endpoint_id} />
    </>
  )
}

function Deliveries({ endpointId }: { endpointId: string }) {
  const filters = useFilters<DeliveriesQuery>(FILTERS)
  const state = useTableState('portal.endpoint-deliveries', COLUMNS, NEWEST_FIRST)
  const query = withSort<DeliveriesQuery>({ ...filters, endpoint_id: endpointId }, state)
  const list = useList(LIST, { query }, ({ deliveries }) => deliveries, { every: 5 })
  const selection = useDeliverySelection({ ...filters, endpointId }, list.rows)
  return (
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
        empty={<Empty title="No deliveries yet">Send a test event to create one.</Empty>}
      />
    </Panel>
  )
}
