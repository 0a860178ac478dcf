// The options of a client, and the connection they create.
import type { Connection } from './request.ts'
import { sleep } from './retry.ts'
import { ServerClock } from './server-clock.ts'

export interface FreeholdOptions {
  /** The service URL, such as `https://freehold.example`. A path in it is prepended to every request. */
  baseUrl: string
  /** Set `keyId` and `secret` together for the Partner API. Without them nothing is signed. */
  keyId?: string | undefined
  secret?: string | undefined
  /** For the Public API: an OAuth access token, or a function that returns the current one. */
  accessToken?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** For `freehold.operator`. */
  operatorToken?: string | undefined
  /** The maximum number of retries of a request. Default 2. */
  maxRetries?: number | undefined
  /** The longest `Retry-After` to wait for. Default 60. A longer one ends the call with its error. */
  maxRetryAfterSeconds?: number | undefined
  /** The timeout of each attempt, including the response body. Default 30 seconds. */
  timeoutMs?: number | undefined
  /** A custom fetch, for tests or a proxy. */
  fetch?: typeof globalThis.fetch | undefined
  /** Returns milliseconds since 1970. Default: `Date.now`. */
  clock?: (() => number) | undefined
  /** A custom wait between attempts, for tests. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** In a browser, anyone who opens the page can read its secrets. Set this only on pages that nobody else can open. */
  dangerouslyAllowBrowser?: boolean | undefined
}

const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_MAX_RETRIES = 2
const DEFAULT_MAX_RETRY_AFTER_SECONDS = 60

export function openConnection(options: FreeholdOptions): Connection {
  refuseBadOptions(options)
  const { baseUrl, keyId, secret, accessToken } = options
  return {
    baseUrl,
    credentials: keyId && secret ? { keyId, secret } : null,
    accessToken: typeof accessToken === 'function' ? accessToken : () => accessToken,
    operatorToken: options.operatorToken,
    // Browsers reject fetch when it is called as a method of another object.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock: new ServerClock(options.clock ?? Date.now),
    sleep: options.sleep ?? sleep,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    maxRetryAfterSeconds: options.maxRetryAfterSeconds ?? DEFAULT_MAX_RETRY_AFTER_SECONDS,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  }
}

function refuseBadOptions({ baseUrl, keyId, secret, operatorToken, dangerouslyAllowBrowser }: FreeholdOptions): void {
  if (!/^https?:\/\//u.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new TypeError(`baseUrl must be an http or https URL, not "${baseUrl}".`)
  }
  if (/[?#]/u.test(baseUrl)) throw new TypeError('baseUrl must not have a query or a fragment.')
  if (Boolean(keyId) !== Boolean(secret)) throw new TypeError('Set both keyId and secret, or neither.')
  if ((secret || operatorToken) && 'document' in globalThis && !dangerouslyAllowBrowser) {
    throw new TypeError(
      'Anyone who opens this page could read its secret. Sign requests on a server, or set dangerouslyAllowBrowser.',
    )
  }
}
