// Settlement: periods, which one an order joins, what a statement sums up to, and the states of payouts. No I/O.
import type { Environment } from '../../../kernel/owner.ts'

const DAY_SECONDS = 86_400

/** From delivery until an order may be settled. */
export const holdSeconds = (environment: Environment): number => (environment === 'live' ? 7 * DAY_SECONDS : 0)
/** A statement is due net fifteen days. */
export const DUE_SECONDS = 15 * DAY_SECONDS
/** The monthly run closes a month at 02:00 UTC on the first of the next. */
export const CLOSING_HOUR_SECONDS = 2 * 3600

export const SETTLEMENT_STATUSES = ['open', 'closed', 'paid'] as const
export type SettlementStatus = (typeof SETTLEMENT_STATUSES)[number]

export const SETTLEMENT_ACTIONS = ['paid', 'adjustments'] as const
export type SettlementAction = (typeof SETTLEMENT_ACTIONS)[number]

export const SETTLEMENT_REQUIRED_FIELDS = { adjustments: ['amount_cents', 'reason'] } as const

/** A statement is paid once. It is corrected after it was closed, paid or not, and keeps its status. */
export function settlementStatusAfter(status: SettlementStatus, action: SettlementAction): SettlementStatus | null {
  if (action === 'paid') return status === 'closed' ? 'paid' : null
  return status === 'open' ? null : status
}

/** What an operator can do with a statement now. */
export const settlementActions = (status: SettlementStatus) =>
  SETTLEMENT_ACTIONS.flatMap((action) => {
    const toStatus = settlementStatusAfter(status, action)
    return toStatus === null ? [] : [{ action, toStatus }]
  })

/** Half open: from its start up to, not including, its end. */
export type Period = { start: Date; end: Date }

export const monthStart = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1))
export const nextMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
const previousMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))

/** `2026-01`, or null when there is no such month. */
export function parseMonth(text: string): Date | null {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  return match ? new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, 1)) : null
}

/** Up to where a month is closed: its start when it is not closed at all, its end when all of it is. */
function closedUpTo(month: Date, closed: readonly Period[]): Date {
  const within = closed.filter(({ start }) => monthStart(start).getTime() === month.getTime())
  return new Date(Math.max(month.getTime(), ...within.map(({ end }) => end.getTime())))
}

/**
 * The period that something joins that became due at this time: its month, or what is left of it where the sandbox has
 * closed a part. What comes late, after its period was closed, joins the next one: a closed statement never changes.
 */
export function findPeriod(eligibleAt: Date, closed: readonly Period[]): Period {
  for (let month = monthStart(eligibleAt); ; month = nextMonth(month)) {
    const start = closedUpTo(month, closed)
    const end = nextMonth(month)
    if (start < end) return { start, end }
  }
}

/** From when on what is in no statement yet belongs to this period: from before its start where what lies before is closed. */
export function collectsFrom(period: Period, closed: readonly Period[]): Date {
  let month = monthStart(period.start)
  while (true) {
    const before = previousMonth(month)
    if (closedUpTo(before, closed).getTime() < month.getTime()) return month
    month = before
  }
}

/** When the running period ends for a run at `now`; null while it has not ended. `cut` ends it now, as the sandbox does. */
export function closingEnd(period: Period, now: Date, cut: boolean): Date | null {
  if (period.end <= now) return period.end
  return cut && period.start < now ? now : null
}

export type Totals = {
  ordersCount: number
  grossSoldCents: number
  commissionRetainedCents: number
  commissionEarnedCents: number
}

export const NO_TOTALS: Totals = {
  ordersCount: 0,
  grossSoldCents: 0,
  commissionRetainedCents: 0,
  commissionEarnedCents: 0,
}

export const addTotals = (a: Totals, b: Totals): Totals => ({
  ordersCount: a.ordersCount + b.ordersCount,
  grossSoldCents: a.grossSoldCents + b.grossSoldCents,
  commissionRetainedCents: a.commissionRetainedCents + b.commissionRetainedCents,
  commissionEarnedCents: a.commissionEarnedCents + b.commissionEarnedCents,
})

/** `owed = gross − retained + adjustments`. */
export const amountOwed = (totals: Totals, adjustmentsCents: number): number =>
  totals.grossSoldCents - totals.commissionRetainedCents + adjustmentsCents
