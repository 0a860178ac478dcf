// One delivery: ask the registrar where the domain is, decide, write the command down, send it, and record how it ended together
// with what follows for the order. Nothing is sent inside a transaction.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Registrar } from '../../../integrations/registrar.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import { AUTH_CODE_SECONDS, DELIVERY_POLL_SECONDS } from '../../../kernel/limits.ts'
import { findLockedOrder, moveOrder, noteOrder, type Order } from '../../orders/index.ts'
import { ACTIVE_STATES, listSteps, type StepName, type StepOutcome } from '../rules/deliveries.ts'
import {
  canSkip,
  type Decision,
  decideNext,
  decideRetry,
  judgeStep,
  readsTransfer,
  type Seen,
  type Verdict,
} from '../rules/steps.ts'
import type { Delivery, LeasedDelivery } from '../store/deliveries.ts'
import * as store from '../store/deliveries.ts'
import { type Answer, newAttempt, readAnswer, settleOutcome } from './ask.ts'
import { announceCode, makeAuthCode, openAuthCode, sealAuthCode } from './auth-code.ts'
import { sendStep } from './send.ts'

export type WorkDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'orderEvents' | 'registrars' | 'secrets'>

const SYSTEM = { kind: 'system', actor: 'system' } as const

export function pickRegistrar({ registrars, db }: WorkDeps, { environment, orderId }: Delivery): Registrar {
  const { live } = registrars
  if (environment === 'sandbox' || live === 'simulated') return registrars.simulated(db, orderId)
  invariant(live, 'a connector delivers live orders')
  return live
}

/** Reading changes nothing, so its transactions need no row. */
async function observe(deps: WorkDeps, delivery: LeasedDelivery, step: StepName): Promise<Answer<Seen>> {
  const registrar = pickRegistrar(deps, delivery)
  const { domain: name, orderId, attempts } = delivery
  const domain = readAnswer(
    await settleOutcome(deps, registrar.readDomain(name, newAttempt(`${orderId}-${attempts}-read`))),
  )
  if ('problem' in domain) return domain
  if (!readsTransfer(step)) return { value: { domain: domain.value, transfer: null } }
  const transfer = readAnswer(
    await settleOutcome(deps, registrar.readTransfer(name, newAttempt(`${orderId}-${attempts}-query`))),
  )
  return 'problem' in transfer ? transfer : { value: { domain: domain.value, transfer: transfer.value } }
}

type Finished = { line: number; outcome: StepOutcome; message: string | null; serverTransaction: string | null }

type Locked = { order: Order; delivery: Delivery; isLeased: boolean }

async function lockBoth(tx: Tx, orderId: Id<'order'>, lease: string): Promise<Locked | null> {
  const order = await findLockedOrder(tx, orderId)
  const found = order && (await store.lockLeased(tx, orderId, lease))
  if (!order || !found) return null
  const { isLeased, ...delivery } = found
  return { order, delivery, isLeased }
}

/** Ends where the delivery waits for something; null then. Otherwise the delivery with its next step. */
async function settle(
  deps: WorkDeps,
  leased: LeasedDelivery,
  lease: string,
  step: StepName,
  decision: Decision,
  finished: Finished | null,
): Promise<LeasedDelivery | null> {
  return deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    // A reset of the sandbox deletes deliveries with their orders, also while one is worked on.
    const locked = await lockBoth(tx, leased.orderId, lease)
    if (!locked) return null
    const { order, delivery, isLeased } = locked
    if (finished) await store.steps.finish(tx, delivery.orderId, finished.line, finished, now)
    else if (decision.next === 'advance') await store.steps.settle(tx, delivery.orderId, 'done', now)
    else if (decision.outcome === 'refused') await store.steps.settle(tx, delivery.orderId, 'refused', now)
    if (!ACTIVE_STATES.includes(delivery.state)) {
      if (finished && delivery.state === 'cancelled' && decision.outcome !== 'refused' && decision.outcome !== 'failed')
        await giveUp(deps, tx, order, delivery, 'The registrar received a command although the order has ended.')
      return null
    }
    // Another process has it by now. It asks the registrar, too.
    if (!isLeased) return null
    // A sandbox clock that moved meanwhile did not age what was leased.
    const isAged = order.offsetSeconds !== leased.offsetSeconds
    const at = { ...delivery, step: leased.step, failures: leased.failures }
    const next = await applyDecision(deps, tx, order, at, step, isAged ? hasten(decision) : decision)
    return next && { ...leased, ...next }
  })
}

const hasten = (decision: Decision): Decision =>
  decision.next === 'wait' || decision.next === 'retry' ? { ...decision, seconds: 0 } : decision

async function giveUp(deps: WorkDeps, tx: Tx, order: Order, delivery: Delivery, why: string): Promise<void> {
  await store.saveDelivery(tx, delivery, { state: 'needs_operator', lastError: why }, deps.clock.now())
  const message = `The transfer needs an operator. ${why}`
  await noteOrder(deps, tx, order, { event: 'transfer.action_required', actor: 'system', message })
}

/** A buyer's account is not for a timeline, which outlives it. */
const describeTarget = ({ source, registrarIanaId, registrarAccount }: Delivery): string | undefined =>
  source === 'buyer' || registrarAccount === null
    ? undefined
    : `Registrar ${registrarIanaId}, account ${registrarAccount}.`

