// Orders in words: statuses, actions, and steps still ahead. Which of them apply, the order itself says. Pure.
import type { OrderAction, OrderStatus, PartnerOrderAction } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export const ORDER_STATUSES: Record<OrderStatus, { text: string; tone: Tone }> = {
  EXTERNALLY_PAID: { text: 'Paid to the partner', tone: 'info' },
  PAID: { text: 'Paid', tone: 'info' },
  MANUAL_REVIEW: { text: 'In review', tone: 'warn' },
  TRANSFER_IN_PROGRESS: { text: 'Transferring', tone: 'info' },
  TRANSFER_COMPLETED: { text: 'Delivered', tone: 'good' },
  SETTLED: { text: 'Settled', tone: 'good' },
  REFUNDED: { text: 'Refunded', tone: 'neutral' },
  CANCELLED: { text: 'Cancelled', tone: 'neutral' },
}

export const ORDER_STATUS_OPTIONS = Object.entries(ORDER_STATUSES).map(([value, { text }]) => ({ value, label: text }))

export type ActionWords = {
  label: string
  /** What it does, asked before it is done. */
  text: string
  done: string
  kind: 'primary' | 'plain' | 'danger'
}

export const ACTION_WORDS: Record<OrderAction | PartnerOrderAction, ActionWords> = {
  start_transfer: {
    label: 'Start transfer',
    text: 'The name starts to move to the buyer. The partner is told.',
    done: 'The transfer has started.',
    kind: 'primary',
  },
  complete_transfer: {
    label: 'Confirm delivery',
    text: 'The name has arrived. This cannot be undone: the settlement clock starts, and the order can no longer be refunded.',
    done: 'Delivery confirmed.',
    kind: 'primary',
  },
  fail_transfer: {
    label: 'Transfer failed',
    text: 'The transfer did not succeed. The order is paid again, and the transfer can be started anew.',
    done: 'Noted: the transfer failed.',
    kind: 'plain',
  },
  clear: {
    label: 'Clear',
    text: 'The review found nothing wrong. The transfer can start.',
    done: 'The order is cleared.',
    kind: 'primary',
  },
  hold: {
    label: 'Hold for review',
    text: 'The order waits until somebody clears it. The money stays where it is.',
    done: 'The order is held.',
    kind: 'plain',
  },
  refund: {
    label: 'Refund',
    text: 'The sale is reversed, the commission taken back, and the name listed again. This cannot be undone.',
    done: 'The order is refunded.',
    kind: 'danger',
  },
  cancel: {
    label: 'Cancel order',
    text: 'The name cannot be delivered. The sale is reversed and the name listed again. This cannot be undone.',
    done: 'The order is cancelled.',
    kind: 'danger',
  },
}

const STEPS: Partial<Record<OrderStatus, string>> = {
  PAID: 'Review',
  EXTERNALLY_PAID: 'Review',
  TRANSFER_IN_PROGRESS: 'Transfer',
  TRANSFER_COMPLETED: 'Delivery',
  SETTLED: 'Settlement',
}

/** What has to happen for an order to reach a status: a held order is paid again after its review. */
export const stepText = (status: OrderStatus): string => STEPS[status] ?? ORDER_STATUSES[status].text
