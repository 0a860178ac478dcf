// The state of an order as a badge.
import type { OrderStatus as Status } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { ORDER_STATUSES } from './order-words.ts'

type Given = { status: Status; transfer?: { state: string }; sale_price_cents?: number; refunded_cents?: number }

const DELIVERED: readonly Status[] = ['TRANSFER_COMPLETED', 'SETTLED']

/** A refund after delivery, or a lost dispute, leaves the status as it is: the buyer has the domain and the money. */
const isTakenBack = ({ status, sale_price_cents, refunded_cents }: Given): boolean =>
  DELIVERED.includes(status) && sale_price_cents !== undefined && refunded_cents === sale_price_cents

/** An order whose transfer failed returns to its paid status; the badge shows the failure instead. */
export function OrderStatus({ order }: { order: Given }) {
  if (isTakenBack(order)) return <Badge tone="warn">Delivered, refunded</Badge>
  const isPaid = order.status === 'PAID' || order.status === 'EXTERNALLY_PAID'
  if (isPaid && order.transfer?.state === 'failed') return <Badge tone="bad">Transfer failed</Badge>
  const { text, tone } = ORDER_STATUSES[order.status]
  return <Badge tone={tone}>{text}</Badge>
}
