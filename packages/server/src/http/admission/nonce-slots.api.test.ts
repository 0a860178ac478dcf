// list_nonce_slots() keeps a nonce of the release before in the slots of the earliest timestamp that it can have been signed with.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../../test/harness.ts'
import { deviate, undo } from '../../../test/parity.ts'
import { sql, type Tx } from '../../db/sql.ts'
import { NONCE_MEMORY_SECONDS, TIMESTAMP_SKEW_SECONDS } from '../../kernel/limits.ts'
import { listSlots } from './nonce-slots.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})

const HOURS = fc.integer({ min: 400_000, max: 1_000_000 })
/** Seconds since 1970 at which a nonce is used, to the millisecond: any time, and the ones around which its slots change. */
const USED = fc.oneof(
  fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 }).map((ms) => ms / 1000),
  fc
    .tuple(
      HOURS,
      fc.constantFrom(TIMESTAMP_SKEW_SECONDS, -TIMESTAMP_SKEW_SECONDS - 60),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([hour, seconds, ms]) => (hour * 3_600_000 + seconds * 1000 + ms) / 1000),
)

/** Compares both over random times, with the SQL function as `change` makes it. */
const compareSlots = (change: (tx: Tx) => Promise<void> = async () => {}) =>
  undo(service.db, async (tx) => {
    await change(tx)
    return fc.check(
      fc.asyncProperty(fc.array(USED, { minLength: 100, maxLength: 100 }), async (times) => {
        const rows = await tx.many<{ slots: number[] }>(sql`
          select array(select list_nonce_slots(to_timestamp(t.used + ${NONCE_MEMORY_SECONDS}))) as slots
          from unnest(${times}::float8[]) with ordinality as t(used, place) order by t.place`)
        expect(rows.map(({ slots }) => slots)).toEqual(times.map((used) => listSlots(used - TIMESTAMP_SKEW_SECONDS)))
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })

it('has the same slots by SQL and by the rule, over random times', async () => {
  const report = await compareSlots()
  expect(report.failed ? fc.defaultReportMessage(report) : '').toBe('')
})

it.each([
  ['- 1200', '- 1199'],
  ['- 540', '- 600'],
])('reports a list_nonce_slots that has "%s" as "%s"', async (from, to) => {
  const report = await compareSlots(await deviate(service.db, 'list_nonce_slots', from, to))
  expect((report.errorInstance as Error | null)?.name).toBe('AssertionError')
})
