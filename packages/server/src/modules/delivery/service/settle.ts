// How steps ended, with what follows for their orders: several deliveries in one transaction.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import { AUTH_CODE_SECONDS } from '../../../kernel/limits.ts'
import { findLockedOrders, moveOrder, moveOrders, noteOrder, type Order } from '../../orders/index.ts'
import { isActive, listSteps, type StepName, type StepOutcome } from '../rules/deliveries.ts'
import type { Decision } from '../rules/steps.ts'
import type { Delivery, DeliveryChange, LeasedDelivery, Saved } from '../store/deliveries.ts'
import * as store from '../store/deliveries.ts'
import { steps } from '../store/steps.ts'
import { announceCodes } from './auth-code.ts'

export type SettleDeps = Pick<Deps, 'clock' | 'db' | 'orderEvents' | 'secrets'>

type Finished = { line: number; outcome: StepOutcome; message: string | null; serverTransaction: string | null }

/** `finished`: the command that was sent; null where none was. */
export type Settling = {
  leased: LeasedDelivery
  lease: string
  step: StepName
  decision: Decision
  finished: Finished | null
}

const SYSTEM = { kind: 'system', actor: 'system' } as const

/** What is written for all deliveries together, after each was decided. */
type Writes = {
  coded: Order[]
  completed: { order: Order; note: string | undefined }[]
  saved: Saved[]
  /** Orders whose operator has a note about a late command. */
  reported: Set<string>
}

const hasten = (decision: Decision): Decision =>
  decision.next === 'wait' || decision.next === 'retry' ? { ...decision, seconds: 0 } : decision

async function giveUp(deps: SettleDeps, tx: Tx, order: Order, delivery: Delivery, why: string): Promise<void> {
  await store.saveDelivery(tx, delivery, { state: 'needs_operator', lastError: why }, deps.clock.now())
  const message = `The transfer needs an operator. ${why}`
  await noteOrder(deps, tx, order, { event: 'transfer.action_required', actor: 'system', message })
}

/** A buyer's account is not for a timeline, which outlives it. */
const describeTarget = ({ source, registrarIanaId, registrarAccount }: Delivery): string | undefined =>
  source === 'buyer' || registrarAccount === null
    ? undefined
    : `Registrar ${registrarIanaId}, account ${registrarAccount}.`

async function refuse(deps: SettleDeps, tx: Tx, order: Order, delivery: Delivery, message: string): Promise<void> {
  // Registrars name the account that they refuse.
  const note = delivery.source === 'buyer' ? undefined : message
  await moveOrder(deps, tx, order, 'fail_transfer', { ...SYSTEM, note })
  const refused = await store.lockDelivery(tx, order.id)
  invariant(refused, 'a delivery is never deleted')
  await store.saveDelivery(tx, refused, { lastError: message }, deps.clock.now())
}

/** The usual decisions are added to the writes. Returns the delivery where the caller goes on with it. */
async function applyDecision(
  deps: SettleDeps,
  tx: Tx,
  { order, delivery, step, decision }: { order: Order; delivery: Delivery; step: StepName; decision: Decision },
  { coded, completed, saved }: Writes,
): Promise<Delivery | null> {
  const now = deps.clock.now()
  const save = (change: DeliveryChange, due: Omit<Saved, 'delivery'>): Delivery => {
    const next = store.changeDelivery(delivery, change, now)
    saved.push({ delivery: next, ...due })
    return next
  }
  switch (decision.next) {
    case 'advance': {
      if (delivery.step + 1 >= listSteps(delivery).length) {
        completed.push({ order, note: describeTarget(delivery) })
        return null
      }
      const advanced = { step: delivery.step + 1, failures: 0, lastError: null }
      if (step !== 'set_auth_code') return save(advanced, { keep: true })
      coded.push(order)
      const authCodeExpiresAt = addSeconds(now, order.offsetSeconds + AUTH_CODE_SECONDS)
      return save({ ...advanced, state: 'waiting', authCodeExpiresAt }, { keep: true })
    }
    case 'wait':
      save({ state: 'waiting', failures: 0 }, { inSeconds: decision.seconds })
      return null
    case 'retry':
      save({ failures: delivery.failures + 1, lastError: decision.message }, { inSeconds: decision.seconds })
      return null
    case 'use_auth_code':
      // A code that brought the domain here is known to its seller. The buyer gets a new one.
      return save(
        { method: 'auth_code', step: 0, failures: 0, authCode: null, authCodeExpiresAt: null },
        { keep: true },
      )
    case 'refuse':
      await refuse(deps, tx, order, delivery, decision.message)
      return null
    case 'give_up':
      await giveUp(deps, tx, order, delivery, decision.message)
      return null
  }
}

