// Deliveries follow their orders: a transfer that starts is queued, and one that ends with its order ends here, too.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Registrars } from '../../../integrations/registrar/registrar.ts'
import type { MovedOrder, OrderEvents, OrderMove } from '../../../kernel/contracts/order-events.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import { lockOrder, noteOrder, waitsForChoice } from '../../orders/index.ts'
import { findDeliveryTarget } from '../../partners/index.ts'
import { DELIVERY_MACHINE, type DeliveryAction } from '../rules/deliveries.ts'
import * as store from '../store/deliveries.ts'
import { ageSimulated } from '../store/simulated.ts'
import { canStillMove } from '../store/steps.ts'
import { restartWatch } from '../store/watch.ts'
import { wakeEngine } from './wake.ts'

/** Whether a connector moves domains here, or operators do. */
export const hasConnector = ({ live }: Registrars<Db>, environment: Environment): boolean =>
  environment === 'sandbox' || live !== null

/** The partner's settings, until the transfer starts. A sale that the service collected asks its buyer instead. */
async function planFromSettings(tx: Tx, order: MovedOrder, now: Date): Promise<void> {
  if (order.paymentModel !== 'partner_collected') return
  const target = await findDeliveryTarget(tx, order)
  if (target) await store.putTarget(tx, order, { ...target, method: 'push', source: 'partner' }, now)
}

/** The buyer says where the domain goes. An operator can start without, when buyer and operator agreed otherwise. */
function assertChosen(order: MovedOrder, withoutChoice: boolean): void {
  if (withoutChoice || !waitsForChoice({ ...order, hasDelivery: false })) return
  throw new ApiError('conflict', {
    message:
      'The buyer has not chosen on the order page where to receive the domain. Wait for the choice, or confirm ' +
      'that the transfer starts without it.',
    reason: 'delivery_not_chosen',
  })
}

async function start(
  registrars: Registrars<Db>,
  tx: Tx,
  order: MovedOrder,
  now: Date,
  withoutChoice: boolean,
): Promise<void> {
  const planned = await store.lockDelivery(tx, order.id)
  if (!planned || planned.source === 'partner') await planFromSettings(tx, order, now)
  const delivery = await store.lockDelivery(tx, order.id)
  if (!delivery) return assertChosen(order, withoutChoice)
  const isAutomatic = hasConnector(registrars, order.environment)
  const state = nextState(DELIVERY_MACHINE, delivery.state, isAutomatic ? 'queue' : 'give_up')
  invariant(state, 'an order whose transfer starts has a delivery that can begin')
  await store.saveDelivery(tx, delivery, { state, step: 0, failures: 0, lastError: null }, now)
  await restartWatch(tx, order.id)
  tx.afterCommit(wakeEngine)
}

/** What a move of the order does to its delivery. */
const FOLLOWS: Record<string, DeliveryAction> = {
  complete_transfer: 'finish',
  fail_transfer: 'refuse',
  refund: 'cancel',
  cancel: 'cancel',
  charge_back: 'cancel',
}

/** A code that nobody needs any more, and why an attempt failed before one succeeded. */
const FORGETS: Partial<Record<DeliveryAction, store.DeliveryChange>> = {
  finish: { authCode: null, lastError: null },
  cancel: { authCode: null },
}

const EXPOSED =
  'The order ended, but the domain may be transferred still. Lock it at the registrar and change its auth code.'

/** The order ended after a command that can still move the domain, or after its auth code was set. */
async function endExposed(tx: Tx, order: MovedOrder, delivery: store.Delivery, now: Date): Promise<void> {
  await store.saveDelivery(
    tx,
    delivery,
    { state: DELIVERY_MACHINE.give_up.to, authCode: null, lastError: EXPOSED },
    now,
  )
  const note = { event: 'transfer.action_required', actor: 'system', message: EXPOSED } as const
  await noteOrder({ clock: { now: () => now } }, tx, await lockOrder(tx, null, order.id), note)
}

async function end(tx: Tx, moves: readonly OrderMove[], now: Date): Promise<void> {
  const ended = new Map(
    moves.flatMap(({ order, action }) => (FOLLOWS[action] ? [[order.id, { order, action: FOLLOWS[action] }]] : [])),
  )
  if (ended.size === 0) return
  const saved: store.Saved[] = []
  for (const { lease: _, ...delivery } of await store.lockDeliveries(tx, [...ended.keys()])) {
    const { order, action } = ended.get(delivery.orderId)!
    const state = nextState(DELIVERY_MACHINE, delivery.state, action)
    if (state === null) continue
    if (action === 'cancel' && (await canStillMove(tx, order.id))) await endExposed(tx, order, delivery, now)
    else saved.push({ delivery: store.changeDelivery(delivery, { state, ...FORGETS[action] }, now) })
  }
  await store.saveDeliveries(tx, saved)
}

export const createOrderEvents = (registrars: Registrars<Db>): OrderEvents<Tx> => ({
  async moved(tx, moves, now) {
    for (const { order, action, withoutChoice } of moves)
      if (action === 'start_transfer') await start(registrars, tx, order, now, withoutChoice)
    await end(tx, moves, now)
  },
})

/** A sandbox partner's clock went forward: registrars that take their time are that much nearer. */
export async function ageDomainDeliveries(tx: Tx, owner: Owner, seconds: number): Promise<void> {
  invariant(owner.environment === 'sandbox', 'only a sandbox clock can be moved')
  await store.ageWaiting(tx, owner, seconds)
  await ageSimulated(tx, owner, seconds)
  tx.afterCommit(wakeEngine)
}
