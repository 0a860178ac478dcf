// When an operator may return the payment of a delivered order. The order keeps its status: the domain stays with the buyer.
import { type Movable, OPERATOR_ACTIONS, type OrderStatus, operatorActions } from './orders.ts'
import { isDelivered } from './statuses.ts'

/** Why the payment cannot be returned now. */
export type RefundBarrier = 'partner_collected' | 'taken_back' | 'not_delivered' | 'dispute_open' | 'partly_returned'

/** `isTakenBack`: the buyer has got the whole price back. */
export type Offering = Movable & { isTakenBack: boolean }

export function findRefundBarrier(order: Offering): RefundBarrier | null {
  if (order.paymentModel !== 'service_collected') return 'partner_collected'
  if (order.isTakenBack) return 'taken_back'
  if (!isDelivered(order.status)) return 'not_delivered'
  if (order.disputeOpen) return 'dispute_open'
  return order.isPartlyReturned ? 'partly_returned' : null
}

export const OPERATOR_ORDER_ACTIONS = [...OPERATOR_ACTIONS, 'refund_after_delivery'] as const
export type OperatorOrderAction = (typeof OPERATOR_ORDER_ACTIONS)[number]

type Offered = { action: OperatorOrderAction; toStatus: OrderStatus }

/** What an operator can do with the order now. */
export const offerToOperator = (order: Offering): Offered[] => [
  ...operatorActions(order),
  ...(findRefundBarrier(order) === null ? [{ action: 'refund_after_delivery' as const, toStatus: order.status }] : []),
]
