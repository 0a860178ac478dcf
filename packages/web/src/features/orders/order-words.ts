// Labels for order statuses, actions and upcoming steps. The API says which apply. Pure.
import type { OrderAction, OrderStatus, PartnerOrderAction } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export const ORDER_STATUSES: Record<OrderStatus, { text: string; tone: Tone }> = {
  EXTERNALLY_PAID: { text: 'Paid to partner', tone: 'info' },
  PAID: { text: 'Paid', tone: 'info' },
  MANUAL_REVIEW: { text: 'In review', tone: 'warn' },
  TRANSFER_IN_PROGRESS: { text: 'Transferring', tone: 'info' },
  TRANSFER_COMPLETED: { text: 'Delivered', tone: 'good' },
  SETTLED: { text: 'Settled', tone: 'good' },
  REFUNDED: { text: 'Refunded', tone: 'neutral' },
  CANCELLED: { text: 'Canceled', tone: 'neutral' },
}

/** A line of the timeline that its buyer reads. An action that the transfer requires of them is the use of their auth code. */
export const buyerLineTitle = ({ status, event }: { status: OrderStatus; event: string | null }): string =>
  event === 'transfer.action_required' ? 'Auth code ready' : ORDER_STATUSES[status].text

export const ORDER_STATUS_OPTIONS = Object.entries(ORDER_STATUSES).map(([value, { text }]) => ({ value, label: text }))

/** Both paid statuses: to the marketplace or to the partner. */
export const ANY_PAID = { value: 'PAID,EXTERNALLY_PAID', label: 'Paid (all)' }

export type ActionWords = {
  label: string
  /** What it does, shown before confirming. */
  text: string
  done: string
  kind: 'primary' | 'plain' | 'danger'
}

export const ACTION_WORDS: Record<OrderAction | PartnerOrderAction, ActionWords> = {
  start_transfer: {
    label: 'Start transfer',
    text: 'Marks the transfer to the buyer as started. If a partner sold the domain, it is notified by webhook.',
    done: 'Transfer started.',
    kind: 'primary',
  },
  complete_transfer: {
    label: 'Confirm delivery',
    text: 'The buyer has received the domain, and keeps it even if you refund the order later. This cannot be undone.',
    done: 'Delivery confirmed.',
    kind: 'primary',
  },
  fail_transfer: {
    label: 'Mark transfer as failed',
    text: 'The order returns to its paid status. You can restart the transfer, or cancel the order.',
    done: 'Transfer marked as failed.',
    kind: 'plain',
  },
  clear: {
    label: 'Clear order',
    text: 'The review found no problem. The order returns to its paid status and its transfer can start.',
    done: 'Order cleared.',
    kind: 'primary',
  },
  hold: {
    label: 'Hold for review',
    text: 'The order stays on hold until an operator clears or refunds it. No money moves.',
    done: 'Order on hold.',
    kind: 'plain',
  },
  refund: {
    label: 'Refund order',
    text: 'Reverses the sale and its commission and lists the domain for sale again. If the marketplace collected the payment, the buyer is refunded in full; otherwise the partner must refund its customer. This cannot be undone.',
    done: 'Order refunded.',
    kind: 'danger',
  },
  cancel: {
    label: 'Cancel order',
    text: 'The domain cannot be delivered. Reverses the sale and its commission and lists the domain for sale again. If the marketplace collected the payment, the buyer is refunded in full; otherwise the partner must refund its customer. This cannot be undone.',
    done: 'Order canceled.',
    kind: 'danger',
  },
}

const STEPS: Partial<Record<OrderStatus, string>> = {
  PAID: 'Clearance',
  EXTERNALLY_PAID: 'Clearance',
  TRANSFER_IN_PROGRESS: 'Transfer',
  TRANSFER_COMPLETED: 'Delivery',
  SETTLED: 'Settlement',
}

/** What has to happen for an order to reach a status. A held order returns to its paid status after its review. */
export const stepText = (status: OrderStatus): string => STEPS[status] ?? ORDER_STATUSES[status].text
