// What a seller's bank made of payouts that Stripe sent: shown on them until Stripe reports that the money arrived.
import type { Tx } from '../../../db/sql.ts'
import { choosePaid } from '../rules/bank-payouts.ts'
import { clearBankFailures, listLastSent, listSentBefore, markBankFailure } from '../store/bank-failures.ts'

export type BankPayout = {
  accountRef: string
  currency: string
  amountCents: number
  failure: string | null
  begunAt: Date
  at: Date
}

/** The books do not change: the marketplace paid when Stripe had the money, and Stripe keeps it for the seller. */
export async function noteBankPayout(tx: Tx, payout: BankPayout): Promise<void> {
  const { accountRef, currency, amountCents, failure, begunAt, at } = payout
  if (failure === null) return clearBankFailures(tx, { accountRef, currency, until: begunAt })
  const sent = await listSentBefore(tx, { accountRef, currency, before: begunAt })
  // The bank account has another currency, so amounts say nothing.
  const ids = sent.length > 0 ? choosePaid(sent, amountCents) : await listLastSent(tx, accountRef, begunAt)
  await markBankFailure(tx, ids, { failure, at })
}