type Locked = { order: Order; delivery: Delivery; isLeased: boolean }

/** A delivery that is missing was deleted with its order by a reset of the sandbox. Orders are locked first, always. */
async function lockAll(tx: Tx, settling: readonly Settling[]): Promise<(Locked | null)[]> {
  const ids = settling.map(({ leased }) => leased.orderId)
  const orders = new Map((await findLockedOrders(tx, ids)).map((order) => [order.id, order]))
  const found = new Map((await store.lockDeliveries(tx, ids)).map((delivery) => [delivery.orderId, delivery]))
  // A sandbox clock may have moved while the delivery was waited for, after its order was read.
  const practice = [...orders.values()].filter(({ environment }) => environment === 'sandbox').map(({ id }) => id)
  const offsets = practice.length > 0 ? await store.readOffsets(tx, practice) : new Map<string, number>()
  return settling.map(({ leased, lease }) => {
    const order = orders.get(leased.orderId)
    const locked = found.get(leased.orderId)
    if (!order || !locked) return null
    const { lease: current, ...delivery } = locked
    const offsetSeconds = offsets.get(order.id) ?? order.offsetSeconds
    return { order: { ...order, offsetSeconds }, delivery, isLeased: current === lease }
  })
}

/** What the registrar says about commands whose end was not known. Without the lease, one of them may be under way elsewhere. */
async function settleOpen(tx: Tx, { leased, decision, finished }: Settling, now: Date): Promise<void> {
  if (finished) return
  if (decision.next === 'advance') await steps.settle(tx, leased.orderId, 'done', now)
  else if (decision.outcome === 'refused') await steps.settle(tx, leased.orderId, 'refused', now)
}

async function settleOne(
  deps: SettleDeps,
  tx: Tx,
  { leased, step, decision, finished }: Settling,
  { order, delivery, isLeased }: Locked,
  writes: Writes,
): Promise<LeasedDelivery | null> {
  if (!isActive(delivery.state)) {
    // An end takes every lease, so this may come from a lost one too. The operator is told once.
    const isLate = finished && decision.outcome !== 'refused' && decision.outcome !== 'failed'
    if (isLate && delivery.state === 'cancelled' && !writes.reported.has(order.id)) {
      writes.reported.add(order.id)
      await giveUp(deps, tx, order, delivery, 'The registrar received a command although the order has ended.')
    }
    return null
  }
  // Another process has it by now. It asks the registrar, too.
  if (!isLeased) return null
  // A sandbox clock that moved meanwhile did not age what was leased.
  const isAged = order.offsetSeconds !== leased.offsetSeconds
  const at = { ...delivery, step: leased.step, failures: leased.failures }
  const decided = { order, delivery: at, step, decision: isAged ? hasten(decision) : decision }
  const next = await applyDecision(deps, tx, decided, writes)
  return next && { ...leased, ...next }
}

/**
 * Null where a delivery ends or waits for something. Otherwise the delivery with its next step. An order that
 * was leased again meanwhile may be in the list twice: the lost lease only records how its own command ended.
 */
export const settleSteps = (
  deps: SettleDeps,
  settling: readonly Settling[],
): Promise<readonly (LeasedDelivery | null)[]> =>
  deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const locked = await lockAll(tx, settling)
    const known = settling.filter((_, index) => locked[index])
    await steps.finish(
      tx,
      known.flatMap(({ leased, finished }) => (finished ? [{ id: leased.orderId, ...finished }] : [])),
      now,
    )
    for (const [index, one] of settling.entries()) if (locked[index]?.isLeased) await settleOpen(tx, one, now)
    const writes: Writes = { coded: [], completed: [], saved: [], reported: new Set() }
    const next: (LeasedDelivery | null)[] = []
    for (const [index, one] of settling.entries()) {
      const both = locked[index]
      next.push(both ? await settleOne(deps, tx, one, both, writes) : null)
    }
    await announceCodes(deps, tx, writes.coded, SYSTEM.actor)
    await store.saveDeliveries(tx, writes.saved)
    await moveOrders(
      deps,
      tx,
      writes.completed.map(({ order, note }) => ({ order, action: 'complete_transfer', by: { ...SYSTEM, note } })),
    )
    return next
  })
