// The one place where settlement and referrals meet: clicks and sales for analytics, and what becomes of referral payouts.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { funnel, onPayoutCreated, onPayoutFailed, onPayoutPaid } from '../../referrals/index.ts'
import type { Granularity } from '../rules/transactions.ts'
import { countCheckouts, lockReferralAccounts, type ReferralSums, sumReferrals } from '../store/analytics.ts'
import type { Payout } from '../store/payouts.ts'

export type ReferralFigures = {
  funnel: { clicks: number; uniqueClicks: number; checkoutsStarted: number; sales: number }
  /** Days as `2026-01-31`. */
  clicksByDay: { day: string; clicks: number }[]
  sums: ReferralSums[]
}

/** What referral links brought within a range. */
export async function referralFigures(
  db: Db,
  owner: Owner,
  range: { from: Date; to: Date },
  granularity: Granularity,
): Promise<ReferralFigures> {
  const { clicks, uniqueClicks, sales, byDay } = await funnel(db, owner, range)
  return {
    funnel: { clicks, uniqueClicks, sales, checkoutsStarted: await countCheckouts(db, owner, range) },
    clicksByDay: byDay.map((day) => ({ day: day.date, clicks: day.clicks })),
    sums: await sumReferrals(db, owner, range, granularity),
  }
}

export const lockReferralBalance = lockReferralAccounts

/** A referral payout was made, has arrived or has failed: sales and commission entries follow, in the same transaction. */
export async function tellReferralPayout(
  tx: Tx,
  what: 'created' | 'paid' | 'failed',
  payout: Payout,
  at: Date,
): Promise<void> {
  const { id: payoutId, partnerId, environment, currency, amountCents: cents } = payout
  const told = { partnerId, environment, payoutId, currency, cents }
  if (what === 'created') await onPayoutCreated(tx, told)
  else if (what === 'paid') await onPayoutPaid(tx, told, at)
  else await onPayoutFailed(tx, payoutId)
}
