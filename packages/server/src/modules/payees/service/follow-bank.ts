// Stripe's payouts from a seller's account to the bank: the last one of each currency is kept, and the seller is told when a bank returned it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { BankPayoutReport, TransferReport } from '../../../kernel/contracts/payout-reports.ts'
import { queueMail } from '../../mail/index.ts'
import {
  explainBankFailure,
  findAddress,
  hasBankFailure,
  noteBankPayout,
  receiveTransfer,
} from '../../sellers/index.ts'
import { isNewBankPayout, sumReturned } from '../rules.ts'
import { endBankFailures, findSellerByAccount, lockAccount, lockBankPayout, saveBankPayout } from '../store.ts'

/** Twice, late or out of order, it changes nothing. */
export async function receiveBankPayout(
  deps: Pick<Deps, 'clock' | 'secrets' | 'log'>,
  tx: Tx,
  report: BankPayoutReport,
): Promise<void> {
  const sellerId = await findSellerByAccount(tx, report.accountRef)
  if (sellerId === null) {
    deps.log.warn({ account: report.accountRef }, 'received a bank payout of an unknown payout account')
    return
  }
  // One report of an account after the other.
  await lockAccount(tx, sellerId)
  const known = await lockBankPayout(tx, sellerId, report.currency)
  if (!isNewBankPayout(known, report)) return
  await saveBankPayout(tx, sellerId, { ...report, amountCents: sumReturned(known, report) })
  // A payment clears what its own currency was marked for, and nothing else.
  if (report.failure !== null || (known && known.failure !== null)) await noteBankPayout(tx, report)
  if (report.failure === null) return
  const to = await findAddress(tx, sellerId)
  if (to === null) return
  const { amountCents, currency } = report
  const data = { amountCents, currency, why: explainBankFailure(report.failure) }
  await queueMail(deps, tx, { to, template: 'bank_payout_failed', data }, deps.clock.now())
}

/** Once all transfers whose money the bank returned were taken back, there is nothing that Stripe could pay again. */
export async function followTransfer(
  deps: Pick<Deps, 'clock' | 'secrets' | 'log'>,
  tx: Tx,
  report: TransferReport,
): Promise<void> {
  const isWhole = report.reversedCents === report.amountCents
  const sellerId = isWhole ? await findSellerByAccount(tx, report.accountRef) : null
  // The account before the seller, as everywhere.
  if (sellerId !== null) await lockAccount(tx, sellerId)
  const hadFailure = sellerId !== null && (await hasBankFailure(tx, report.accountRef))
  await receiveTransfer(deps, tx, report)
  if (hadFailure && !(await hasBankFailure(tx, report.accountRef))) await endBankFailures(tx, sellerId)
}
