// Owns the settings of a client, and the connection that they make.
import type { Connection } from './request.ts'
import { sleep } from './retry.ts'
import { ServerClock } from './server-clock.ts'

export interface FreeholdOptions {
  /** Where the service is, such as `https://freehold.example`; a path in it becomes part of every request. */
  baseUrl: string
  /** Key id and secret belong together; without them nothing is signed, which is enough for the public API. */
  keyId?: string | undefined
  secret?: string | undefined
  /** For the public API: a token of the OAuth flow, or what gives the current one. */
  accessToken?: string | (() => string | undefined | Promise<string | undefined>) | undefined
  /** For `freehold.operator`. */
  operatorToken?: string | undefined
  /** How often a request that failed is sent again, where that is safe; 2 when absent. */
  maxRetries?: number | undefined
  /** The longest `Retry-After` that is waited for; 60 when absent. A longer one ends the call with its error. */
  maxRetryAfterSeconds?: number | undefined
  /** For a whole exchange, the body included; 30 seconds when absent. Every attempt has its own. */
  timeoutMs?: number | undefined
  /** Another fetch, for tests or for a proxy. */
  fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds since 1970, as `Date.now`. */
  clock?: (() => number) | undefined
  /** Another way to wait between attempts, for tests. */
  sleep?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined
  /** In a browser, whoever opens the page can read a secret or an operator token. Only for pages that nobody else opens. */
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
    // Browsers refuse a fetch that is called as a method of another object.
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
  if (/[?#]/u.test(baseUrl)) throw new TypeError('baseUrl must have neither query nor fragment.')
  if (Boolean(keyId) !== Boolean(secret)) throw new TypeError('Give both keyId and secret, or neither.')
  if ((secret || operatorToken) && 'document' in globalThis && !dangerouslyAllowBrowser) {
    throw new TypeError(
      'Whoever opens this page could read its secret. Sign on a server, or set dangerouslyAllowBrowser.',
    )
  }
}
