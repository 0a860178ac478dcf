// Texts and sums of bulk actions on orders. Pure.
import type { OperatorOrderAction, OrderAction, PartnerOrderAction } from '@freehold/sdk/types'
import { countText } from '../../ui/text.ts'

type Words = { label: (count: number) => string; done: string }

export const BULK_WORDS: Record<OrderAction, Words> = {
  clear: { label: (count) => `Clear ${countText(count, 'order')}`, done: 'cleared' },
  start_transfer: { label: (count) => `Start ${countText(count, 'transfer')}`, done: 'in transfer' },
  complete_transfer: {
    label: (count) => `Confirm ${count} ${count === 1 ? 'delivery' : 'deliveries'}`,
    done: 'delivered',
  },
  fail_transfer: { label: (count) => `Mark ${countText(count, 'transfer')} as failed`, done: 'returned to paid' },
  hold: { label: (count) => `Hold ${countText(count, 'order')} for review`, done: 'on hold' },
  refund: { label: (count) => `Refund ${countText(count, 'order')}`, done: 'refunded' },
  cancel: { label: (count) => `Cancel ${countText(count, 'order')}`, done: 'canceled' },
}

/** What taking an action back does to the world: partners see it. */
export const UNDO_TEXTS: Partial<Record<OrderAction, string>> = {
  clear: 'Holds these orders for review again. Partners are notified.',
  hold: 'Clears these orders again. Partners are notified.',
  start_transfer:
    'Marks these transfers as failed. The orders return to their paid status, and partners are notified of a failed transfer.',
}

type Actionable = { actions: readonly { action: OperatorOrderAction | PartnerOrderAction }[] }

/** The orders that accept an action now. */
export const acceptingOrders = <Order extends Actionable>(orders: readonly Order[], action: OrderAction): Order[] =>
  orders.filter(({ actions }) => actions.some((one) => one.action === action))
