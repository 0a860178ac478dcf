// The schedule, Retry-After, and what counts as success.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WEBHOOK_RESPONSE_BYTES_KEPT } from '../../kernel/limits.ts'
import {
  ATTEMPTS_MAX,
  describeFailure,
  EVENT_TYPES,
  isGone,
  isReportDue,
  isSuccess,
  PUSHED_BY_DEFAULT,
  parseRetryAfter,
  planAttempts,
  RETRY_SECONDS,
  retryDelaySeconds,
  tidyEventTypes,
  toShownUrl,
} from './rules/deliveries.ts'
import { readResponse } from './rules/responses.ts'

const LADDER = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
const NOW = new Date('2026-03-01T12:00:00.000Z')

describe('the schedule', () => {
  it('has ten attempts, each wait within a tenth of the contract', () => {
    expect(ATTEMPTS_MAX).toBe(10)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (failures, random) => {
          const wait = retryDelaySeconds(failures, null, random) as number
          const base = LADDER[failures - 1] as number
          expect(wait).toBeGreaterThanOrEqual(base * 0.9 - 1e-6)
          expect(wait).toBeLessThanOrEqual(base * 1.1 + 1e-6)
        },
      ),
    )
  })

  it('uses the whole of its tenth, both ways', () => {
    expect(retryDelaySeconds(1, null, 0)).toBeCloseTo(4.5)
    expect(retryDelaySeconds(1, null, 0.5)).toBeCloseTo(5)
    expect(retryDelaySeconds(1, null, 0.999999)).toBeCloseTo(5.5)
  })

  it('ends with the tenth failure, whatever the receiver asks for', () => {
    expect(retryDelaySeconds(10, null, 0.5)).toBeNull()
    expect(retryDelaySeconds(10, 60, 0.5)).toBeNull()
  })

  it('is lengthened by Retry-After, up to an hour, and never shortened', () => {
    expect(retryDelaySeconds(1, 60, 0.5)).toBe(60)
    expect(retryDelaySeconds(1, 1, 0.5)).toBeCloseTo(5)
    expect(retryDelaySeconds(2, 999_999, 0.5)).toBe(3600)
    expect(retryDelaySeconds(5, 999_999, 0.5)).toBeCloseTo(18_000)
  })
})

describe('Retry-After', () => {
  it.each([
    ['120', 120],
    [' 7 ', 7],
    ['0', 0],
    ['Sun, 01 Mar 2026 12:01:30 GMT', 90],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['-5', null],
    ['soon', null],
    ['1.5', null],
    ['Someday', null],
    ['', null],
    [undefined, null],
  ])('%s is %s seconds', (header, seconds) => {
    expect(parseRetryAfter(header, NOW)).toBe(seconds)
  })
})

describe('an outcome', () => {
  it('is a success with 2xx and nothing else', () => {
    for (let statusCode = 100; statusCode < 600; statusCode++)
      expect(isSuccess({ statusCode, error: null })).toBe(statusCode >= 200 && statusCode < 300)
    expect(isSuccess({ statusCode: 200, error: 'no complete response within 5 seconds' })).toBe(false)
    expect(isSuccess({ statusCode: null, error: 'connection: ECONNREFUSED' })).toBe(false)
  })

  it('is the end with 410 alone', () => {
    expect([404, 410, 411].map((statusCode) => isGone({ statusCode, error: null }))).toEqual([false, true, false])
  })
})

describe('a report to the team', () => {
  const NOW = new Date('2026-11-17T12:00:00Z')
  const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
  it.each([
    ['a retry failed', 2, before(5), null, true],
    ['one attempt failed', 1, before(5), null, false],
    ['the streak begins with this failure', 3, NOW, null, false],
    ['nothing fails', 2, null, null, false],
    ['this streak was reported', 4, before(90_000), before(86_500), false],
    ['another streak was reported less than a day ago', 2, before(5), before(86_000), false],
    ['another streak was reported a day ago', 2, before(5), before(86_500), true],
  ] as const)('when %s', (_, failures, failingSince, reportedAt, isDue) => {
    expect(isReportDue({ failingSince, reportedAt }, failures, NOW)).toBe(isDue)
  })

  it('says what the receiver did', () => {
    expect(describeFailure({ statusCode: 503, error: null })).toBe('Status code 503')
    expect(describeFailure({ statusCode: null, error: 'connection refused' })).toBe('connection refused')
    expect(describeFailure({ statusCode: null, error: null })).toBe('No response')
  })
})

describe('event types', () => {
  it("are pushed by default when they are the spec's seven or of service-collected sales", () => {
    expect(PUSHED_BY_DEFAULT).toEqual([
      'order.recorded',
      'order.manual_review_cleared',
      'order.transfer_started',
      'order.transfer_completed',
      'order.settled',
      'order.refunded',
      'brokerage.case_completed',
      'order.paid',
      'checkout.completed',
      'checkout.expired',
    ])
    expect(EVENT_TYPES).toHaveLength(20)
    expect(tidyEventTypes(['order.held', 'order.recorded', 'order.held'])).toEqual(['order.recorded', 'order.held'])
  })
})

describe('the URL of an endpoint in a message', () => {
  it.each([
    ['https://shop.example', 'https://shop.example/'],
    ['https://user:pass@shop.example:8443/hook?key=1#a', 'https://shop.example:8443/hook'],
    ['https://user@shop.example/a?b?c', 'https://shop.example/a'],
  ])('of %s is %s', (url, shown) => {
    expect(toShownUrl(url)).toBe(shown)
  })
})

describe('the plan of a delivery', () => {
  const next = new Date('2026-11-17T10:00:00Z')

  it('has every attempt that is left, spaced by the schedule', () => {
    const planned = planAttempts(0, next)
    expect(planned).toHaveLength(ATTEMPTS_MAX)
    expect(planned[0]).toEqual(next)
    const waits = planned.slice(1).map((at, index) => (at.getTime() - planned[index]!.getTime()) / 1000)
    expect(waits).toEqual([...RETRY_SECONDS])
  })

  it('ends with the last attempt', () => {
    expect(planAttempts(ATTEMPTS_MAX - 1, next)).toEqual([next])
    expect(planAttempts(3, null)).toEqual([])
  })
})

describe('what is kept of a response', () => {
  it('never cuts a character, whatever its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 1200 }), (text) => {
        const { responseBody, responseBytes } = readResponse('text/plain', Buffer.from(text))
        expect(responseBytes).toBe(Buffer.byteLength(text))
        if (responseBody === null) return
        expect(text.startsWith(responseBody)).toBe(true)
        expect(Buffer.byteLength(responseBody)).toBeLessThanOrEqual(WEBHOOK_RESPONSE_BYTES_KEPT)
      }),
    )
  })

  it('is storable text or nothing, of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1500 }), fc.option(fc.string(), { nil: undefined }), (bytes, type) => {
        const { responseBody, responseType } = readResponse(type, Buffer.from(bytes))
        for (const text of [responseBody ?? '', responseType ?? '']) {
          expect(text).not.toContain('\u0000')
          expect(text.isWellFormed()).toBe(true)
        }
      }),
    )
  })

  it('takes bytes that are not UTF-8 for binary', () => {
    expect(readResponse(undefined, Buffer.from([0xff, 0xfe, 0x41]))).toEqual({
      responseType: null,
      responseBody: null,
      responseBytes: 3,
    })
  })
})
