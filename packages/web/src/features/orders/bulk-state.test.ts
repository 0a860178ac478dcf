// Bulk actions: their state from streamed lines, and the sums of the confirmation.
import type { OrderAction, OrderRun } from '@freehold/sdk/types'
import { expect, it } from 'vitest'
import { type BulkState, fromRun, RUNNING, type RunFacts, type RunLine, type RunRow, stepBulk } from './bulk-state.ts'
import { acceptingOrders, BULK_WORDS } from './bulk-words.ts'

const RUN: RunFacts = {
  run_id: 'blk_1',
  action: 'clear',
  note: null,
  idempotency_key: 'key',
  actor: 'user:ada@example.com',
  undo_action: 'hold',
  total_count: 2,
  done_count: 0,
  failed_count: 0,
  pending_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
}
const row = (id: string, outcome: RunRow['outcome']): RunRow => ({
  public_id: id,
  domain: `${id}.com`,
  sale_price_cents: 100,
  currency: 'USD',
  outcome,
  status: outcome === 'done' ? 'PAID' : null,
  code: null,
  message: null,
})
const walk = (lines: RunLine[]): BulkState => lines.reduce(stepBulk, RUNNING)

it('collects rows until the summary', () => {
  const rows: RunLine[] = [
    { kind: 'start', ...RUN },
    { kind: 'row', ...row('a', 'done') },
    { kind: 'row', ...row('b', 'failed') },
  ]
  expect(walk(rows)).toMatchObject({ phase: 'running', rows: [{ public_id: 'a' }, { public_id: 'b' }] })
  const summary: RunLine = { kind: 'summary', ...RUN, done_count: 1, failed_count: 1, pending_count: 0 }
  expect(walk([...rows, summary])).toMatchObject({ phase: 'done', run: { done_count: 1, failed_count: 1 } })
})

it('shows a stored run with pending orders as interrupted', () => {
  const stored: OrderRun = { ...RUN, pending_count: 1, done_count: 1, rows: [row('a', 'done'), row('b', 'pending')] }
  expect(fromRun(stored)).toMatchObject({ phase: 'broken', rows: [{ public_id: 'a' }] })
  expect(fromRun({ ...stored, pending_count: 0 }).phase).toBe('done')
})

it('keeps the orders that accept an action', () => {
  const order = (...actions: OrderAction[]) => ({ actions: actions.map((action) => ({ action })) })
  expect(acceptingOrders([order('clear', 'refund'), order('refund')], 'clear')).toHaveLength(1)
})

it('names one and many', () => {
  expect(BULK_WORDS.complete_transfer.label(1)).toBe('Confirm 1 delivery')
  expect(BULK_WORDS.complete_transfer.label(2)).toBe('Confirm 2 deliveries')
})
