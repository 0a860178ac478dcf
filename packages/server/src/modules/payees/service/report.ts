// What a report of Stripe makes of a seller's account, and of the payouts that go to it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { AccountReport, PayoutReports } from '../../../kernel/contracts/payout-reports.ts'
import { invariant } from '../../../kernel/errors.ts'
import { followAccount } from '../../sellers/index.ts'
import { hintAccount, isNews, judgeAccount } from '../rules.ts'
import { findSellerByAccount, lockAccount, saveAccount } from '../store.ts'
import { followTransfer, receiveBankPayout } from './follow-bank.ts'

export type ReportDeps = Pick<Deps, 'clock' | 'secrets' | 'log'>

/** `at`: when Stripe wrote it, or was asked. */
export async function applyReport(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  sellerId: string,
  report: AccountReport,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  const account = await lockAccount(tx, sellerId)
  invariant(account && account.accountRef === report.ref, 'a report is about the account that is stored')
  if (!isNews(account.reportedAt, at)) return
  const { disabledReason, bankEnd } = report
  const status = judgeAccount(report)
  await saveAccount(tx, { ...account, status, due: [...report.due], disabledReason, bankEnd, reportedAt: at })
  const state = {
    ref: report.ref,
    hint: hintAccount({ accountRef: report.ref, bankEnd }),
    isReady: status === 'ready',
    requestedAt: account.requestedAt,
  }
  await followAccount(deps, tx, sellerId, state, now)
}

async function receiveAccount(deps: ReportDeps, tx: Tx, report: AccountReport): Promise<void> {
  const sellerId = await findSellerByAccount(tx, report.ref)
  if (sellerId === null) {
    deps.log.warn({ account: report.ref }, 'received a report about an unknown payout account')
    return
  }
  const now = deps.clock.now()
  await applyReport(deps, tx, sellerId, report, { at: report.at ?? now, now })
}

export const createPayoutReports = (getDeps: () => ReportDeps): PayoutReports<Tx> => ({
  received: (tx, report) => {
    if (report.kind === 'account') return receiveAccount(getDeps(), tx, report)
    return report.kind === 'transfer' ? followTransfer(getDeps(), tx, report) : receiveBankPayout(getDeps(), tx, report)
  },
})
