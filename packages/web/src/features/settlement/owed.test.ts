// What is owed counts closed statements that are not paid, in one currency.
import { expect, it } from 'vitest'
import { sumOwed } from './owed.ts'

const row = (status: 'open' | 'closed' | 'paid', cents: number, due: string | null = null, currency = 'USD') =>
  ({ status, currency, amount_owed_cents: cents, due_at: due }) as const

it('adds up what is due, what runs up, and names the first date', () => {
  const rows = [
    row('open', 5),
    row('closed', 100, '2026-03-15T00:00:00.000Z'),
    row('closed', 20, '2026-02-15T00:00:00.000Z'),
    row('paid', 900, '2026-01-15T00:00:00.000Z'),
    row('closed', 7, '2026-01-01T00:00:00.000Z', 'EUR'),
  ] as Parameters<typeof sumOwed>[0]
  expect(sumOwed(rows, 'USD')).toEqual({ dueCents: 120, runningCents: 5, dueAt: '2026-02-15T00:00:00.000Z' })
})

it('owes nothing without statements', () => {
  expect(sumOwed([], 'USD')).toEqual({ dueCents: 0, runningCents: 0, dueAt: null })
})
