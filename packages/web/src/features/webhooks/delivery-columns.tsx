// Columns of lists of webhook deliveries.
import type { WebhookDelivery } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Count } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

/** The last response: the status code or the error. */
export function describeResponse({ attempts }: Pick<WebhookDelivery, 'attempts'>): string {
  const last = attempts.at(-1)
  if (!last) return 'No attempts yet'
  return last.status_code === null ? (last.error ?? 'No response') : String(last.status_code)
}

/** Where a delivery went. `toHref`: the page of an endpoint. */
export const endpointColumn = (toHref: (endpointId: string) => string): Column<WebhookDelivery> => ({
  title: 'Endpoint',
  phone: 'hidden',
  cell: ({ endpoint_id: id, url }) => {
    if (url === null) return '–'
    const text = <span className="mono endpoint-url">{url.replace(/^https?:\/\//, '')}</span>
    return id === null ? text : <Link href={toHref(id)}>{text}</Link>
  },
})

/** `toHref`: the page of one delivery. */
export const deliveryColumns = (toHref: (of: WebhookDelivery) => string): readonly Column<WebhookDelivery>[] => [
  {
    title: 'Event',
    cell: (row) => (
      <Link className="name event-name" href={toHref(row)}>
        {row.event_type}
      </Link>
    ),
  },
  { title: 'Created', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} /> },
  { title: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
  { title: 'Last response', cell: (row) => describeResponse(row) },
  { title: 'Attempts', end: true, cell: ({ attempts }) => <Count value={attempts.length} /> },
  {
    title: 'Last attempt',
    isExtra: true,
    cell: ({ attempts }) => {
      const last = attempts.at(-1)
      return last ? <DateTime at={last.at} precision="second" /> : '–'
    },
  },
  {
    title: 'Next attempt',
    cell: ({ next_attempt_at: next }) => (next ? <DateTime at={next} /> : '–'),
  },
]
