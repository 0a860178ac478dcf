// Owns the client: holds the credentials and the connection, and offers the calls of HTTP over them.
import { type ApiResponse, type Connection, type Query, type RequestOptions, sendRequest } from './request.ts'

export interface FreeholdOptions {
  /** Where the service is, such as `https://freehold.example`; a path in it becomes part of every request. */
  baseUrl: string
  /** Key id and secret belong together; without them nothing is signed, which is enough for the public API. */
  keyId?: string | undefined
  secret?: string | undefined
  /** Another fetch, for tests or for a proxy. */
  fetch?: typeof globalThis.fetch | undefined
  /** Milliseconds since 1970, as `Date.now`. */
  clock?: (() => number) | undefined
  /** For a whole exchange, the body included; 30 seconds when absent. */
  timeoutMs?: number | undefined
}

export type CallOptions = Omit<RequestOptions, 'method' | 'path' | 'body' | 'query'>

const DEFAULT_TIMEOUT_MS = 30_000

export class Freehold {
  // Private to the engine, so that a client that is logged or serialised does not show its secret.
  readonly #connection: Connection

  constructor(options: FreeholdOptions) {
    const { baseUrl, keyId, secret } = options
    if (!/^https?:\/\//u.test(baseUrl) || !URL.canParse(baseUrl)) {
      throw new TypeError(`baseUrl must be an http or https address, not "${baseUrl}".`)
    }
    if (/[?#]/u.test(baseUrl)) throw new TypeError('baseUrl must have neither query nor fragment.')
    if (Boolean(keyId) !== Boolean(secret)) throw new TypeError('Give both keyId and secret, or neither.')
    this.#connection = {
      baseUrl,
      credentials: keyId && secret ? { keyId, secret } : null,
      // Browsers refuse a fetch that is called as a method of another object.
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      clock: options.clock ?? Date.now,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    }
  }

  /** Performs a request and gives the body; throws a `FreeholdError` for everything but a success. */
  async request<T = unknown>(options: RequestOptions): Promise<T> {
    return (await this.send<T>(options)).data
  }

  /** As `request`, with the status, the headers and the request id around the body. */
  send<T = unknown>(options: RequestOptions): Promise<ApiResponse<T>> {
    return sendRequest<T>(this.#connection, options)
  }

  get<T = unknown>(path: string, query?: Query, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'GET', path, query })
  }

  post<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'POST', path, body })
  }

  put<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'PUT', path, body })
  }

  patch<T = unknown>(path: string, body?: unknown, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'PATCH', path, body })
  }

  delete<T = unknown>(path: string, options?: CallOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'DELETE', path })
  }
}
