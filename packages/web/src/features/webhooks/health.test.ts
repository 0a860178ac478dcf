// How health is put into words.
import { expect, it } from 'vitest'
import { describeHealth, successPercent } from './health.ts'

it.each([
  [{ succeeded: 0, failed: 0, pending: 0 }, 'No deliveries yet'],
  [{ succeeded: 0, failed: 0, pending: 3 }, '3 pending'],
  [{ succeeded: 199, failed: 1, pending: 0 }, '99% of 200 delivered'],
  [{ succeeded: 4, failed: 0, pending: 2 }, '100% of 4 delivered, 2 pending'],
])('describes %o as %s', (health, text) => expect(describeHealth(health)).toBe(text))

it('says 100% only when nothing failed', () => {
  expect(successPercent({ succeeded: 9999, failed: 1 })).toBe(99)
  expect(successPercent({ succeeded: 1, failed: 0 })).toBe(100)
})
