// What to do about a step, from what the registrar says: it is done, send the command, wait, or leave it to an operator. Asking
// comes before every command that changes something, so a command whose response was lost is never sent twice.
import { DELIVERY_POLL_SECONDS } from '../../../kernel/limits.ts'
import { computeRetrySeconds, type StepName, type StepOutcome } from './deliveries.ts'

/** Of what a connector says about a domain, a transfer and a command: the part that decides. */
type SeenDomain = {
  isOurs: boolean
  statuses: readonly string[]
  nameservers: readonly string[]
  account?: string | null
  authCode: string | null
}
type CommandOutcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'pending'; value: unknown }
  | { kind: 'refused'; code: number | string; message: string; isTemporary: boolean }
  | { kind: 'unknown'; message: string }

export type Seen = {
  domain: SeenDomain | null
  /** Only read for steps that wait for another registrar. */
  transfer: { state: string } | null
}

export type Wanted = {
  registrarAccount: string | null
  nameservers: readonly string[]
  authCode: string | null
  isCodeExpired: boolean
  /** How the last command of this step ended; null when none was sent. */
  last: StepOutcome | null
}

/** `isRejected`: the registrar ended the command that was under way. A later attempt is a new one. */
export type Verdict = { do: 'done' | 'send' | 'wait' } | { do: 'give_up'; why: string; isRejected?: true }

/** The locks that we set ourselves and can lift. */
export const LIFTED_LOCKS = ['clientTransferProhibited', 'clientUpdateProhibited']

const NOT_OURS = "The domain is not in the marketplace's account at the registrar."
const giveUp = (why: string): Verdict => ({ do: 'give_up', why })

const FINISHED: readonly StepOutcome[] = ['done', 'refused', 'failed']

/** A command that was refused, for now or for good, changed nothing. */
const mayHaveHappened = (last: StepOutcome | null): boolean => last !== null && last !== 'refused' && last !== 'failed'

const sortNames = (names: readonly string[]): string =>
  [...names]
    .map((name) => name.toLowerCase())
    .sort()
    .join(' ')

type Judge = (domain: SeenDomain, wanted: Wanted, transfer: Seen['transfer']) => Verdict

const JUDGES: Record<StepName, Judge> = {
  set_nameservers: (domain, { nameservers }) => {
    if (sortNames(domain.nameservers) === sortNames(nameservers)) return { do: 'done' }
    return domain.isOurs ? { do: 'send' } : giveUp(NOT_OURS)
  },
  push: (domain, { registrarAccount, last }) => {
    if (domain.account !== undefined && domain.account !== null && domain.account === registrarAccount)
      return { do: 'done' }
    if (domain.isOurs) return { do: domain.statuses.includes('pendingTransfer') ? 'wait' : 'send' }
    // Where the connector does not show accounts: we sent it, and it left us.
    const isHidden = domain.account === undefined || domain.account === null
    return isHidden && mayHaveHappened(last) ? { do: 'done' } : giveUp(NOT_OURS)
  },
  unlock: (domain) => {
    if (!domain.isOurs) return giveUp(NOT_OURS)
    return { do: domain.statuses.some((status) => LIFTED_LOCKS.includes(status)) ? 'send' : 'done' }
  },
  set_auth_code: (domain, { authCode }) => {
    if (!domain.isOurs) return giveUp(NOT_OURS)
    // Setting the same code again changes nothing.
    return { do: domain.authCode !== null && domain.authCode === authCode ? 'done' : 'send' }
  },
  release: (domain, { isCodeExpired }, transfer) => {
    if (!domain.isOurs) return { do: 'done' }
    if (transfer?.state === 'pending') return { do: 'send' }
    return isCodeExpired ? giveUp('The auth code expired before the domain was transferred.') : { do: 'wait' }
  },
  request_transfer: (domain, { authCode, last }, transfer) => {
    if (domain.isOurs) return { do: 'done' }
    if (transfer?.state === 'pending') return { do: 'wait' }
    if (mayHaveHappened(last) && (transfer?.state === 'clientRejected' || transfer?.state === 'serverCancelled'))
      return { do: 'give_up', why: "The domain's current registrar rejected the transfer.", isRejected: true }
    if (mayHaveHappened(last) && transfer?.state === 'clientCancelled')
      return { do: 'give_up', why: 'The transfer was canceled at the registry.', isRejected: true }
    return authCode === null ? giveUp(`${NOT_OURS} Enter its auth code.`) : { do: 'send' }
  },
}

export function judgeStep(step: StepName, seen: Seen, wanted: Wanted): Verdict {
  if (seen.domain === null) return giveUp('The registrar does not know the domain.')
  return JUDGES[step](seen.domain, wanted, seen.transfer)
}

export const readsTransfer = (step: StepName): boolean => step === 'release' || step === 'request_transfer'

/**
 * Whether a step that is done leads to the next one without a look at the registrar and a line in the database: nothing follows
 * from it, what was seen also decides about the next one, and no command of it waits for its outcome.
 */
export const canSkip = (step: StepName, next: StepName, last: StepOutcome | null): boolean =>
  step !== 'set_auth_code' && !readsTransfer(next) && (last === null || FINISHED.includes(last))

export type Decision =
  | { next: 'advance'; outcome: StepOutcome }
  | { next: 'wait'; outcome: StepOutcome; seconds: number }
  | { next: 'retry'; outcome: StepOutcome; seconds: number; message: string }
  | { next: 'use_auth_code'; outcome: StepOutcome; message: string }
  | { next: 'refuse'; outcome: StepOutcome; message: string }
  | { next: 'give_up'; outcome: StepOutcome; message: string }

const isWaiting = (value: unknown): boolean => value === 'pending'

/** What follows from how a command ended. `failures` counts those in a row, without this one. */
export function decideNext(step: StepName, outcome: CommandOutcome, failures: number): Decision {
  if (outcome.kind === 'pending') return { next: 'wait', outcome: 'pending', seconds: DELIVERY_POLL_SECONDS }
  if (outcome.kind === 'done')
    return isWaiting(outcome.value)
      ? { next: 'wait', outcome: 'pending', seconds: DELIVERY_POLL_SECONDS }
      : { next: 'advance', outcome: 'done' }
  const { message } = outcome
  if (outcome.kind === 'unknown') return decideRetry('unknown', message, failures)
  if (outcome.isTemporary) return decideRetry('failed', message, failures)
  if (step !== 'push') return { next: 'give_up', outcome: 'refused', message }
  if (outcome.code === 'unsupported') return { next: 'use_auth_code', outcome: 'refused', message }
  return { next: 'refuse', outcome: 'refused', message }
}

export function decideRetry(outcome: 'unknown' | 'failed', message: string, failures: number): Decision {
  const seconds = computeRetrySeconds(failures + 1)
  return seconds === null ? { next: 'give_up', outcome, message } : { next: 'retry', outcome, seconds, message }
}
