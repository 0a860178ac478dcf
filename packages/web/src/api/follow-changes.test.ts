// How long a tab waits before it reconnects.
import { describe, expect, it } from 'vitest'
import { FreeholdError } from './client.ts'
import { backoffMs, waitMs } from './follow-changes.ts'

describe('the wait before reconnecting', () => {
  it('doubles with each failed attempt, up to a minute', () =>
    expect([0, 1, 2, 5, 6, 50].map((attempt) => backoffMs(attempt, 1))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000,
    ]))

  it('spreads tabs over three quarters of it', () => {
    expect(backoffMs(3, 0)).toBe(2000)
    expect(backoffMs(3, 0.5)).toBe(5000)
  })

  it('is at least what the server asks for', () => {
    const error = new FreeholdError({ message: '', status: 429, code: 'rate_limited', retryAfterSeconds: 30 })
    expect(waitMs(error, 0, 0)).toBe(30_000)
    expect(waitMs(error, 0, 1)).toBe(45_000)
  })

  it('is the backoff when the server says nothing', () => expect(waitMs(new TypeError('failed'), 1, 1)).toBe(2000))
})
