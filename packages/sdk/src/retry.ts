// Owns when a request is sent again, and after which wait.
import { ConnectionError, FreeholdError } from './errors.ts'

export interface RetryPolicy {
  maxRetries: number
  /** Whoever asks for a longer wait is not waited for. */
  maxRetryAfterSeconds: number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** Doubles each time. The lower half is certain, the upper one random, so that clients that fell together rise apart. */
export function backOffMs(retry: number, random: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** retry, LONGEST_WAIT_MS)
  return longest / 2 + (longest / 2) * random
}

/**
 * `repeatable`: sending it twice does no more than sending it once. What was refused for its rate has not happened, so that it
 * may be repeated in any case.
 */
export function isWorthRepeating(error: unknown, repeatable: boolean): error is FreeholdError {
  if (!(error instanceof FreeholdError)) return false
  if (error.status === 429) return true
  if (!repeatable) return false
  const twinAtWork = error.status === 409 && error.reason === 'idempotency_in_progress'
  return error instanceof ConnectionError || error.status >= 500 || twinAtWork
}

/** How long to wait before the retry of that number, counted from 0; null when the server asks for more than we would wait. */
export function waitMs(error: FreeholdError, retry: number, random: number, policy: RetryPolicy): number | null {
  const asked = error.retryAfterSeconds
  if (asked !== null && asked > policy.maxRetryAfterSeconds) return null
  return Math.max(backOffMs(retry, random), (asked ?? 0) * 1000)
}

export async function withRetries<T>(
  policy: RetryPolicy,
  request: { repeatable: boolean; maxRetries?: number | undefined; signal?: AbortSignal | undefined },
  attempt: () => Promise<T>,
): Promise<T> {
  const maxRetries = request.maxRetries ?? policy.maxRetries
  for (let retry = 0; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      if (retry >= maxRetries || !isWorthRepeating(error, request.repeatable)) throw error
      const ms = waitMs(error, retry, Math.random(), policy)
      if (ms === null) throw error
      await policy.sleep(ms, request.signal)
    }
  }
}

/** Ends early, with the signal's own reason, when the signal says so. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
  signal?.throwIfAborted()
}
