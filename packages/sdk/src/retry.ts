// Decides when to retry a request, and how long to wait.
import { ConnectionError, FreeholdError } from './errors.ts'

export interface RetryPolicy {
  maxRetries: number
  /** A longer `Retry-After` ends the call with its error. */
  maxRetryAfterSeconds: number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 8_000

/** Exponential backoff with jitter: half of the wait is fixed, half is random. */
export function backOffMs(retry: number, random: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** retry, LONGEST_WAIT_MS)
  return longest / 2 + (longest / 2) * random
}

/**
 * `repeatable`: the request is safe to send twice. A rate-limited request was not processed, so it can always be retried.
 */
export function isWorthRepeating(error: unknown, repeatable: boolean): error is FreeholdError {
  if (!(error instanceof FreeholdError)) return false
  if (error.status === 429) return true
  if (!repeatable) return false
  const isInProgress = error.status === 409 && error.reason === 'idempotency_in_progress'
  return error instanceof ConnectionError || error.status >= 500 || isInProgress
}

/** The wait before a retry, counted from 0. Null if the server asks for a longer wait than the policy allows. */
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

/** Rejects early with the signal's reason when the signal aborts. */
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
