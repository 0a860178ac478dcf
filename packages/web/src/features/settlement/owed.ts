// What a partner owes: on closed statements, and so far in the open period.
import type { Settlement } from '@freehold/sdk/types'

type Given = Pick<Settlement, 'status' | 'currency' | 'amount_owed_cents' | 'due_at'>
export type Owed = { dueCents: number; runningCents: number; dueAt: string | null }

export function sumOwed(settlements: readonly Given[], currency: string): Owed {
  const own = settlements.filter((settlement) => settlement.currency === currency)
  const sum = (status: Given['status']): number =>
    own.filter((row) => row.status === status).reduce((total, row) => total + row.amount_owed_cents, 0)
  const dates = own.flatMap(({ status, due_at }) => (status === 'closed' && due_at ? [due_at] : []))
  return { dueCents: sum('closed'), runningCents: sum('open'), dueAt: dates.sort()[0] ?? null }
}
