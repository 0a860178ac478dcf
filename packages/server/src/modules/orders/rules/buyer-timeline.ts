// The timeline of an order as its buyer reads it.
import type { OrderStatus } from './orders.ts'
import { isDelivered } from './statuses.ts'

/** How the timeline says that an auth code is ready. The other actions that a transfer requires are the operator's. */
export const AUTH_CODE_READY = 'The auth code is ready. Transfer the domain to a registrar with it.'

const BUYER_TEXTS: Record<OrderStatus, string> = {
  EXTERNALLY_PAID: 'Paid.',
  PAID: 'Paid.',
  MANUAL_REVIEW: 'We are reviewing the order. You do not need to do anything.',
  TRANSFER_IN_PROGRESS: 'The transfer of the domain has started.',
  TRANSFER_COMPLETED: 'The domain was delivered.',
  SETTLED: 'The order is complete.',
  REFUNDED: 'We are refunding your payment in full.',
  CANCELLED: 'We cannot deliver the domain. We are refunding your payment in full.',
}
/** Events that return an order to its paid status are not payments. */
const BUYER_TEXTS_OF_EVENTS: Record<string, string> = {
  'order.manual_review_cleared': 'The review is complete. The transfer can start.',
  'transfer.failed': 'The transfer failed. The order page says what happens next.',
  'transfer.action_required': 'We prepared the auth code for the transfer to your registrar.',
  'order.disputed': 'You disputed the payment with your bank.',
  'order.dispute_closed': 'The dispute of the payment is closed.',
}

const REFUNDED_DELIVERED = 'We are refunding your payment in full. You keep the domain.'

/** Settlement is between the marketplace and its partner. */
export const isForBuyer = ({ status, event }: { status: OrderStatus; event: string | null }): boolean =>
  status !== 'SETTLED' || (event !== null && event !== 'order.settled')

/** A line of the timeline as its buyer reads it. Notes of operators are for partners and colleagues. */
export const buyerText = (status: OrderStatus, event: string | null): string =>
  // The order stays delivered.
  (event === 'order.refunded' && isDelivered(status) ? REFUNDED_DELIVERED : undefined) ??
  (event !== null ? BUYER_TEXTS_OF_EVENTS[event] : undefined) ??
  BUYER_TEXTS[status]
