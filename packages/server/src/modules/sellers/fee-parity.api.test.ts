// The fee of a seller's sale by SQL, as place_order() has it, and by the rule.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { computeProceeds } from './rules/sales.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const cents = fc.oneof(fc.constantFrom(1, 2, 3, 333), fc.integer({ min: 1, max: 999_999_999_999 }))
const bps = fc.constantFrom(0, 1, 333, 1000, 9999, 10_000)

/** Compares both over random sales, with the SQL function as `change` makes it. */
const compareFees = (change: (tx: Tx) => Promise<void> = async () => {}) =>
  undo(service.db, async (tx) => {
    await change(tx)
    return fc.check(
      fc.asyncProperty(cents, bps, fc.integer({ min: 0, max: 100 }), async (price, feeBps, percent) => {
        const commission = Math.floor((price * percent) / 100)
        const { feeCents, proceedsCents } = computeProceeds(price, commission, feeBps)
        expect(feeCents + proceedsCents + commission).toBe(price)
        expect(Math.min(feeCents, proceedsCents)).toBeGreaterThanOrEqual(0)
        const row = await tx.one<{ fee: number }>(
          sql`select seller_fee(${price}::bigint, ${commission}::bigint, ${feeBps}::int) as fee`,
        )
        expect(row!.fee).toBe(feeCents)
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

it('has the same fee by SQL and by the rule, over random sales', async () => {
  const report = await compareFees()
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

it.each([
  ['least(', 'greatest('],
  ['p_price - p_commission', 'p_price'],
])('reports a seller_fee that has "%s" as "%s"', async (from, to) => {
  const report = await compareFees(await deviate(service.db, 'seller_fee', from, to))
  expect((report.errorInstance as Error | null)?.name).toBe('AssertionError')
})
