// What the marketplace asks of whoever moves the money. Two do: the built-in sandbox processor, and Stripe.
import type { DisputeAnswer, DisputeReport } from '../../kernel/contracts/dispute-reports.ts'
import type { PayoutReport } from '../../kernel/contracts/payout-reports.ts'

export type Card = { number: string; expMonth: number; expYear: number; cvc: string }
/** All that is ever kept of a card. */
export type CardSummary = { brand: string; last4: string }

export type Charge = {
  /** Ours, one per attempt. Starting the same one twice charges once. */
  paymentId: string
  amountCents: number
  currency: string
  description: string
  /** Given only to a provider that takes cards itself. */
  card?: Card | undefined
}

export type ChargeResult =
  /** `dispute`: the buyer's bank disputes the payment immediately, as a test card asks for. */
  | { status: 'paid'; ref: string; card: CardSummary | null; dispute?: DisputeReport }
  /** The buyer has to do something more: answer a challenge here, or go on in the browser with the client secret. */
  | { status: 'requires_action'; ref: string; clientSecret: string | null; card: CardSummary | null }
  | { status: 'declined'; ref: string | null; code: string; card: CardSummary | null }
  /** Over, and no money came. */
  | { status: 'cancelled'; ref: string | null }
  /** Money may have come: the provider will say so in its own time. */
  | { status: 'unconfirmed'; ref: string }

export type RefundResult = { refundRef: string }

/** What a provider says by itself. */
export type PaymentNotice = {
  /** `pending`: the buyer has given a payment method, and the bank has yet to decide. */
  kind: 'paid' | 'pending' | 'failed' | 'cancelled'
  ref: string
  paymentId: string
  amountCents: number
  currency: string
  code: string | null
  /** When the provider wrote it. It may arrive late. */
  at: Date | null
}

/** A method that cannot reach the provider throws `upstream_unavailable`; what became of the charge is then unknown. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  /** Whether card numbers come through our own form. */
  readonly takesCards: boolean
  start(charge: Charge): Promise<ChargeResult>
  /** The buyer's answer to a challenge. */
  confirm(ref: string, approved: boolean): Promise<ChargeResult>
  /** Ends a charge that nobody waits for any more, unless the money has come already. Repeatable. */
  conclude(charge: Charge, ref: string | null): Promise<ChargeResult>
  /** Sends the amount back. Repeatable: one payment is refunded once. `isRest`: a lost dispute has returned a part of it. */
  refund(refund: { paymentId: string; ref: string; amountCents: number; isRest?: boolean }): Promise<RefundResult>
}

/** A provider that calls us: its signed notices are the only thing that makes a payment paid. */
export interface NoticeReader {
  /** Null for notices that are none of our business. Throws `invalid_signature`. */
  readNotice(raw: Buffer, signature: string | undefined): PaymentNotice | DisputeReport | PayoutReport | null
  /** Sends evidence for a dispute, or accepts it. Repeatable: the same key is one response. */
  answerDispute(ref: string, answer: DisputeAnswer, key: string): Promise<void>
}
