// Webhooks: the endpoint and its deliveries.
import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import { useList } from '../../api/hooks.ts'
import { deliveryColumns } from '../../features/webhooks/delivery-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { wordOptions } from '../../ui/text.ts'
import { WebhookEndpoint } from './webhook-endpoint.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: wordOptions(DELIVERY_STATUSES) },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
]

const COLUMNS = deliveryColumns(({ delivery_id }) => `/portal/webhooks/${delivery_id}`)

export function Webhooks() {
  const query = useFilters<{ status: string; event_id: string }>(FILTERS)
  const list = useList('GET /api/partner/v1/webhooks/deliveries', { query }, ({ deliveries }) => deliveries, {
    every: 5,
  })
  return (
    <>
      <PageHead title="Webhooks" text="We send signed events to your endpoint and retry failed deliveries." />
      <WebhookEndpoint />
      <Panel title="Deliveries">
        <FilterBar filters={FILTERS} />
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Deliveries"
          columns={COLUMNS}
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
