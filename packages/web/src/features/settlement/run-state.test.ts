// A settlement run as its lines tell it.
import { expect, it } from 'vitest'
import { INITIAL, step } from './run-state.ts'

it('counts statements as they come, and is done with the summary only', () => {
  const running = { ...INITIAL, phase: 'running' as const }
  const started = step(running, { kind: 'start', due: 2 })
  const first = step(started, { kind: 'statement', partner_name: 'Acme', orders_count: 3 })
  expect(first).toEqual({ phase: 'running', due: 2, statements: 1, orders: 3, last: 'Acme' })
  const done = step(first, { kind: 'summary', settlements_count: 2, orders_count: 5 })
  expect(done).toMatchObject({ phase: 'done', statements: 2, orders: 5 })
})
