// How responses and attempts are put into words.
import { describe, expect, it } from 'vitest'
import { describeAttempt, describeBody } from './response-text.ts'

describe('the body of a response', () => {
  it.each([
    [{ bytes: 0, binary: false, truncated: false }, 'Empty'],
    [{ bytes: 12, binary: false, truncated: false }, '12 bytes'],
    [{ bytes: 4096, binary: false, truncated: true }, 'First 1 KB of 4 KB or more'],
    [{ bytes: 300, binary: true, truncated: false }, 'Binary, 300 bytes'],
  ])('%o is described as %s', (response, text) => expect(describeBody(response)).toBe(text))
})

describe('the result of an attempt', () => {
  it.each([
    [{ status_code: 204, error: null, duration_ms: 12 }, 'Delivered: status code 204 after 12 ms.'],
    [{ status_code: 500, error: null, duration_ms: 3 }, 'The attempt failed: status code 500 after 3 ms.'],
    [
      { status_code: 200, error: 'the connection was lost', duration_ms: 3 },
      'The attempt failed: status code 200 after 3 ms.',
    ],
    [
      { status_code: null, error: 'connection: ECONNREFUSED', duration_ms: 1 },
      'The attempt failed: connection: ECONNREFUSED.',
    ],
  ])('%o is announced as %s', (attempt, text) => expect(describeAttempt(attempt)).toBe(text))
})
