// /console/webhooks: webhook deliveries of all partners, with their attempts.

import { DELIVERY_STATUSES } from '@freehold/sdk/enums'
import type { OperatorWebhookDelivery } from '@freehold/sdk/types'
import { useState } from 'react'
import type { Query } from '../../api/client.ts'
import { useCall, useList, useReadAgain, useTransport } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { DeliveryAttempts, RetrySchedule } from '../../features/webhooks/delivery-attempts.tsx'
import { deliveryColumns } from '../../features/webhooks/delivery-columns.tsx'
import { Resend } from '../../features/webhooks/resend.tsx'
import { Actions, Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EachBar } from '../../ui/each-bar.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { countText, wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

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
  { name: 'period', label: 'Created', type: 'period' },
]
/** Attempts are shown in a dialog. */
const IN_WINDOW = ['Attempts', 'Last attempt', 'Next attempt']
const COLUMNS = deliveryColumns(({ event_id }) => `/console/webhooks?event_id=${event_id}`)
  .filter(({ title }) => !IN_WINDOW.includes(title))
  // On a phone, the response is in the dialog, too.
  .map((column) => (column.title === 'Last response' ? { ...column, phone: 'hidden' as const } : column))

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

const LIST = 'GET /api/operator/v1/webhooks/deliveries'
const REDELIVER = 'POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver'
type DeliveriesQuery = NonNullable<Query<typeof LIST>>

export function Webhooks() {
  const transport = useTransport()
  const canResend = useMay()(REDELIVER)
  const { environment } = useShownEnvironment()
  const filters = useFilters<DeliveriesQuery>(FILTERS)
  const actions: Column<Delivery> = {
    title: 'Actions',
    end: true,
    cell: (delivery) => (
      <Actions>
        <Attempts delivery={delivery} />
        {canResend ? <Redeliver delivery={delivery} refetch={() => list.refetch()} /> : null}
      </Actions>
    ),
  }
  const state = useTableState('console.deliveries', [...COLUMNS, ...whoseColumns, actions], NEWEST_FIRST)
  const query = withSort<DeliveriesQuery>(filters, state)
  const list = useList(LIST, { query }, ({ deliveries }) => deliveries)
  const readAgain = useReadAgain()
  const selection = useSelection<Delivery>(
    ({ delivery_id }) => delivery_id,
    ({ event_type, delivery_id }) => `${event_type} ${delivery_id}`,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
  return (
    <>
      <PageHead title="Webhooks" text="Events sent to partners. Select deliveries to resend many at a time." />
      <Tabs label="Webhooks" tabs={WEBHOOK_TABS} />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="deliveries.csv" />} />
        <EachBar
          selection={selection}
          noun="delivery"
          actions={[
            {
              label: (count) => `Resend ${countText(count, 'event')}`,
              accepts: () => true,
              send: ({ delivery_id }) => transport.send(REDELIVER, { params: { delivery_id } }),
            },
          ]}
          onDone={readAgain}
        />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Webhook deliveries"
          noun="delivery"
          state={state}
          selection={canResend ? selection : undefined}
          rowKey={({ delivery_id }) => delivery_id}
          empty={<Empty title="No deliveries yet">Deliveries appear here once a partner registers an endpoint.</Empty>}
        />
      </Panel>
    </>
  )
}
