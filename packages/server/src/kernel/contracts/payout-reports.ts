// What a payment processor reports of sellers' accounts and of transfers to them, for a checkout that knows neither. `Tx` is a transaction of the database layer.

/** The account of a seller at the processor, as it is now. */
export type AccountReport = {
  kind: 'account'
  /** Of the account, at the processor. */
  ref: string
  /** Whether the seller entered everything once. */
  isSubmitted: boolean
  /** Whether the account can receive transfers, and whether it can pay them out to a bank. */
  canReceive: boolean
  canPayOut: boolean
  /** Why the processor disabled the account; null: it did not. */
  disabledReason: string | null
  /** What the processor needs from the seller now, as it names it. */
  due: readonly string[]
  /** The end of the bank account. */
  bankEnd: string | null
  /** The seller or the processor ended the connection. */
  isDisconnected: boolean
  /** When the processor wrote it. Null: now. */
  at: Date | null
}

/** A transfer that pays a payout. Reports of one transfer only ever grow `reversedCents`. */
export type TransferReport = {
  kind: 'transfer'
  ref: string
  payoutId: string
  accountRef: string
  amountCents: number
  currency: string
  reversedCents: number
}

/** A payout of the processor to the seller's bank, from the account there. It can hold several transfers, or a part of one. */
export type BankPayoutReport = {
  kind: 'bank_payout'
  ref: string
  accountRef: string
  amountCents: number
  currency: string
  /** Why the bank returned it, as the processor names it. Null: it was paid. */
  failure: string | null
  /** When the processor began it. */
  begunAt: Date
  /** When the processor wrote this. */
  at: Date
}

export type PayoutReport = AccountReport | TransferReport | BankPayoutReport

const KINDS: ReadonlySet<string> = new Set<PayoutReport['kind']>(['account', 'transfer', 'bank_payout'])

export const isPayoutReport = <Other extends { kind: string }>(report: Other | PayoutReport): report is PayoutReport =>
  KINDS.has(report.kind)

export type PayoutReports<Tx> = {
  /** Changes nothing if it comes twice or late. Runs in the transaction of the caller. */
  received(tx: Tx, report: PayoutReport): Promise<void>
}
