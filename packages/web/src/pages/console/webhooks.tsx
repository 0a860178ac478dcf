// /console/webhooks: webhook deliveries of all partners, with their attempts.
import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import type { OperatorWebhookDelivery } from '@freehold/sdk/types'
import { useState } from 'react'
import type { Query } from '../../api/client.ts'
import { useCall, useList } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { DeliveryAttempts, RetrySchedule } from '../../features/webhooks/delivery-attempts.tsx'
import { deliveryColumns } from '../../features/webhooks/delivery-columns.tsx'
import { Resend } from '../../features/webhooks/resend.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { wordOptions } from '../../ui/text.ts'

type Delivery = OperatorWebhookDelivery

export const WEBHOOK_TABS = [
  { href: '/console/webhooks', text: 'Deliveries' },
  { href: '/console/webhooks/endpoints', text: 'Endpoints' },
]

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: wordOptions(DELIVERY_STATUSES) },
  { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
  { name: 'endpoint_id', label: 'Endpoint ID', placeholder: 'whe_…' },
  ...WHOSE_FILTERS,
]
/** Attempts are shown in a dialog. */
const IN_WINDOW = ['Attempts', 'Last attempt', 'Next attempt']
const COLUMNS = deliveryColumns(({ event_id }) => `/console/webhooks?event_id=${event_id}`).filter(
  ({ title }) => !IN_WINDOW.includes(title),
)

function Attempts({ delivery }: { delivery: Delivery }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="plain" small aria-label={`View attempts: ${delivery.delivery_id}`} onClick={() => setOpen(true)}>
        View attempts
      </Button>
      <Dialog title={delivery.event_type} open={isOpen} onClose={() => setOpen(false)}>
        <Facts
          facts={[
            [
              'Delivery ID',
              <span key="id" className="mono">
                {delivery.delivery_id}
              </span>,
            ],
            [
              'Event ID',
              <span key="event" className="mono">
                {delivery.event_id}
              </span>,
            ],
            [
              'Endpoint URL',
              <span key="url" className="mono">
                {delivery.url ?? 'No endpoint registered'}
              </span>,
            ],
          ]}
        />
        <DeliveryAttempts attempts={delivery.attempts} />
        {delivery.status === 'pending' ? (
          <>
            <h3>Retry schedule</h3>
            <RetrySchedule planned={delivery.planned_attempts} />
          </>
        ) : null}
        <Button onClick={() => setOpen(false)}>Close</Button>
      </Dialog>
    </>
  )
}

function Redeliver({ delivery, refetch }: { delivery: Delivery; refetch: () => unknown }) {
  const call = useCall()
  const params = { delivery_id: delivery.delivery_id }
  return (
    <Resend
      small
      delivery={delivery}
      refetch={refetch}
      send={() => call('POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver', { params })}
    />
  )
}

export function Webhooks() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/webhooks/deliveries'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/webhooks/deliveries', { query }, ({ deliveries }) => deliveries)
  return (
    <>
      <PageHead title="Webhooks" text="Events sent to partners, newest first." />
      <Tabs label="Webhooks" tabs={WEBHOOK_TABS} />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Webhook deliveries"
          noun="delivery"
          columns={[
            ...COLUMNS,
            ...whoseColumns,
            {
              title: 'Actions',
              end: true,
              cell: (delivery: Delivery) => (
                <Actions>
                  <Attempts delivery={delivery} />
                  <May call="POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver">
                    <Redeliver delivery={delivery} refetch={list.refetch} />
                  </May>
                </Actions>
              ),
            },
          ]}
          rowKey={({ delivery_id }) => delivery_id}
          empty={<Empty title="No deliveries yet">Deliveries appear here once a partner registers an endpoint.</Empty>}
        />
      </Panel>
    </>
  )
}
