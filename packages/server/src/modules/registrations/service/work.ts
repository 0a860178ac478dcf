// One command: ask the registry, decide, write down what is sent, send it, and record how it ended together with what follows for
// the domain. Nothing is sent inside a transaction.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Registrar } from '../../../integrations/registrar/registrar.ts'
import { invariant } from '../../../kernel/errors.ts'
import { type Answer, newAttempt, readAnswer, settleOutcome } from '../../delivery/index.ts'
import { listSteps, type StepName, type StepOutcome } from '../rules/commands.ts'
import { type Decision, decideNext, decideRetry, judgeStep, type Seen, toDecision } from '../rules/judge.ts'
import * as store from '../store/commands.ts'
import { endCommand } from './end.ts'
import { sendStep } from './send.ts'

export type WorkDeps = Pick<Deps, 'clock' | 'db' | 'log' | 'registrars' | 'secrets'>

/** The domains of people are one customer of the simulated registrar. */
const SIMULATED_SCOPE = 'accounts'

export function pickRegistrar({ registrars, db }: Pick<WorkDeps, 'registrars' | 'db'>): Registrar {
  const { live } = registrars
  if (live === 'simulated') return registrars.simulated(db, SIMULATED_SCOPE)
  invariant(live, 'a connector carries out commands')
  return live
}

/** Reading changes nothing, so its transactions need no row. All questions have one time limit, so that they end before the lease. */
async function observe(
  deps: WorkDeps,
  { id, attempts, domain: name }: store.Command,
  step: StepName,
): Promise<Answer<Seen>> {
  if (step === 'create_contact') return { value: { domain: null, offer: null } }
  const registrar = pickRegistrar(deps)
  const asked = newAttempt(`${id}-${attempts}-read`)
  if (step === 'register') {
    // A name that is available has no domain to read.
    const check = { ...asked, transaction: `${id}-${attempts}-check` }
    const checked = readAnswer(await settleOutcome(deps, registrar.checkDomains([name], check)))
    if ('problem' in checked) return checked
    const offer = checked.value[0] ?? { isAvailable: false, reason: null }
    if (offer.isAvailable) return { value: { domain: null, offer } }
    const domain = readAnswer(await settleOutcome(deps, registrar.readDomain(name, asked)))
    return 'problem' in domain ? domain : { value: { domain: domain.value, offer } }
  }
  const domain = readAnswer(await settleOutcome(deps, registrar.readDomain(name, asked)))
  return 'problem' in domain ? domain : { value: { domain: domain.value, offer: null } }
}

type Finished = { line: number; outcome: StepOutcome; message: string | null; serverTransaction: string | null }

/** Null where the command ended or waits. Otherwise the command with its next step. */
async function settle(
  deps: WorkDeps,
  leased: store.Command,
  lease: string,
  step: StepName,
  decision: Decision,
  finished: Finished | null,
  seen: Seen | null,
): Promise<store.Command | null> {
  return deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const command = await store.lockCommand(tx, leased.id)
    invariant(command, 'a command under way is never deleted')
    if (finished) await store.steps.finish(tx, [{ id: command.id, ...finished }], now)
    if (decision.next === 'advance') await store.steps.settle(tx, command.id, 'done', now, step)
    // Another process has it by now, or an operator decided. The next look asks the registry, too.
    if (command.state !== 'queued' || !(await store.isLeased(tx, command.id, lease))) return null
    return applyDecision(deps, tx, command, decision, seen, now)
  })
}

async function applyDecision(
  deps: WorkDeps,
  tx: Tx,
  command: store.Command,
  decision: Decision,
  seen: Seen | null,
  now: Date,
): Promise<store.Command | null> {
  switch (decision.next) {
    case 'advance': {
      const isLast = command.step + 1 >= listSteps(command.kind).length
      if (!isLast) {
        const change = { step: command.step + 1, failures: 0, lastError: null }
        return store.saveCommand(tx, command, change, now, { keep: true })
      }
      await endCommand(deps, tx, command, { state: 'done', expiresAt: seen?.domain?.expiresAt ?? null }, now)
      return null
    }
    case 'wait':
      await store.saveCommand(tx, command, { failures: 0 }, now, { inSeconds: decision.seconds })
      return null
    case 'retry': {
      const change = { failures: command.failures + 1, lastError: decision.message }
      await store.saveCommand(tx, command, change, now, { inSeconds: decision.seconds })
      return null
    }
    case 'give_up':
      await store.saveCommand(tx, command, { state: 'needs_operator', lastError: decision.message }, now)
      return null
    case 'fail':
      await endCommand(deps, tx, command, { state: 'failed', message: decision.message }, now)
      return null
  }
}

/** The connector's word on the new expiry date, where it gives one. */
const readExpiry = (value: unknown): Date | null =>
  typeof value === 'object' && value !== null && 'expiresAt' in value && value.expiresAt instanceof Date
    ? value.expiresAt
    : null

async function takeStep(deps: WorkDeps, command: store.Command, lease: string, step: StepName) {
  const past = await store.readPast(deps.db, command.id, step)
  const attempted = { ...past, failures: command.failures, isPaid: command.purchaseId !== null }
  const seen = await observe(deps, command, step)
  if ('problem' in seen)
    return settle(deps, command, lease, step, decideRetry('failed', seen.problem, attempted), null, null)
  const verdict = judgeStep(step, seen.value, { ...command, ...past })
  if (verdict.do !== 'send') return settle(deps, command, lease, step, toDecision(verdict), null, seen.value)
  const now = deps.clock.now()
  if (past.mayHaveHappened) await deps.db.tx((tx) => store.steps.settle(tx, command.id, 'unknown', now, step))
  const baseExpiresAt = step === 'renew' ? (seen.value.domain?.expiresAt ?? null) : null
  const attempt = await store.beginStep(deps.db, { id: command.id, lease, step, baseExpiresAt }, now)
  if (!attempt) return null
  const registrar = pickRegistrar(deps)
  const sent = sendStep(registrar, step, command, seen.value, newAttempt(attempt.transaction))
  const outcome = await settleOutcome(deps, sent)
  const decision = decideNext(outcome, attempted)
  const expiresAt = 'value' in outcome ? readExpiry(outcome.value) : null
  const after: Seen = {
    offer: null,
    domain: expiresAt && { isOurs: true, statuses: [], nameservers: [], expiresAt },
  }
  const finished = {
    line: attempt.line,
    outcome: decision.outcome,
    message: 'message' in outcome ? outcome.message : null,
    serverTransaction: 'serverTransaction' in outcome ? outcome.serverTransaction : null,
  }
  return settle(deps, command, lease, step, decision, finished, after)
}

/** Step after step, until the command ends or waits. */
export async function workOn(deps: WorkDeps, leased: store.Command, lease: string): Promise<void> {
  let command: store.Command | null = leased
  while (command) {
    const step: StepName | undefined = listSteps(command.kind)[command.step]
    invariant(step, 'a command under way has a step')
    command = await takeStep(deps, command, lease, step)
  }
}
