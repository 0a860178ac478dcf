// Disputes as Stripe reports them, read field by field: the signature shows who wrote an event, not that it is well written.
import type Stripe from 'stripe'
import type { DisputeAnswer, DisputeReport, DisputeStatus } from '../../kernel/contracts/dispute-reports.ts'
import { ApiError } from '../../kernel/errors.ts'
import { isWord, toTime } from './stripe-client.ts'

const EVENTS = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
])

/** An inquiry (`warning_…`) is a question of the bank before it takes any money. One that is closed or prevented costs nothing. */
const STATUSES: Record<string, DisputeStatus> = {
  warning_needs_response: 'needs_response',
  needs_response: 'needs_response',
  warning_under_review: 'under_review',
  under_review: 'under_review',
  warning_closed: 'won',
  prevented: 'won',
  won: 'won',
  lost: 'lost',
}

const isInquiry = (status: unknown): boolean => typeof status === 'string' && status.startsWith('warning_')

type Movement = { amount: number; fee: number; currency: string }

const isMovement = (value: unknown): value is Movement => {
  const { amount, fee, currency } = (value ?? {}) as Partial<Movement>
  return Number.isSafeInteger(amount) && Number.isSafeInteger(fee) && isWord(currency)
}

/** What Stripe charges, in the currency of the balance. */
function readFee(movements: readonly Movement[]): DisputeReport['fee'] {
  const [first] = movements
  if (!first) return null
  const cents = movements.reduce((sum, { fee }) => sum + fee, 0)
  return { cents: Math.max(cents, 0), currency: first.currency.toUpperCase() }
}

const invalidEvent = () =>
  new ApiError('validation_error', {
    message: 'The Stripe event has no valid dispute. Check who created this payment in Stripe.',
  })

/** Null for events that are not about a dispute of ours. */
export function parseDispute(event: unknown): DisputeReport | null {
  const { type, data, created } = (event ?? {}) as {
    type?: unknown
    data?: { object?: unknown } | null
    created?: unknown
  }
  if (typeof type !== 'string' || !EVENTS.has(type)) return null
  const dispute = (data?.object ?? {}) as Partial<Stripe.Dispute>
  const intent = dispute.payment_intent
  const paymentRef = typeof intent === 'object' ? intent?.id : intent
  // A charge without an intent was not made here.
  if (paymentRef === undefined || paymentRef === null) return null
  const status =
    isWord(dispute.status) && Object.hasOwn(STATUSES, dispute.status) ? STATUSES[dispute.status] : undefined
  const { id, amount, currency } = dispute
  if (status === undefined || !isWord(paymentRef) || !isWord(id) || !isWord(currency) || !Number.isSafeInteger(amount))
    throw invalidEvent()
  if ((amount as number) <= 0) throw invalidEvent()
  const movements = Array.isArray(dispute.balance_transactions) ? dispute.balance_transactions.filter(isMovement) : []
  return {
    kind: 'dispute',
    ref: id,
    paymentRef,
    amountCents: amount as number,
    currency: currency.toUpperCase(),
    reason: isWord(dispute.reason) ? dispute.reason : 'general',
    status,
    isInquiry: isInquiry(dispute.status),
    respondBy: toTime(dispute.evidence_details?.due_by),
    isWithdrawn: type === 'charge.dispute.funds_withdrawn' || movements.some((one) => one.amount < 0),
    isReinstated: type === 'charge.dispute.funds_reinstated' || movements.some((one) => one.amount > 0),
    fee: readFee(movements),
    at: toTime(created),
  }
}

/** Our names of evidence fields, and those of Stripe. */
const EVIDENCE = {
  text: 'uncategorized_text',
  product_description: 'product_description',
  customer_name: 'customer_name',
  customer_email: 'customer_email_address',
  service_date: 'service_date',
  activity_log: 'access_activity_log',
  refund_refusal: 'refund_refusal_explanation',
} as const satisfies Record<string, keyof Stripe.DisputeUpdateParams.Evidence>

const toEvidence = (evidence: Readonly<Record<string, string>>): Stripe.DisputeUpdateParams.Evidence =>
  Object.fromEntries(
    Object.entries(EVIDENCE).flatMap(([ours, theirs]) => (evidence[ours] ? [[theirs, evidence[ours]]] : [])),
  )

/** Evidence is submitted once; an accepted dispute is closed as lost. */
export async function sendAnswer(stripe: Stripe, ref: string, answer: DisputeAnswer, key: string): Promise<void> {
  const options = { idempotencyKey: key }
  if (answer.kind === 'acceptance') await stripe.disputes.close(ref, {}, options)
  else await stripe.disputes.update(ref, { evidence: toEvidence(answer.evidence), submit: true }, options)
}
