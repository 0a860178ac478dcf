// The rules of sellers' accounts at Stripe: their status, which report counts, and what the seller does next.
import { createHash } from 'node:crypto'
import type { AccountReport } from '../../kernel/contracts/payout-reports.ts'
import { ApiError } from '../../kernel/errors.ts'

export const ACCOUNT_STATUSES = ['incomplete', 'in_review', 'restricted', 'ready', 'closed'] as const
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number]

type Facts = Omit<AccountReport, 'kind' | 'ref' | 'at' | 'bankEnd'>

/** Ready is an account that receives transfers and pays them out to a bank. Stripe says why it is not. */
export function judgeAccount({ isSubmitted, canReceive, canPayOut, disabledReason, due, isDisconnected }: Facts) {
  const isRejected = disabledReason?.startsWith('rejected') ?? false
  if (isDisconnected || isRejected) return 'closed' satisfies AccountStatus
  if (canReceive && canPayOut) return 'ready' satisfies AccountStatus
  if (!isSubmitted) return 'incomplete' satisfies AccountStatus
  return (due.length > 0 ? 'restricted' : 'in_review') satisfies AccountStatus
}

/** Reports come twice and out of order: one that was written before the last one changes nothing. */
export const isNews = (reportedAt: Date, writtenAt: Date): boolean => writtenAt >= reportedAt

type BankPayout = { ref: string; amountCents: number; failure: string | null; begunAt: Date; at: Date }

/**
 * What a bank returned is paid by a payout that Stripe began afterwards, never by one that was under way. A bank can return a payout days
 * after Stripe called it paid, and reports come twice and late.
 */
export function isNewBankPayout(known: BankPayout | undefined, report: BankPayout): boolean {
  if (known === undefined) return true
  if (report.failure === null && known.failure === null) return report.begunAt > known.begunAt
  if (report.failure === null) return report.ref !== known.ref && report.begunAt >= known.at
  return known.failure === null ? known.begunAt < report.at : report.at > known.at
}

/** A later payout has what the bank returned before. Two that were under way together were returned both. */
export const sumReturned = (known: BankPayout | undefined, report: BankPayout): number =>
  known?.failure != null && report.failure !== null && known.ref !== report.ref && report.begunAt < known.at
    ? known.amountCents + report.amountCents
    : report.amountCents

/** Which page of Stripe the seller needs: the setup until the account is ready, then the dashboard. */
export const LINK_KINDS = ['setup', 'dashboard'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const chooseLink = (status: AccountStatus): LinkKind => (status === 'ready' ? 'dashboard' : 'setup')

/** Everything that the seller can change is in the key: Stripe rejects a key that comes back with another request. */
export function toAccountKey(account: { sellerId: string; country: string | null; email: string }): string {
  const digest = createHash('sha256').update(account.email).digest('hex').slice(0, 16)
  return `${account.sellerId}.account.${account.country ?? 'default'}.${digest}`
}

export const refuseClosed = (): ApiError =>
  new ApiError('conflict', {
    message:
      'Your payout account at Stripe is closed. Contact the operator of this marketplace, who can pay you by bank transfer.',
    reason: 'payout_account_closed',
  })

export const refuseSetup = (): ApiError =>
  new ApiError('conflict', {
    message:
      'Sellers cannot set up payouts themselves on this marketplace. Send your bank details to the operator of the marketplace.',
    reason: 'payout_setup_unavailable',
  })

const HINT_LENGTH = 4

/** What the seller recognizes: the end of the bank account, else of the account at Stripe. */
export const hintAccount = (account: { accountRef: string; bankEnd: string | null }): string =>
  `Stripe …${account.bankEnd ?? account.accountRef.slice(-HINT_LENGTH)}`
