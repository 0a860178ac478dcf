// What to do about a step, from what the registry says. Asking comes before every command that changes something, so a command whose
// response was lost is never sent twice.
import { DELIVERY_POLL_SECONDS } from '../../../kernel/limits.ts'
import { computeRetrySeconds } from '../../delivery/rules/deliveries.ts'
import type { CommandParams, StepName, StepOutcome } from './commands.ts'

/** Of what a connector says about a domain: the part that decides. */
export type SeenDomain = {
  isOurs: boolean
  statuses: readonly string[]
  nameservers: readonly string[]
  expiresAt: Date | null
  /** Undefined where the connector does not say. */
  isPrivate?: boolean
}

export type Seen = {
  domain: SeenDomain | null
  /** Only asked before a registration. */
  offer: { isAvailable: boolean; reason: string | null } | null
}

export type Wanted = {
  params: CommandParams
  /** The expiry date before the first renewal command; null: none was sent. */
  baseExpiresAt: Date | null
  /** A command of this step may have taken effect: its response was lost, or the registry has not decided yet. */
  mayHaveHappened: boolean
  /** The registry accepted a command and had not decided when it was asked last. */
  wasPending: boolean
}

/** `fail`: it cannot be done, and nothing was changed. `give_up`: somebody must find out. */
export type Verdict = { do: 'send' } | Settled
export type Settled = { do: 'done' } | { do: 'wait' } | { do: 'fail' | 'give_up'; why: string }

export const TRANSFER_LOCK = 'clientTransferProhibited'

const UNKNOWN_DOMAIN = 'The registry does not know this domain. Contact the marketplace.'
const NOT_OURS = 'This domain is not in the account of the marketplace at the registry. Change it at its registrar.'

const fail = (why: string): Verdict => ({ do: 'fail', why })
const DONE: Verdict = { do: 'done' }
const SEND: Verdict = { do: 'send' }
const WAIT: Verdict = { do: 'wait' }

const sortNames = (names: readonly string[]): string =>
  names
    .map((name) => name.toLowerCase())
    .sort()
    .join(' ')

const DAY_MS = 86_400_000

/** Registries count years; a leap day more or less says nothing. */
const isRenewed = (base: Date, seen: Date, years: number): boolean =>
  seen.getTime() - base.getTime() >= (years * 365 - 2) * DAY_MS

const isSameDay = (one: Date, other: Date): boolean => Math.abs(one.getTime() - other.getTime()) < DAY_MS

/**
 * The expiry date tells whether an earlier command took effect. Commands of one domain run one after another, so no other renewal
 * of ours moves it meanwhile.
 */
function judgeRenewal({ expiresAt }: SeenDomain, { params, baseExpiresAt, mayHaveHappened }: Wanted): Verdict {
  if (expiresAt === null)
    return { do: 'give_up', why: 'The registry does not show when the domain expires. Renew it by hand.' }
  if (!mayHaveHappened || baseExpiresAt === null || isSameDay(expiresAt, baseExpiresAt)) return SEND
  if (isRenewed(baseExpiresAt, expiresAt, params.years ?? 1)) return DONE
  return { do: 'give_up', why: 'The expiry date at the registry changed by another amount than the renewal. Check it.' }
}

const CHANGES: Record<
  Exclude<StepName, 'create_contact' | 'register'>,
  (domain: SeenDomain, wanted: Wanted) => Verdict
> = {
  set_nameservers: (domain, { params }) =>
    sortNames(domain.nameservers) === sortNames(params.nameservers ?? []) ? DONE : SEND,
  set_lock: (domain, { params }) => (domain.statuses.includes(TRANSFER_LOCK) === params.locked ? DONE : SEND),
  set_privacy: (domain, { params }) => (domain.isPrivate === params.enabled ? DONE : SEND),
  renew: judgeRenewal,
}

const PENDING_STATUSES = ['pendingUpdate', 'pendingRenew', 'pendingCreate', 'pendingTransfer', 'pendingDelete']

function judgeRegistration({ domain, offer }: Seen, { mayHaveHappened, wasPending }: Wanted): Verdict {
  if (domain) {
    if (!domain.isOurs || !mayHaveHappened) return fail('Someone else registered this domain first.')
    return domain.statuses.includes('pendingCreate') ? WAIT : DONE
  }
  if (wasPending) return fail('The registry rejected the registration.')
  if (offer?.isAvailable) return SEND
  return fail(`The registry does not offer this domain.${offer?.reason ? ` ${offer.reason}.` : ''}`)
}

export function judgeStep(step: StepName, seen: Seen, wanted: Wanted): Verdict {
  // A contact has its own ID: the connector creates it once.
  if (step === 'create_contact') return SEND
  if (step === 'register') return judgeRegistration(seen, wanted)
  const { domain } = seen
  const isUnclear = wanted.mayHaveHappened && step === 'renew'
  if (!domain) return isUnclear ? { do: 'give_up', why: UNKNOWN_DOMAIN } : fail(UNKNOWN_DOMAIN)
  if (!domain.isOurs) return isUnclear ? { do: 'give_up', why: NOT_OURS } : fail(NOT_OURS)
  if (domain.statuses.some((status) => PENDING_STATUSES.includes(status))) return WAIT
  return CHANGES[step](domain, wanted)
}

export type CommandOutcome =
  | { kind: 'done'; value: unknown }
  | { kind: 'pending'; value: unknown }
  | { kind: 'refused'; code: number | string; message: string; isTemporary: boolean }
  | { kind: 'unknown'; message: string }

export type Decision =
  | { next: 'advance'; outcome: StepOutcome }
  | { next: 'wait'; outcome: StepOutcome; seconds: number }
  | { next: 'retry'; outcome: StepOutcome; seconds: number; message: string }
  | { next: 'fail' | 'give_up'; outcome: StepOutcome; message: string }

/** `failures` counts those in a row, without this one. `isPaid`: money waits for it, so it never just fails. */
export type Attempted = { failures: number; isPaid: boolean; mayHaveHappened: boolean }

export function decideNext(outcome: CommandOutcome, attempted: Attempted): Decision {
  if (outcome.kind === 'done') return { next: 'advance', outcome: 'done' }
  if (outcome.kind === 'pending') return { next: 'wait', outcome: 'pending', seconds: DELIVERY_POLL_SECONDS }
  const { message } = outcome
  if (outcome.kind === 'unknown') return decideRetry('unknown', message, attempted)
  // Nothing was sent: the registry is down, or does not let us in.
  if (outcome.isTemporary || outcome.code === 'unsent') return decideRetry('failed', message, attempted)
  // An earlier command may be the reason for the refusal: "the domain exists", "the expiry date is not the current one".
  if (attempted.mayHaveHappened) return decideRetry('failed', message, attempted)
  return { next: 'fail', outcome: 'refused', message }
}

export function decideRetry(outcome: 'unknown' | 'failed', message: string, { failures, isPaid }: Attempted): Decision {
  const seconds = computeRetrySeconds(failures + 1)
  if (seconds !== null) return { next: 'retry', outcome, seconds, message }
  return { next: isPaid ? 'give_up' : 'fail', outcome, message }
}

/** What a verdict without a command means for the row. */
export function toDecision(verdict: Settled): Decision {
  if (verdict.do === 'done') return { next: 'advance', outcome: 'done' }
  if (verdict.do === 'wait') return { next: 'wait', outcome: 'pending', seconds: DELIVERY_POLL_SECONDS }
  return { next: verdict.do, outcome: verdict.do === 'fail' ? 'refused' : 'unknown', message: verdict.why }
}
