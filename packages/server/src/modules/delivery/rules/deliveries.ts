// Deliveries: states and moves as data, the steps of each method, when a failed step is retried, and when people take over.
import type { Machine } from '../../../kernel/state-machine.ts'
import type { OrderStatus } from '../../orders/rules/orders.ts'
import { isAwaitingTransfer, isReversed } from '../../orders/rules/statuses.ts'
import type { TransferMethod } from '../../orders/rules/transfers.ts'

export const DELIVERY_STATES = [
  'planned',
  'queued',
  'waiting',
  'done',
  'refused',
  'needs_operator',
  'cancelled',
] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The engine works on it. */
export const isActive = (state: DeliveryState): boolean => state === 'queued' || state === 'waiting'

/** Nothing was done for the choice of where the domain goes: it may be changed. */
export const isChangeable = (state: DeliveryState): boolean =>
  state === 'planned' || state === 'refused' || state === 'cancelled'

export type DeliveryMethod = TransferMethod

/** Who chose where the domain goes. */
export type DeliverySource = 'partner' | 'order' | 'buyer' | 'operator'

export const DELIVERY_ACTIONS = ['queue', 'wait', 'finish', 'refuse', 'give_up', 'cancel'] as const
export type DeliveryAction = (typeof DELIVERY_ACTIONS)[number]

const UNFINISHED = ['planned', 'queued', 'waiting', 'refused', 'needs_operator'] as const

export const DELIVERY_MACHINE: Machine<DeliveryState, DeliveryAction> = {
  queue: { from: [...UNFINISHED, 'cancelled'], to: 'queued' },
  wait: { from: ['queued', 'waiting'], to: 'waiting' },
  finish: { from: UNFINISHED, to: 'done' },
  refuse: { from: UNFINISHED, to: 'refused' },
  // Also a canceled one: a command that was on its way when the order ended may have moved the domain.
  give_up: { from: [...UNFINISHED, 'cancelled'], to: 'needs_operator' },
  cancel: { from: [...UNFINISHED, 'cancelled'], to: 'cancelled' },
}

/** What operators do, the usual next step first. */
export const OPERATOR_ACTIONS = ['confirm', 'set_auth_code', 'retry', 'take_over', 'cancel'] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

/**
 * A delivery under way is taken over before it is canceled: then no further command is sent, and its steps say what the registrar
 * did already.
 */
export const OPERATOR_MACHINE: Machine<DeliveryState, OperatorAction> = {
  confirm: { from: ['waiting', 'needs_operator'], to: 'done' },
  // Where nobody else sets one: the operator did it at the registrar.
  set_auth_code: { from: ['needs_operator'], to: 'needs_operator' },
  retry: { from: ['refused', 'needs_operator', 'cancelled'], to: 'queued' },
  take_over: { from: ['queued', 'waiting'], to: 'needs_operator' },
  cancel: { from: ['planned', 'refused', 'needs_operator'], to: 'cancelled' },
}

/** An order that ended keeps its delivery as a record. One that left work at the registrar is canceled once that is done. */
type Acted = { state: DeliveryState; method: DeliveryMethod }

function isOffered(action: OperatorAction, { state, method }: Acted, orderStatus: OrderStatus): boolean {
  if (isReversed(orderStatus)) return action === 'cancel' && state === 'needs_operator'
  if (action === 'set_auth_code' && method !== 'auth_code') return false
  const isUnderWay = action === 'confirm' || action === 'set_auth_code'
  return orderStatus === 'TRANSFER_IN_PROGRESS' || (!isUnderWay && isAwaitingTransfer(orderStatus))
}

/** What an operator can do now. */
export const operatorActions = (delivery: Acted, orderStatus: OrderStatus) =>
  OPERATOR_ACTIONS.filter((action) => isOffered(action, delivery, orderStatus)).flatMap((action) => {
    const { from, to } = OPERATOR_MACHINE[action]
    return from.includes(delivery.state) ? [{ action, toStatus: to }] : []
  })

export const STEP_NAMES = ['request_transfer', 'set_nameservers', 'push', 'unlock', 'set_auth_code', 'release'] as const
export type StepName = (typeof STEP_NAMES)[number]

/**
 * `push`: within the registrar, to an account of it. `auth_code`: the buyer's registrar requests the transfer with the code.
 * `registrar_transfer`: the domain is at another registrar, and its auth code brings it to ours first.
 */
const STEPS: Record<DeliveryMethod, readonly StepName[]> = {
  push: ['set_nameservers', 'push'],
  auth_code: ['unlock', 'set_auth_code', 'release'],
  registrar_transfer: ['request_transfer', 'set_nameservers', 'push'],
}

export const listSteps = (delivery: { method: DeliveryMethod; nameservers: readonly string[] }): StepName[] =>
  STEPS[delivery.method].filter((step) => step !== 'set_nameservers' || delivery.nameservers.length > 0)

export { STEP_OUTCOMES, type StepOutcome } from '../../../kernel/contracts/step-outcomes.ts'

/** Seconds from a failure to the next attempt. After the last one an operator takes over. */
const RETRY_SECONDS = [5, 30, 120, 600, 1800, 3600, 3600, 3600]

/** Null: no further attempt. */
export const computeRetrySeconds = (failures: number): number | null => RETRY_SECONDS[failures - 1] ?? null

const BY_HAND = {
  push: 'No registrar is connected. Transfer the domain to the account, then confirm the delivery.',
  auth_code:
    'No registrar is connected. Set an auth code at the registrar and enter it here. Confirm when the domain left.',
  registrar_transfer: 'No registrar is connected. Transfer the domain, then confirm the delivery.',
} as const satisfies Record<DeliveryMethod, string>

const HAS_CODE =
  'The buyer or partner transfers the domain with the auth code. Confirm the delivery when the domain has left.'
const CODE_EXPIRED = 'The auth code has expired. Set a new one at the registrar and enter it here.'

type Explained = Acted & { lastError: string | null; authCodeExpiresAt: Date | null }

/** Why an operator must act; null when none must. */
export function explainOperator(delivery: Explained, hasConnector: boolean, now: Date): string | null {
  const { state, method, lastError, authCodeExpiresAt } = delivery
  if (state !== 'needs_operator') return null
  if (lastError !== null) return lastError
  const isByCode = method === 'auth_code' && authCodeExpiresAt !== null
  if (isByCode && authCodeExpiresAt > now) return HAS_CODE
  if (hasConnector) return 'An operator took over the delivery.'
  return isByCode ? CODE_EXPIRED : BY_HAND[method]
}
