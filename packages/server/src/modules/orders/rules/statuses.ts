// What the status of an order says. order-status.sql repeats it for statements.
import type { OrderStatus } from './orders.ts'

/** The money is in, and the transfer has not started. */
export const isAwaitingTransfer = (status: OrderStatus): boolean => status === 'PAID' || status === 'EXTERNALLY_PAID'

/** Delivered sales stay delivered when the money goes back. */
export const isDelivered = (status: OrderStatus): boolean => status === 'TRANSFER_COMPLETED' || status === 'SETTLED'

/** The sale ended without a delivery, and the money went back. */
export const isReversed = (status: OrderStatus): boolean => status === 'REFUNDED' || status === 'CANCELLED'
