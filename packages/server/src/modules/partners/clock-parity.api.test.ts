// clock_offset() says of every partner's clock what the rule says, and costs no call: the planner puts its expression in its place.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { computeClockOffset } from '../../kernel/clock.ts'
import { ENVIRONMENTS } from '../../kernel/owner.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const SECONDS = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 * 366 * 86_400 }))

/** Compares both over random offsets, with the SQL function as `change` makes it. */
const compareOffsets = (change: (tx: Tx) => Promise<void> = async () => {}) =>
  undo(service.db, async (tx) => {
    await change(tx)
    return fc.check(
      fc.asyncProperty(fc.constantFrom(...ENVIRONMENTS), SECONDS, async (environment, seconds) => {
        const row = await tx.one<{ seconds: number }>(sql`
          select clock_offset(${environment}, ${seconds}) as seconds`)
        expect(row?.seconds).toBe(computeClockOffset(environment, seconds))
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

it('has the same offset by SQL and by the rule, over random clocks', async () => {
  const report = await compareOffsets()
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

it.each([
  ["= 'sandbox'", "= 'live'"],
  ['else 0', 'else 1'],
  ['then p_sandbox_offset_seconds', 'then p_sandbox_offset_seconds + 1'],
])('reports a clock_offset that has "%s" as "%s"', async (from, to) => {
  const report = await compareOffsets(await deviate(service.db, 'clock_offset', from, to))
  expect((report.errorInstance as Error | null)?.name).toBe('AssertionError')
})

it('is put into the statement that calls it', async () => {
  const plan = await service.db.many<Record<string, string>>(sql`
    explain verbose select clock_offset(c.environment, p.sandbox_offset_seconds)
    from credentials c join partners p on p.id = c.partner_id`)
  const text = plan.flatMap((row) => Object.values(row)).join('\n')
  expect(text).toContain("CASE WHEN (c.environment = 'sandbox'::text) THEN p.sandbox_offset_seconds")
  expect(text).not.toContain('clock_offset')
})
