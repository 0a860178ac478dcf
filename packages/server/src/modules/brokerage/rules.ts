// Brokerage: states and moves of a case as data, who is eligible, what a deal shares out, and the token of its page. No I/O.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { computeShare } from '../../kernel/money.ts'
import type { Environment } from '../../kernel/owner.ts'
import { type Machine, nextState } from '../../kernel/state-machine.ts'

export const TIERS = ['managed', 'self_serve'] as const
export type Tier = (typeof TIERS)[number]

export const CASE_STATUSES = [
  'opened',
  'outreach',
  'negotiating',
  'agreed',
  'in_escrow',
  'completed',
  'declined',
  'no_deal',
  'cancelled',
] as const
export type CaseStatus = (typeof CASE_STATUSES)[number]

export const OPEN_STATUSES = ['opened', 'outreach', 'negotiating', 'agreed', 'in_escrow'] as const

/** One step at a time; the last one needs a price and is `complete`. */
const STEPS = {
  reach_out: { from: ['opened'], to: 'outreach' },
  negotiate: { from: ['outreach'], to: 'negotiating' },
  agree: { from: ['negotiating'], to: 'agreed' },
  take_into_escrow: { from: ['agreed'], to: 'in_escrow' },
} as const satisfies Machine<CaseStatus, string>

export const CASE_MACHINE: Machine<CaseStatus, keyof typeof STEPS | 'complete' | 'decline' | 'no_deal' | 'cancel'> = {
  ...STEPS,
  complete: { from: ['in_escrow'], to: 'completed' },
  decline: { from: OPEN_STATUSES, to: 'declined' },
  no_deal: { from: OPEN_STATUSES, to: 'no_deal' },
  cancel: { from: OPEN_STATUSES, to: 'cancelled' },
}

export const CASE_ACTIONS = ['advance', 'complete', 'decline', 'no_deal', 'cancel'] as const
export type CaseAction = (typeof CASE_ACTIONS)[number]

/** The state after an action, or null where it is forbidden. `advance` is whichever step starts here. */
export function nextStatus(status: CaseStatus, action: CaseAction): CaseStatus | null {
  if (action !== 'advance') return nextState(CASE_MACHINE, status, action)
  const step = (Object.keys(STEPS) as (keyof typeof STEPS)[]).find(
    (name) => nextState(CASE_MACHINE, status, name) !== null,
  )
  return step === undefined ? null : CASE_MACHINE[step].to
}

/** What the body of an action must have. */
export const REQUIRED_FIELDS = { complete: ['deal_price_cents'] } as const