async function applyDecision(
  deps: WorkDeps,
  tx: Tx,
  order: Order,
  delivery: Delivery,
  step: StepName,
  decision: Decision,
): Promise<Delivery | null> {
  const now = deps.clock.now()
  switch (decision.next) {
    case 'advance': {
      const isLast = delivery.step + 1 >= listSteps(delivery).length
      if (isLast) {
        await moveOrder(deps, tx, order, 'complete_transfer', { ...SYSTEM, note: describeTarget(delivery) })
        return null
      }
      const isCodeSet = step === 'set_auth_code'
      const expiry = isCodeSet
        ? { state: 'waiting' as const, authCodeExpiresAt: addSeconds(now, order.offsetSeconds + AUTH_CODE_SECONDS) }
        : {}
      const change = { step: delivery.step + 1, failures: 0, lastError: null, ...expiry }
      if (isCodeSet) await announceCode(deps, tx, order, 'system')
      return store.saveDelivery(tx, delivery, change, now, { keep: true })
    }
    case 'wait':
      await store.saveDelivery(tx, delivery, { state: 'waiting', failures: 0 }, now, {
        inSeconds: decision.seconds,
      })
      return null
    case 'retry': {
      const change = { failures: delivery.failures + 1, lastError: decision.message }
      await store.saveDelivery(tx, delivery, change, now, { inSeconds: decision.seconds })
      return null
    }
    case 'use_auth_code': {
      // A code that brought the domain here is known to its seller. The buyer gets a new one.
      const change = { method: 'auth_code', step: 0, failures: 0, authCode: null, authCodeExpiresAt: null } as const
      return store.saveDelivery(tx, delivery, change, now, { keep: true })
    }
    case 'refuse': {
      // Registrars name the account that they refuse.
      const note = delivery.source === 'buyer' ? undefined : decision.message
      await moveOrder(deps, tx, order, 'fail_transfer', { ...SYSTEM, note })
      const refused = await store.lockDelivery(tx, order.id)
      invariant(refused, 'a delivery is never deleted')
      await store.saveDelivery(tx, refused, { lastError: decision.message }, now)
      return null
    }
    case 'give_up':
      await giveUp(deps, tx, order, delivery, decision.message)
      return null
  }
}

const toDecision = (verdict: Exclude<Verdict, { do: 'send' }>): Decision => {
  if (verdict.do === 'give_up')
    return { next: 'give_up', outcome: verdict.isRejected ? 'refused' : 'unknown', message: verdict.why }
  return verdict.do === 'done'
    ? { next: 'advance', outcome: 'done' }
    : { next: 'wait', outcome: 'pending', seconds: DELIVERY_POLL_SECONDS }
}

type Judged = { leased: LeasedDelivery; step: StepName; verdict: Verdict; authCode: string | null }

/** Steps that the registrar shows as done are skipped together, as long as nothing follows from them and no line of theirs is open. */
function judgeSteps(deps: WorkDeps, given: LeasedDelivery, from: StepName, seen: Seen, past: store.Past): Judged {
  const now = addSeconds(deps.clock.now(), given.offsetSeconds)
  const isCodeExpired = given.authCodeExpiresAt !== null && given.authCodeExpiresAt <= now
  const steps = listSteps(given)
  const known = openAuthCode(deps, given)
  for (let [at, step] = [given.step, from]; ; at++) {
    const authCode = step === 'set_auth_code' ? (known ?? makeAuthCode()) : known
    const verdict = judgeStep(step, seen, { ...given, authCode, isCodeExpired, last: past.get(step) ?? null })
    const next = steps[at + 1]
    if (verdict.do !== 'done' || next === undefined || !canSkip(step, next, past.get(step) ?? null))
      return { leased: { ...given, step: at, failures: step === from ? given.failures : 0 }, step, verdict, authCode }
    step = next
  }
}

async function takeStep(deps: WorkDeps, given: LeasedDelivery, lease: string, from: StepName) {
  const [seen, past] = await Promise.all([observe(deps, given, from), store.readPast(deps.db, given)])
  if ('problem' in seen)
    return settle(deps, given, lease, from, decideRetry('failed', seen.problem, given.failures), null)
  const { leased, step, verdict, authCode } = judgeSteps(deps, given, from, seen.value, past)
  if (verdict.do !== 'send')
    return settle(deps, leased, lease, step, toDecision(verdict as Exclude<Verdict, { do: 'send' }>), null)
  if (past.get(step) === 'sent')
    await deps.db.tx((tx) => store.steps.settle(tx, leased.orderId, 'unknown', deps.clock.now()))
  // A new code is written down, sealed, before the registrar learns it.
  const sealed = authCode === null ? null : (leased.authCode ?? sealAuthCode(deps, leased.orderId, authCode))
  const begun = { orderId: leased.orderId, lease, step, position: leased.step, authCode: sealed }
  const attempt = await store.beginStep(deps.db, begun, deps.clock.now())
  if (!attempt) return null
  const command = newAttempt(attempt.transaction)
  const registrar = pickRegistrar(deps, leased)
  const outcome = await settleOutcome(deps, sendStep(registrar, step, leased, { seen: seen.value, authCode }, command))
  const decision = decideNext(step, outcome, leased.failures)
  return settle(deps, leased, lease, step, decision, {
    line: attempt.line,
    outcome: decision.outcome,
    message: 'message' in outcome ? outcome.message : null,
    serverTransaction: 'serverTransaction' in outcome ? outcome.serverTransaction : null,
  })
}

/** Step after step, until the delivery ends or waits. */
export async function workOn(deps: WorkDeps, leased: LeasedDelivery, lease: string): Promise<void> {
  let delivery: LeasedDelivery | null = leased
  while (delivery) {
    const step: StepName | undefined = listSteps(delivery)[delivery.step]
    invariant(step, 'a delivery under way has a step')
    delivery = await takeStep(deps, delivery, lease, step)
  }
}
