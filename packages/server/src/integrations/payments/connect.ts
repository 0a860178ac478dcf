// What the marketplace asks of a processor that pays sellers out: accounts that they set up, and transfers to them.
import type { AccountReport, TransferReport } from '../../kernel/contracts/payout-reports.ts'

export type NewAccount = {
  /** The same key makes one account. */
  key: string
  sellerId: string
  email: string
  /** Two letters; null: the country of the marketplace. */
  country: string | null
}

/** A page of the processor. It is for the seller alone, and expires soon. */
export type AccountLink = { url: string; expiresAt: Date | null }

export type NewTransfer = {
  /** The same key sends once, for as long as the processor remembers it. */
  key: string
  payoutId: string
  accountRef: string
  amountCents: number
  currency: string
}

export type TransferResult =
  | { status: 'sent'; transfer: TransferReport }
  /** No money moved. `isTemporary`: a later try may succeed without anybody's help. */
  | { status: 'refused'; code: string; isTemporary: boolean }

/** A method that cannot reach the processor throws `upstream_unavailable`; what became of a transfer is then unknown. */
export interface ConnectProvider {
  /** Throws `validation_error` for a country where nobody is paid out. */
  createAccount(account: NewAccount): Promise<AccountReport>
  readAccount(ref: string): Promise<AccountReport>
  /** Where the seller enters what the processor needs. */
  createSetupLink(ref: string, urls: { returnUrl: string; refreshUrl: string }): Promise<AccountLink>
  /** Where the seller sees balance and bank account. Only after the setup. */
  createDashboardLink(ref: string): Promise<AccountLink>
  /** The transfers that name the payout: one or none, unless somebody made more. */
  findTransfers(payoutId: string): Promise<TransferReport[]>
  sendTransfer(transfer: NewTransfer): Promise<TransferResult>
}