/** What an operator can do with a case now, the usual next step first. */
export const caseActions = (status: CaseStatus) =>
  CASE_ACTIONS.flatMap((action) => {
    const toStatus = nextStatus(status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

export const SANDBOX_ACTIONS = ['advance'] as const

/** In the sandbox a partner moves its case on itself; the step out of escrow closes it with a deal. */
export const sandboxMove = (status: CaseStatus): 'advance' | 'complete' =>
  nextStatus(status, 'complete') === null ? 'advance' : 'complete'

export function partnerActions(status: CaseStatus, environment: Environment) {
  const toStatus = environment === 'sandbox' ? nextStatus(status, sandboxMove(status)) : null
  return toStatus === null ? [] : [{ action: SANDBOX_ACTIONS[0], toStatus }]
}

/** The statuses that are still ahead when all goes well. */
export function upcomingStatuses(status: CaseStatus): CaseStatus[] {
  const next = nextStatus(status, sandboxMove(status))
  return next === null ? [] : [next, ...upcomingStatuses(next)]
}

export const isClosed = (status: CaseStatus): boolean => !(OPEN_STATUSES as readonly CaseStatus[]).includes(status)

/** Where a case may wait for an operator; from a price on, money is at stake and only a person closes it. */
export const IDLE_STATUSES = ['opened', 'outreach', 'negotiating'] as const

/** How each state reads in the timeline. */
export const MESSAGES: Record<CaseStatus, string> = {
  opened: 'The case was opened.',
  outreach: 'We are contacting the owner.',
  negotiating: 'The owner replied. We are negotiating.',
  agreed: 'A price was agreed.',
  in_escrow: 'The payment is in escrow.',
  completed: 'The deal is complete and the domain was transferred.',
  declined: 'The owner does not want to sell.',
  no_deal: 'No deal was reached.',
  cancelled: 'The case was canceled.',
}

export const EVENT_OF = (status: CaseStatus) => {
  if (status === 'opened') return 'brokerage.case_opened' as const
  if (status === 'completed') return 'brokerage.case_completed' as const
  return isClosed(status) ? ('brokerage.case_closed' as const) : ('brokerage.case_updated' as const)
}

export const idleNote = (seconds: number): string =>
  `Closed automatically after ${seconds / 86_400} days without activity.`

// ---------------------------------------------------------------- eligibility

/** Who asks about a domain. A visitor who has yet to give an email address has `email` null. */
export type Asker = { kind: 'partner' } | { kind: 'visitor'; email: string | null }

export const INELIGIBLE = ['active_site', 'already_in_case', 'listed_for_sale', 'unregistered'] as const
export type Ineligible = (typeof INELIGIBLE)[number]

/** What a look at a name from outside brought: null is "could not be told". */
export type Look = { registered: boolean | null; activeSite: boolean | null }

export const NO_LOOK: Look = { registered: null, activeSite: null }

const MAGIC: Record<string, Look> = {
  'active-site.test': { registered: true, activeSite: true },
  'unregistered.test': { registered: false, activeSite: false },
}

/** The sandbox asks nobody: two names behave by design, every other is a registered name without a site. */
export const sandboxLook = (domain: string): Look =>
  Object.hasOwn(MAGIC, domain) ? MAGIC[domain]! : { registered: true, activeSite: false }

/** What cannot be told does not stand in the way: a person works on the case and will see. */
export function ineligibility(known: { listed: boolean; inCase: boolean }, look: Look): Ineligible | null {
  if (known.listed) return 'listed_for_sale'
  if (known.inCase) return 'already_in_case'
  if (look.registered === false) return 'unregistered'
  return look.activeSite === true ? 'active_site' : null
}

export const needsLook = (environment: Environment): boolean => environment === 'live'

// ---------------------------------------------------------------- the deal

export type Shares = { feeCents: number; commissionCents: number }

/** Both shares are of the whole price, each rounded once. */
export const computeShares = (dealCents: number, rates: { feeBps: number; partnerCommissionBps: number }): Shares => ({
  feeCents: computeShare(dealCents, rates.feeBps),
  commissionCents: computeShare(dealCents, rates.partnerCommissionBps),
})

// ---------------------------------------------------------------- the progress page

/** Made from the case alone, so that it can be shown again and need not be kept. */
export const progressToken = (key: Buffer, caseId: string): string =>
  createHmac('sha256', key).update(`brokerage-progress:${caseId}`).digest('base64url')

export function isProgressToken(key: Buffer, caseId: string, token: string): boolean {
  const given = Buffer.from(token)
  const right = Buffer.from(progressToken(key, caseId))
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The page is for whoever holds its address: it never shows the buyer's, not even where somebody typed it into a note. */
export const withoutAddress = (text: string, email: string): string =>
  text.replace(new RegExp(email.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu'), 'the buyer')

/** As buyers read them. */
export const STATUS_NAMES: Record<CaseStatus, string> = {
  opened: 'Opened',
  outreach: 'Contacting the owner',
  negotiating: 'Negotiating',
  agreed: 'Price agreed',
  in_escrow: 'In escrow',
  completed: 'Completed',
  declined: 'Owner declined',
  no_deal: 'No deal',
  cancelled: 'Canceled',
}
