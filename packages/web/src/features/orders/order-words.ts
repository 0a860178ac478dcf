// Orders in words: their states, what may be done in each, and which steps are still ahead. Pure.
import type { Order } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export type OrderStatus = Order['status']

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

export type OrderAction =
  | 'hold'
  | 'clear'
  | 'start_transfer'
  | 'fail_transfer'
  | 'complete_transfer'
  | 'refund'
  | 'cancel'

export type ActionWords = {
  label: string
  /** What it does, asked before it is done. */
  text: string
  done: string
  kind: 'primary' | 'plain' | 'danger'
}

export const ORDER_ACTIONS: Record<OrderAction, ActionWords> = {
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

const PAID: readonly OrderAction[] = ['start_transfer', 'hold', 'refund', 'cancel']
const ALLOWED: Record<OrderStatus, readonly OrderAction[]> = {
  EXTERNALLY_PAID: PAID,
  PAID,
  MANUAL_REVIEW: ['clear', 'refund', 'cancel'],
  TRANSFER_IN_PROGRESS: ['complete_transfer', 'fail_transfer', 'refund', 'cancel'],
  TRANSFER_COMPLETED: [],
  SETTLED: [],
  REFUNDED: [],
  CANCELLED: [],
}

/** What an operator may do now, the usual next step first. */
export const actionsFor = ({ status }: { status: OrderStatus }): readonly OrderAction[] => ALLOWED[status]

/** What a partner moves by itself in its sandbox. */
export const SANDBOX_ACTIONS = [
  'hold',
  'clear',
  'start_transfer',
  'fail_transfer',
  'complete_transfer',
] as const satisfies readonly OrderAction[]
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

/** Whoever collected the money pays it back; after delivery nobody does. */
export const canPartnerRefund = (order: Pick<Order, 'status' | 'payment_model'>): boolean =>
  order.payment_model === 'partner_collected' && actionsFor(order).includes('refund')

const AHEAD: Record<OrderStatus, readonly string[]> = {
  EXTERNALLY_PAID: ['Transfer', 'Delivery', 'Settlement'],
  PAID: ['Transfer', 'Delivery', 'Settlement'],
  MANUAL_REVIEW: ['Review', 'Transfer', 'Delivery', 'Settlement'],
  TRANSFER_IN_PROGRESS: ['Delivery', 'Settlement'],
  TRANSFER_COMPLETED: ['Settlement'],
  SETTLED: [],
  REFUNDED: [],
  CANCELLED: [],
}

/** The steps that have not happened yet. */
export const stepsAhead = (status: OrderStatus): readonly string[] => AHEAD[status]
