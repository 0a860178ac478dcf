// Orders: their states and moves as data, who may make them, and what each tells the world.
import type { OperatorRole } from '../../../kernel/operator-roles.ts'
import type { Environment } from '../../../kernel/owner.ts'
import type { Machine } from '../../../kernel/state-machine.ts'
import { isReversed } from './statuses.ts'

export const ORDER_STATUSES = [
  'EXTERNALLY_PAID',
  'PAID',
  'MANUAL_REVIEW',
  'TRANSFER_IN_PROGRESS',
  'TRANSFER_COMPLETED',
  'SETTLED',
  'REFUNDED',
  'CANCELLED',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const PAYMENT_MODELS = ['partner_collected', 'service_collected'] as const
export type PaymentModel = (typeof PAYMENT_MODELS)[number]

/** The status in which an order's money is in and nothing else has happened. */
export const paidStatus = (model: PaymentModel): OrderStatus =>
  model === 'partner_collected' ? 'EXTERNALLY_PAID' : 'PAID'

export const ORDER_ACTIONS = [
  'hold',
  'clear',
  'start_transfer',
  'fail_transfer',
  'complete_transfer',
  'settle',
  'refund',
  'cancel',
  'charge_back',
] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** `PAID` stands for the order's own paid status; see `nextStatus`. */
const BEFORE_DELIVERY = ['PAID', 'EXTERNALLY_PAID', 'MANUAL_REVIEW', 'TRANSFER_IN_PROGRESS'] as const

export const ORDER_MACHINE: Machine<OrderStatus, OrderAction> = {
  hold: { from: ['PAID', 'EXTERNALLY_PAID'], to: 'MANUAL_REVIEW' },
  clear: { from: ['MANUAL_REVIEW'], to: 'PAID' },
  start_transfer: { from: ['PAID', 'EXTERNALLY_PAID'], to: 'TRANSFER_IN_PROGRESS' },
  fail_transfer: { from: ['TRANSFER_IN_PROGRESS'], to: 'PAID' },
  complete_transfer: { from: ['TRANSFER_IN_PROGRESS'], to: 'TRANSFER_COMPLETED' },
  settle: { from: ['TRANSFER_COMPLETED'], to: 'SETTLED' },
  refund: { from: BEFORE_DELIVERY, to: 'REFUNDED' },
  cancel: { from: BEFORE_DELIVERY, to: 'CANCELLED' },
  // Disputes are about payments that the service collected.
  charge_back: { from: ['PAID', 'MANUAL_REVIEW', 'TRANSFER_IN_PROGRESS'], to: 'CANCELLED' },
}

/** The machine with an order's own paid status put in where it returns to paid. */
export function nextStatus(status: OrderStatus, action: OrderAction, model: PaymentModel): OrderStatus | null {
  const move = ORDER_MACHINE[action]
  if (!move.from.includes(status)) return null
  return move.to === 'PAID' ? paidStatus(model) : move.to
}

export type Actor = 'partner' | 'operator' | 'system'

/** Who may make which move. The settlement run alone settles, a lost dispute alone charges back; partners only ask for refunds. */
export const MAY: Record<OrderAction, readonly Actor[]> = {
  hold: ['operator', 'system'],
  clear: ['operator'],
  start_transfer: ['operator', 'system'],
  fail_transfer: ['operator', 'system'],
  complete_transfer: ['operator', 'system'],
  settle: ['system'],
  refund: ['operator', 'partner'],
  cancel: ['operator'],
  charge_back: ['system'],
}

/** What a partner does in its sandbox in the operator's place. */
export const SANDBOX_ACTIONS = ['start_transfer', 'complete_transfer', 'fail_transfer', 'clear', 'hold'] as const
export type SandboxAction = (typeof SANDBOX_ACTIONS)[number]

/** In the order in which they are offered: the usual next step first. */
export const OPERATOR_ACTIONS = [...SANDBOX_ACTIONS, 'refund', 'cancel'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]
export const PARTNER_ACTIONS = [...SANDBOX_ACTIONS, 'refund'] as const
export type PartnerAction = (typeof PARTNER_ACTIONS)[number]

type Placed = { status: OrderStatus; paymentModel: PaymentModel }

/** What disputes did to the payment. `isPartlyReturned`: a lost one returned a part of it while the sale stands. */
export type Disputed = { disputeOpen: boolean; isPartlyReturned: boolean }

/** While the payment is disputed, only the dispute returns it. Once a part was returned, a full refund would return that part twice. */
export const isHeldByDispute = ({ disputeOpen, isPartlyReturned }: Disputed): boolean => disputeOpen || isPartlyReturned

export type Movable = Placed & Disputed

const listMoves = <Action extends OrderAction>({ status, paymentModel }: Placed, actions: readonly Action[]) =>
  actions.flatMap((action) => {
    const toStatus = nextStatus(status, action, paymentModel)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

const allowed = <Action extends OrderAction>(order: Movable, actions: readonly Action[]) =>
  listMoves(order, isHeldByDispute(order) ? actions.filter((action) => !isReversal(action)) : actions)

/** What an operator can do with the order now. */
export const operatorActions = (order: Movable) => allowed(order, OPERATOR_ACTIONS)

/** What its partner can do: refund what it collected, and in the sandbox what operators do. */
export const partnerActions = (order: Movable, environment: Environment) =>
  allowed<PartnerAction>(order, [
    ...(environment === 'sandbox' ? SANDBOX_ACTIONS : []),
    ...(order.paymentModel === 'partner_collected' ? (['refund'] as const) : []),
  ])

/** The moves of an order that nothing stops. */
const USUAL_ACTIONS = ['clear', 'start_transfer', 'complete_transfer', 'settle'] as const

/** The statuses that are still ahead when all goes well. */
export function upcomingStatuses(order: Placed): OrderStatus[] {
  const [next] = listMoves(order, USUAL_ACTIONS)
  return next ? [next.toStatus, ...upcomingStatuses({ ...order, status: next.toStatus })] : []
}

export const TRANSFER_STATES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

/** What a move emits, how it reads in the timeline, and what becomes of the transfer. */
export const EFFECTS: Record<
  OrderAction,
  { events: readonly string[]; message: string; transfer: TransferState | null }
> = {
  hold: { events: ['order.held'], message: 'Held for manual review.', transfer: null },
  clear: {
    events: ['order.manual_review_cleared'],
    message: 'Manual review cleared. The order is waiting for its transfer.',
    transfer: null,
  },
  start_transfer: {
    events: ['order.transfer_started', 'transfer.started'],
    message: 'The domain transfer has started.',
    transfer: 'in_progress',
  },
  fail_transfer: {
    events: ['transfer.failed'],
    message: 'The domain transfer failed. The operator can restart it.',
    transfer: 'failed',
  },
  complete_transfer: {
    events: ['order.transfer_completed', 'transfer.completed'],
    message: 'The domain was delivered.',
    transfer: 'completed',
  },
  settle: { events: ['order.settled'], message: 'The order is on a closed statement.', transfer: null },
  refund: { events: ['order.refunded'], message: 'Refunded.', transfer: 'cancelled' },
  cancel: {
    events: ['order.refunded'],
    message: 'The operator canceled the order because the domain cannot be transferred.',
    transfer: 'cancelled',
  },
  charge_back: {
    events: ['order.dispute_closed'],
    message: 'The dispute was lost before the delivery. The order was canceled.',
    transfer: 'cancelled',
  },
}

export const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer', 'transfer_failed', 'other'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What is left of a sale after partial refunds. */
type Refundable = {
  salePriceCents: number
  commissionCents: number
  refundedCents: number
  clawbackCents: number
}
export const toRest = (order: Refundable) => ({
  priceCents: order.salePriceCents - order.refundedCents,
  commissionCents: order.commissionCents - order.clawbackCents,
})

/**
 * The commission that a partial refund takes back. The share of everything refunded so far is rounded once, so several refunds
 * take back as much as one of the same sum, and all of them together exactly the commission.
 */
export function computeClawback(order: Refundable, amountCents: number): number {
  const refunded = BigInt(order.refundedCents + amountCents)
  const price = BigInt(order.salePriceCents)
  const share = (2n * BigInt(order.commissionCents) * refunded + price) / (2n * price)
  return Number(share) - order.clawbackCents
}

/** The action that takes an action back. Deliveries and refunds are final. */
const UNDO: Partial<Record<OperatorAction, OperatorAction>> = {
  hold: 'clear',
  clear: 'hold',
  start_transfer: 'fail_transfer',
}
export const undoAction = (action: OperatorAction): OperatorAction | null => UNDO[action] ?? null

/** Actions that return the buyer's payment are for the finance role, all others for support. */
export const actionRole = (action: OperatorAction): OperatorRole => (isReversal(action) ? 'finance' : 'support')

export const isReversal = (action: OrderAction): boolean =>
  action === 'refund' || action === 'cancel' || action === 'charge_back'

type Ended = { status: OrderStatus; clawedBackAt: Date | string | null }

/** The buyer got the whole price back: instead of the delivery, or after it. */
export const isTakenBack = ({ status, clawedBackAt }: Ended): boolean => clawedBackAt !== null || isReversed(status)

/** What events tell of a dispute. */
export type DisputeFacts = {
  id: string
  status: string
  amountCents: number
  currency: string
  reason: string
  respondBy: Date | null
}

type EventDetails = {
  refund?: { id: string; amountCents: number; commissionClawbackCents: number } | undefined
  dispute?: DisputeFacts | undefined
}

/** What an order event says of the order. The SQL function `order_event_data` mirrors it for the events of a new sale. */
export const buildOrderEvent = (
  order: { id: string; domain: string; salePriceCents: number; currency: string },
  status: OrderStatus,
  { refund, dispute }: EventDetails = {},
) => ({
  order: {
    public_id: order.id,
    domain: order.domain,
    status,
    sale_price_cents: order.salePriceCents,
    currency: order.currency,
  },
  ...(refund
    ? {
        refund: {
          refund_id: refund.id,
          amount_cents: refund.amountCents,
          commission_clawback_cents: refund.commissionClawbackCents,
        },
      }
    : {}),
  ...(dispute
    ? {
        dispute: {
          dispute_id: dispute.id,
          status: dispute.status,
          amount_cents: dispute.amountCents,
          currency: dispute.currency,
          reason: dispute.reason,
          respond_by: dispute.respondBy?.toISOString() ?? null,
        },
      }
    : {}),
})
