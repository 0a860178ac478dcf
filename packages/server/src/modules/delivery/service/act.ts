// What operators do with a delivery: confirm it, send it again, take it over, or cancel it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { AUTH_CODE_SECONDS } from '../../../kernel/limits.ts'
import { lockOrder, moveOrder, noteOrder, type Order } from '../../orders/index.ts'
import { DELIVERY_MACHINE, type OperatorAction, operatorActions } from '../rules/deliveries.ts'
import type { Delivery, DeliveryChange } from '../store/deliveries.ts'
import * as store from '../store/deliveries.ts'
import { restartWatch } from '../store/watch.ts'
import { announceCodes, sealAuthCode } from './auth-code.ts'
import { hasConnector } from './follow.ts'
import { wakeEngine } from './wake.ts'

export type ActDeps = Pick<Deps, 'clock' | 'orderEvents' | 'registrars' | 'secrets'>

export type Acting = {
  action: OperatorAction
  actor: string
  note: string | undefined
  /** For `retry`: another target, or the auth code of a domain at another registrar. For `set_auth_code`: the buyer's. */
  target: { registrarIanaId?: number | undefined; registrarAccount?: string | undefined; authCode?: string | undefined }
}

type Subject = { order: Order; delivery: Delivery; acting: Acting }

const act = ({ actor, note }: Acting) => ({ kind: 'operator' as const, actor: `operator ${actor}`, note })

function readTarget(deps: ActDeps, { delivery, acting: { target } }: Subject): DeliveryChange {
  const { registrarIanaId, registrarAccount, authCode } = target
  const place = {
    ...(registrarIanaId === undefined ? {} : { registrarIanaId }),
    ...(registrarAccount === undefined ? {} : { registrarAccount }),
  }
  const isMoved = Object.keys(place).length > 0
  const change: DeliveryChange = isMoved ? { ...place, method: 'push', source: 'operator' } : {}
  if (authCode === undefined) return change
  const sealed = sealAuthCode(deps, delivery.orderId, authCode)
  return { ...change, method: 'registrar_transfer', authCode: sealed, authCodeExpiresAt: null }
}

async function retry(deps: ActDeps, tx: Tx, subject: Subject): Promise<void> {
  const { order, delivery, acting } = subject
  if (!hasConnector(deps.registrars, order.environment))
    throw new ApiError('conflict', {
      message: 'No registrar is connected (DELIVERY=manual). Transfer the domain by hand, then confirm the delivery.',
      reason: 'illegal_transition',
    })
  const change = readTarget(deps, subject)
  const next = { ...delivery, ...change }
  if (next.method !== 'auth_code' && (next.registrarAccount === null || next.registrarIanaId === null))
    throw new ApiError('validation_error', {
      message: 'registrar_account: is required, because the delivery has no target yet',
    })
  const now = deps.clock.now()
  // The order first: its move queues the delivery, with the target that is stored by then.
  const changed = await store.saveDelivery(tx, delivery, change, now)
  if (order.status !== 'TRANSFER_IN_PROGRESS') {
    await moveOrder(deps, tx, order, 'start_transfer', act(acting))
    return
  }
  await store.saveDelivery(tx, changed, { state: DELIVERY_MACHINE.queue.to, step: 0, failures: 0 }, now)
  await restartWatch(tx, order.id)
  tx.afterCommit(wakeEngine)
}

async function cancel(deps: ActDeps, tx: Tx, { order, delivery, acting }: Subject): Promise<void> {
  if (order.status === 'TRANSFER_IN_PROGRESS') await moveOrder(deps, tx, order, 'fail_transfer', act(acting))
  const failed = await store.lockDelivery(tx, delivery.orderId)
  invariant(failed, 'a delivery is never deleted')
  await store.saveDelivery(tx, failed, { state: 'cancelled', authCode: null }, deps.clock.now())
}

async function takeOver(deps: ActDeps, tx: Tx, { order, delivery, acting }: Subject): Promise<void> {
  await store.saveDelivery(tx, delivery, { state: 'needs_operator' }, deps.clock.now())
  const message = ['An operator took over the transfer.', acting.note].filter(Boolean).join(' ')
  const { actor } = act(acting)
  await noteOrder(deps, tx, order, { event: 'transfer.action_required', actor, message })
}

/** The code that the operator set at the registrar. The delivery stays with the operator, who confirms it. */
async function setAuthCode(deps: ActDeps, tx: Tx, { order, delivery, acting }: Subject): Promise<void> {
  const { authCode } = acting.target
  if (authCode === undefined) throw invalidField('auth_code', 'is required')
  const now = deps.clock.now()
  const sealed = sealAuthCode(deps, delivery.orderId, authCode)
  const authCodeExpiresAt = addSeconds(now, order.offsetSeconds + AUTH_CODE_SECONDS)
  await store.saveDelivery(tx, delivery, { authCode: sealed, authCodeExpiresAt, lastError: null }, now)
  await announceCodes(deps, tx, [order], act(acting).actor)
}

const DO: Record<OperatorAction, (deps: ActDeps, tx: Tx, subject: Subject) => Promise<unknown>> = {
  confirm: (deps, tx, { order, acting }) => moveOrder(deps, tx, order, 'complete_transfer', act(acting)),
  set_auth_code: setAuthCode,
  retry,
  take_over: takeOver,
  cancel,
}

/** Locks the order and its delivery, in the caller's transaction. */
export async function actOnDelivery(deps: ActDeps, tx: Tx, orderId: string, acting: Acting): Promise<Order['id']> {
  const order = await lockOrder(tx, null, orderId)
  const delivery = await store.lockDelivery(tx, order.id)
  if (!delivery) throw notFound('This order has no delivery yet.')
  const allowed = operatorActions(delivery, order.status)
  if (!allowed.some(({ action }) => action === acting.action))
    throw new ApiError('conflict', {
      message: `Cannot apply ${acting.action} to a delivery in state ${delivery.state}. Its field actions lists what it accepts now.`,
      reason: 'illegal_transition',
    })
  await DO[acting.action](deps, tx, { order, delivery, acting })
  return order.id
}
