// One delivery: ask the registrar where the domain is, decide, write the command down, send it, and record how it ended together
// with what follows for the order. Nothing is sent inside a transaction.
import type { Deps } from '../../../deps.ts'
import type { Registrar } from '../../../integrations/registrar/registrar.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import { DELIVERY_POLL_SECONDS } from '../../../kernel/limits.ts'
import { listSteps, type StepName, type StepOutcome } from '../rules/deliveries.ts'
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
import { readPast, steps as stepLog } from '../store/steps.ts'
import { type Answer, newAttempt, readAnswer, settleOutcome } from './ask.ts'
import { makeAuthCode, openAuthCode, sealAuthCode } from './auth-code.ts'
import { sendStep } from './send.ts'
import type { Settling } from './settle.ts'
import type { DeliveryWrites } from './write.ts'

export type WorkDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'orderEvents' | 'registrars' | 'secrets'>

/** The outcome of the last command of each step: read once, and kept while this process has the delivery. */
type Past = Map<StepName, StepOutcome>

export function pickRegistrar({ registrars, db }: WorkDeps, { environment, orderId }: Delivery): Registrar {
  const { live } = registrars
  if (environment === 'sandbox' || live === 'simulated') return registrars.simulated(db, orderId)
  invariant(live, 'a connector delivers live orders')
  return live
}

/** Reading changes nothing, so its transactions need no row. Both questions have one time limit, so that they end before the lease. */
async function observe(deps: WorkDeps, delivery: LeasedDelivery, step: StepName): Promise<Answer<Seen>> {
  const registrar = pickRegistrar(deps, delivery)
  const { domain: name, orderId, attempts } = delivery
  const asked = newAttempt(`${orderId}-${attempts}-read`)
  const domain = readAnswer(await settleOutcome(deps, registrar.readDomain(name, asked)))
  if ('problem' in domain) return domain
  if (!readsTransfer(step)) return { value: { domain: domain.value, transfer: null } }
  const query = { ...asked, transaction: `${orderId}-${attempts}-query` }
  const transfer = readAnswer(await settleOutcome(deps, registrar.readTransfer(name, query)))
  return 'problem' in transfer ? transfer : { value: { domain: domain.value, transfer: transfer.value } }
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
function judgeSteps(deps: WorkDeps, given: LeasedDelivery, from: StepName, seen: Seen, past: Past): Judged {
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

const OPEN: readonly StepOutcome[] = ['sent', 'unknown', 'pending']

/** As the lines are settled in the database. */
function settlePast(past: Past, { step, decision, finished }: Settling): void {
  if (finished) past.set(step, finished.outcome)
  else if (decision.next === 'advance')
    for (const [name, outcome] of past) if (OPEN.includes(outcome)) past.set(name, 'done')
}

type Working = { deps: WorkDeps; writes: DeliveryWrites; lease: string; past: Promise<Past> }

async function settle(
  { writes, lease, past }: Working,
  ended: Omit<Settling, 'lease'>,
): Promise<LeasedDelivery | null> {
  const settling = { ...ended, lease }
  const next = await writes.settle(settling)
  if (next) settlePast(await past, settling)
  return next
}

async function takeStep(working: Working, given: LeasedDelivery, from: StepName): Promise<LeasedDelivery | null> {
  const { deps, writes, lease } = working
  const [seen, past] = await Promise.all([observe(deps, given, from), working.past])
  if ('problem' in seen) {
    const decision = decideRetry('failed', seen.problem, given.failures)
    return settle(working, { leased: given, step: from, decision, finished: null })
  }
  const { leased, step, verdict, authCode } = judgeSteps(deps, given, from, seen.value, past)
  if (verdict.do !== 'send') {
    const decision = toDecision(verdict as Exclude<Verdict, { do: 'send' }>)
    return settle(working, { leased, step, decision, finished: null })
  }
  if (past.get(step) === 'sent')
    await deps.db.tx((tx) => stepLog.settle(tx, leased.orderId, 'unknown', deps.clock.now()))
  // A new code is written down, sealed, before the registrar learns it.
  const sealed = authCode === null ? null : (leased.authCode ?? sealAuthCode(deps, leased.orderId, authCode))
  const { orderId, environment, step: position } = leased
  const attempt = await writes.begin({ orderId, environment, lease, step, position, authCode: sealed })
  if (!attempt) return null
  const command = newAttempt(attempt.transaction)
  const registrar = pickRegistrar(deps, leased)
  const outcome = await settleOutcome(deps, sendStep(registrar, step, leased, { seen: seen.value, authCode }, command))
  const decision = decideNext(step, outcome, leased.failures)
  const finished = {
    line: attempt.line,
    outcome: decision.outcome,
    message: 'message' in outcome ? outcome.message : null,
    serverTransaction: 'serverTransaction' in outcome ? outcome.serverTransaction : null,
  }
  return settle(working, { leased, step, decision, finished })
}

/** Step after step, until the delivery ends or waits. */
export async function workOn(
  deps: WorkDeps,
  writes: DeliveryWrites,
  leased: LeasedDelivery,
  lease: string,
): Promise<void> {
  const working = { deps, writes, lease, past: readPast(deps.db, leased) }
  let delivery: LeasedDelivery | null = leased
  while (delivery) {
    const step: StepName | undefined = listSteps(delivery)[delivery.step]
    invariant(step, 'a delivery under way has a step')
    delivery = await takeStep(working, delivery, step)
  }
}
