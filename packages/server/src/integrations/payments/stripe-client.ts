// The client of Stripe's API, and what its payments, disputes and payouts share.
import Stripe from 'stripe'
import { ApiError } from '../../kernel/errors.ts'

export type StripeKeys = {
  secretKey: string
  /** Where the browser's part runs; null leaves the address to the library. Tests point it at a double. */
  apiBase: string | null
}

const TIMEOUT_MS = 10_000
const NETWORK_RETRIES = 2

export function createClient({ secretKey, apiBase }: StripeKeys): Stripe {
  const options = { telemetry: false, timeout: TIMEOUT_MS, maxNetworkRetries: NETWORK_RETRIES }
  if (apiBase === null) return new Stripe(secretKey, options)
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    port: port || (plain ? 80 : 443),
    protocol: plain ? 'http' : 'https',
  })
}

/** Everything that Stripe may answer with is one of: our mistake (a bug), or something that a later try may find well. */
export function unavailable(error: unknown): ApiError {
  const { type, code } = error as { type?: string; code?: string }
  return new ApiError('upstream_unavailable', {
    message: `The payment processor is unavailable (${code ?? type ?? 'no connection'}). Try again shortly.`,
    headers: { 'retry-after': '5' },
  })
}

/** IDs and codes as Stripe and we write them; they go into the database. */
export const isWord = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,255}$/.test(value)

/** The end of the year 9999, which is the last that a date in ISO 8601 has. */
const UNIX_SECONDS_MAX = 253_402_300_799

/** Stripe's Unix seconds. */
export const toTime = (seconds: unknown): Date | null =>
  Number.isSafeInteger(seconds) && (seconds as number) > 0 && (seconds as number) <= UNIX_SECONDS_MAX
    ? new Date((seconds as number) * 1000)
    : null
