// What analytics asks of referral: clicks, sales and commission of a range.
import type { Db } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { dayRange } from '../rules.ts'
import { clicksByDay } from '../store/clicks.ts'
import { type CommissionBalance, listBalances } from '../store/commission.ts'
import { salesByDay } from '../store/sales.ts'

export type DayFigures = { date: string; clicks: number; uniqueClicks: number; sales: number }
export type Funnel = { clicks: number; uniqueClicks: number; sales: number; byDay: DayFigures[] }

/** Clicks and referred sales between two instants, summed and by UTC day. Clicks are kept by day: a day that is touched counts. */
export async function funnel(db: Db, owner: Owner, range: { from: Date; to: Date }): Promise<Funnel> {
  const days = new Map<string, DayFigures>()
  const getDay = (date: string): DayFigures => {
    const known = days.get(date) ?? { date, clicks: 0, uniqueClicks: 0, sales: 0 }
    days.set(date, known)
    return known
  }
  for (const { day, clicks, uniqueClicks } of await clicksByDay(db, owner, dayRange(range)))
    Object.assign(getDay(day), { clicks, uniqueClicks })
  for (const { day, sales } of await salesByDay(db, owner, range)) getDay(day).sales = sales
  const byDay = [...days.values()].sort((one, other) => (one.date < other.date ? -1 : 1))
  const sum = (of: (day: DayFigures) => number) => byDay.reduce((total, day) => total + of(day), 0)
  return {
    clicks: sum(({ clicks }) => clicks),
    uniqueClicks: sum(({ uniqueClicks }) => uniqueClicks),
    sales: sum(({ sales }) => sales),
    byDay,
  }
}

/** Clicks alone, over everything when no range is given. */
export async function clickTotals(
  db: Db,
  owner: Owner,
  range: { from: Date | undefined; to: Date | undefined },
): Promise<{ clicks: number; uniqueClicks: number; botClicks: number }> {
  const total = { clicks: 0, uniqueClicks: 0, botClicks: 0 }
  for (const day of await clicksByDay(db, owner, dayRange(range))) {
    total.clicks += day.clicks
    total.uniqueClicks += day.uniqueClicks
    total.botClicks += day.botClicks
  }
  return total
}

/** What stands where, per currency. */
export const commissionBalances: (db: Db, owner: Owner) => Promise<CommissionBalance[]> = listBalances
