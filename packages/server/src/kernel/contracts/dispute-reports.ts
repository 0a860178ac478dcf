// What a payment processor reports of a dispute, for a checkout that does not know disputes. `Tx` is a transaction of the database layer.

export const DISPUTE_STATUSES = ['needs_response', 'under_review', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

export type DisputeReport = {
  kind: 'dispute'
  /** Of the dispute, at the processor. */
  ref: string
  /** Of the payment, at the processor. */
  paymentRef: string
  amountCents: number
  currency: string
  reason: string
  status: DisputeStatus
  /** The bank only asks: no money was taken. */
  isInquiry: boolean
  respondBy: Date | null
  /** Whether the processor has taken the money, and whether it has returned it. */
  isWithdrawn: boolean
  isReinstated: boolean
  /** What the processor charges, less what it returned. Null: not reported. */
  fee: { cents: number; currency: string } | null
  /** When the processor wrote it. Null: now. */
  at: Date | null
}

export type DisputeReports<Tx> = {
  /** Changes nothing if it comes twice or late. Runs in the transaction of the caller. */
  received(tx: Tx, provider: 'sandbox' | 'stripe', report: DisputeReport): Promise<void>
}

/** What an operator decided about a dispute. */
export type DisputeAnswer =
  | { kind: 'evidence'; evidence: Readonly<Record<string, string>> }
  | { kind: 'acceptance'; evidence: null }
