// Disputes of payments: their states and moves as data, what a report of the processor changes, and what operators may do.
import { DISPUTE_STATUSES, type DisputeStatus } from '../../../kernel/contracts/dispute-reports.ts'
import { type Machine, nextState } from '../../../kernel/state-machine.ts'
import { type Disputed, isHeldByDispute, isTakenBack, type OrderStatus } from '../../orders/rules/orders.ts'

export { DISPUTE_STATUSES, type DisputeStatus }

export const DISPUTE_MOVES = ['submit', 'reopen', 'win', 'lose'] as const
export type DisputeMove = (typeof DISPUTE_MOVES)[number]

/** `reopen`: the bank asks again, such as when an inquiry becomes a dispute. */
export const DISPUTE_MACHINE: Machine<DisputeStatus, DisputeMove> = {
  submit: { from: ['needs_response'], to: 'under_review' },
  reopen: { from: ['under_review'], to: 'needs_response' },
  win: { from: ['needs_response', 'under_review'], to: 'won' },
  lose: { from: ['needs_response', 'under_review'], to: 'lost' },
}

export const isOpen = (status: DisputeStatus): boolean => status === 'needs_response' || status === 'under_review'

const MOVE_TO: Record<DisputeStatus, DisputeMove> = {
  needs_response: 'reopen',
  under_review: 'submit',
  won: 'win',
  lost: 'lose',
}

type Reported = { status: DisputeStatus; reportedAt: Date }

/**
 * The status after a report. Reports come twice and out of order: one that was written before the last one changes nothing, unless it ends
 * the dispute. A closed dispute stays closed.
 */
export function decideStatus(dispute: Reported, reported: DisputeStatus, at: Date): DisputeStatus {
  if (reported === dispute.status || (isOpen(reported) && at < dispute.reportedAt)) return dispute.status
  return nextState(DISPUTE_MACHINE, dispute.status, MOVE_TO[reported]) ?? dispute.status
}

/**
 * Whether the bank wants another response. A report from before the processor had the response only repeats the first question, and must
 * not discard what was not sent yet.
 */
export const isAskedAgain = (responseSentAt: Date | null, writtenAt: Date): boolean =>
  responseSentAt !== null && writtenAt >= responseSentAt

export const DISPUTE_RESPONSES = ['evidence', 'acceptance'] as const
export type DisputeResponse = (typeof DISPUTE_RESPONSES)[number]

export const DISPUTE_ACTIONS = ['submit', 'accept', 'close'] as const
export type DisputeAction = (typeof DISPUTE_ACTIONS)[number]

/** The order whose payment is disputed. */
export type PaidOrder = Disputed & { status: OrderStatus; clawedBackAt: string | null }

const isRefundable = (order: PaidOrder | null): boolean =>
  order !== null && !isTakenBack(order) && !isHeldByDispute(order)

type Answerable = {
  status: DisputeStatus
  inquiry: boolean
  paidOrder: PaidOrder | null
  response: DisputeResponse | null
  provider: 'sandbox' | 'stripe'
}

/**
 * What an operator can do now. To accept an inquiry is to refund its order, which ends it without a loss. `close` plays the bank, which only
 * the sandbox processor allows.
 */
export function disputeActions({ status, inquiry, paidOrder, response, provider }: Answerable) {
  if (!isOpen(status)) return []
  const canRespond = status === 'needs_response' && response === null
  const canAccept = inquiry ? isRefundable(paidOrder) && response !== 'acceptance' : canRespond
  return [
    ...(canRespond ? [{ action: 'submit' as const, toStatus: DISPUTE_MACHINE.submit.to }] : []),
    ...(canAccept
      ? [{ action: 'accept' as const, toStatus: (inquiry ? DISPUTE_MACHINE.win : DISPUTE_MACHINE.lose).to }]
      : []),
    ...(provider === 'sandbox' ? [{ action: 'close' as const, toStatus: DISPUTE_MACHINE.win.to }] : []),
  ]
}

/** Of a lost dispute: what was paid for the sale, if the dispute is about all of it. Anything less is borne by the marketplace. */
export const computeReversed = (disputedCents: number, paidCents: number): number =>
  disputedCents >= paidCents ? paidCents : 0

/** Of a refund that was not sent when a dispute was lost: what is still to be sent. The dispute has returned the rest. */
export const computeStillOwed = (owedCents: number, disputedCents: number): number =>
  Math.max(owedCents - disputedCents, 0)

/** The bank's question has become a dispute. It is never a question again. */
export const isRaised = (dispute: { inquiry: boolean }, report: { isInquiry: boolean }): boolean =>
  dispute.inquiry && !report.isInquiry

/** As at the processor that it imitates: these words in the evidence decide the dispute immediately. */
const SANDBOX_WORDS = { winning_evidence: 'won', losing_evidence: 'lost' } as const

export function decideSandbox(text: string): 'won' | 'lost' | null {
  const word = text.trim()
  return Object.hasOwn(SANDBOX_WORDS, word) ? SANDBOX_WORDS[word as keyof typeof SANDBOX_WORDS] : null
}

const RETRY_SECONDS = 30
const RETRY_SECONDS_MAX = 3600

/** Doubling waits between tries to send a response. */
export const responseDelaySeconds = (failures: number): number =>
  Math.min(RETRY_SECONDS * 2 ** failures, RETRY_SECONDS_MAX)
