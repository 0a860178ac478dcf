// The state of an order as a badge.
import type { OrderStatus as Status } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { ORDER_STATUSES } from './order-words.ts'

type Given = { status: Status; transfer?: { state: string } }

/** An order whose transfer failed returns to its paid status; the badge shows the failure instead. */
export function OrderStatus({ order }: { order: Given }) {
  const isPaid = order.status === 'PAID' || order.status === 'EXTERNALLY_PAID'
  if (isPaid && order.transfer?.state === 'failed') return <Badge tone="bad">Transfer failed</Badge>
  const { text, tone } = ORDER_STATUSES[order.status]
  return <Badge tone={tone}>{text}</Badge>
}
