// The rules of transactions: which there are, and how they are counted in days, weeks and months.
import { monthStart } from './periods.ts'

export const TRANSACTION_TYPES = ['sale', 'refund', 'brokerage'] as const
export const TRANSACTION_MODELS = ['partner_collected', 'service_collected', 'brokerage'] as const
export type TransactionModel = (typeof TRANSACTION_MODELS)[number]

/** Of an order, whatever prefix its id has, the 26 characters that its transaction shares. */
export const idBody = (id: string): string => id.slice(id.indexOf('_') + 1)

export const GRANULARITIES = ['day', 'week', 'month'] as const
export type Granularity = (typeof GRANULARITIES)[number]

/** Weeks start on Monday, as ISO 8601 has it. */
export function bucketStart(at: Date, granularity: Granularity): Date {
  if (granularity === 'month') return monthStart(at)
  const day = Math.floor(at.getTime() / 86_400_000)
  // 1970-01-01 was a Thursday.
  const back = granularity === 'week' ? (((day + 3) % 7) + 7) % 7 : 0
  return new Date((day - back) * 86_400_000)
}
