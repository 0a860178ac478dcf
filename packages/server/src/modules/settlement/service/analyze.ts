// Use cases of transactions and analytics: a page with its totals, and the figures of a range.
import type { Db } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { ORDER_STATUSES } from '../../orders/index.ts'
import { bucketStart, type Granularity, TRANSACTION_MODELS, type TransactionModel } from '../rules/transactions.ts'
import { owedToPartner, totalPaid } from '../store/payouts.ts'
import { type Sums, sumTransactions, type TransactionFilter } from '../store/transactions.ts'
import { referralFigures } from './follow-referrals.ts'

/** What a transaction's status can be: the order's, or that of a brokered deal. */
export const TRANSACTION_STATUSES = [...ORDER_STATUSES, 'completed'] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

export type Asked = {
  from: Date | undefined
  to: Date | undefined
  statuses?: readonly TransactionStatus[] | undefined
  models?: readonly TransactionModel[] | undefined
}

export const transactionFilter = (owner: Owner, asked: Asked): TransactionFilter => ({
  owner: { partnerId: owner.partnerId, environment: owner.environment },
  from: asked.from,
  to: asked.to,
  statuses: asked.statuses ?? TRANSACTION_STATUSES,
  models: asked.models ?? TRANSACTION_MODELS,
})

export const transactionTotals = (db: Db, filter: TransactionFilter): Promise<Sums[]> =>
  sumTransactions(db, filter, null)

export type SeriesRow = {
  start: Date
  currency: string
  orders: number
  gmvCents: number
  clicks: number
  sales: number
  commissionCents: number
}
export type CommissionRow = { currency: string; earnedCents: number; pendingCents: number; paidCents: number }
export type Analytics = {
  orders: Sums[]
  funnel: { clicks: number; uniqueClicks: number; checkoutsStarted: number; sales: number }
  commission: CommissionRow[]
  series: SeriesRow[]
}

const EVERY_KIND = ['commission', 'brokerage', 'referral'] as const

export async function analyse(
  db: Db,
  owner: Owner,
  range: { from: Date; to: Date },
  granularity: Granularity,
): Promise<Analytics> {
  const filter = transactionFilter(owner, range)
  const orders = await transactionTotals(db, filter)
  const buckets = await sumTransactions(db, filter, granularity)
  const referral = await referralFigures(db, owner, range, granularity)

  const series = new Map<string, SeriesRow>()
  const rowAt = (start: Date, currency: string): SeriesRow => {
    const key = `${start.toISOString()} ${currency}`
    const row = series.get(key) ?? { start, currency, orders: 0, gmvCents: 0, clicks: 0, sales: 0, commissionCents: 0 }
    series.set(key, row)
    return row
  }
  for (const { start, currency, count, gmvCents, commissionCents } of buckets)
    Object.assign(rowAt(start as Date, currency), { orders: count, gmvCents, commissionCents })
  for (const { start, currency, sales, commissionCents } of referral.sums) {
    const row = rowAt(start, currency)
    row.sales += sales
    row.commissionCents += commissionCents
  }
  // A click has no currency: it is shown once, beside the first currency of its bucket.
  const fallback = orders[0]?.currency ?? referral.sums[0]?.currency ?? 'USD'
  for (const { day, clicks } of referral.clicksByDay) {
    if (clicks === 0) continue
    const start = bucketStart(new Date(`${day}T00:00:00.000Z`), granularity)
    const present = [...series.values()].filter((row) => row.start.getTime() === start.getTime())
    const row = present.sort((a, b) => (a.currency < b.currency ? -1 : 1))[0] ?? rowAt(start, fallback)
    row.clicks += clicks
  }

  const commission = new Map<string, CommissionRow>()
  const commissionIn = (currency: string): CommissionRow => {
    const row = commission.get(currency) ?? { currency, earnedCents: 0, pendingCents: 0, paidCents: 0 }
    commission.set(currency, row)
    return row
  }
  for (const { currency, commissionCents } of orders) commissionIn(currency).earnedCents += commissionCents
  for (const { currency, commissionCents } of referral.sums) commissionIn(currency).earnedCents += commissionCents
  for (const { currency, cents } of await owedToPartner(db, owner)) commissionIn(currency).pendingCents = cents
  for (const { currency, amountCents } of await totalPaid(db, owner, EVERY_KIND, range))
    commissionIn(currency).paidCents = amountCents

  const byStart = (a: SeriesRow, b: SeriesRow) =>
    a.start.getTime() - b.start.getTime() || (a.currency < b.currency ? -1 : 1)
  return {
    orders,
    funnel: referral.funnel,
    commission: [...commission.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1)),
    series: [...series.values()].sort(byStart),
  }
}
