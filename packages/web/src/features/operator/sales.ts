// Sales by day and currency for the charts. Pure.
import type { ResponseBody } from '../../api/client.ts'
import { addDays, daysBetween } from '../../ui/days.ts'

export type SalesDay = ResponseBody<'GET /api/operator/v1/overview'>['sales']['live'][number]

export type DailySales = {
  currency: string
  days: readonly string[]
  orders: readonly number[]
  gross: readonly number[]
  refunded: readonly number[]
}

/** `to` is the first day after. Days without a sale are zero; the currency with the most sales comes first. */
export function salesByCurrency(rows: readonly SalesDay[], from: string, to: string): DailySales[] {
  const days = daysBetween(from, addDays(to, -1))
  return [...new Set(rows.map(({ currency }) => currency))]
    .map((currency) => {
      const of = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.date, row]))
      const values = (field: 'orders' | 'gross_cents' | 'refunded_cents') =>
        days.map((day) => of.get(day)?.[field] ?? 0)
      return {
        currency,
        days,
        orders: values('orders'),
        gross: values('gross_cents'),
        refunded: values('refunded_cents'),
      }
    })
    .sort((one, other) => sum(other.orders) - sum(one.orders))
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
