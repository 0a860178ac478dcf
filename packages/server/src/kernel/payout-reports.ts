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

export type PayoutReports<Tx> = {
  /** Changes nothing if it comes twice or late. Runs in the transaction of the caller. */
  received(tx: Tx, report: AccountReport | TransferReport): Promise<void>
}
