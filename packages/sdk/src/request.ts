// Owns one HTTP exchange: builds the URL, serialises the body once, signs exactly what is sent, and turns failures into errors.
import { ConnectionError, errorFromResponse, FreeholdError } from './errors.ts'
import { canonicalQuery, signRequest } from './signing.ts'

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[]

/** `null` and `undefined` are left out; a list is joined by commas, as the API takes several values in one parameter. */
export type Query = Readonly<Record<string, QueryValue>>

export interface RequestOptions {
  method: string
  /** From the base URL on: `/api/partner/v1/orders`. Percent-encode what you put into it; a query may stand in it too. */
  path: string
  query?: Query | undefined
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** The same key for every attempt of one write, another for the next write. */
  idempotencyKey?: string | undefined
  /** False leaves the signature out, for the public API. */
  signed?: boolean | undefined
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  requestId: string | null
  /** True when the answer is that of an earlier request with the same idempotency key. */
  replayed: boolean
}

export interface Connection {
  baseUrl: string
  credentials: { keyId: string; secret: string } | null
  fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. */
  clock: () => number
  timeoutMs: number
}

export async function sendRequest<T>(connection: Connection, options: RequestOptions): Promise<ApiResponse<T>> {
  const method = options.method.toUpperCase()
  const url = buildUrl(connection.baseUrl, options.path, options.query)
  const body = serialiseBody(method, options.body)
  const headers = new Headers({ Accept: 'application/json' })
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  // The signature comes last, so that no header of the caller's can stand in its place.
  for (const [name, value] of await signatureHeaders(connection, options, method, url, body)) headers.set(name, value)

  const { response, text } = await exchange(connection, options, url, { method, headers, body })
  if (!response.ok) throw errorFromResponse(response.status, response.headers, text)
  return {
    data: parseBody(response, text) as T,
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get('x-request-id'),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/** The query goes out in its canonical form, so that nothing between here and the server has a reason to rewrite it. */
function buildUrl(baseUrl: string, path: string, query: Query = {}): URL {
  if (!path.startsWith('/')) throw new TypeError(`The path must start with a slash: "${path}".`)
  const [pathname = '', ...rest] = path.split('?')
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== null && value !== undefined)
      params.append(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const rawQuery = [rest.join('?'), params.toString()].filter((part) => part !== '').join('&')
  const url = new URL(`${baseUrl.replace(/\/+$/u, '')}${pathname}`)
  url.hash = ''
  url.search = canonicalQuery(rawQuery)
  return url
}

function serialiseBody(method: string, body: unknown): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined
  if (method === 'GET' || method === 'HEAD') throw new TypeError(`A ${method} request has no body; use the query.`)
  if (body instanceof Uint8Array) return new Uint8Array(body)
  const json = JSON.stringify(body)
  if (json === undefined) throw new TypeError('The body cannot be written as JSON.')
  return new TextEncoder().encode(json)
}

async function signatureHeaders(
  connection: Connection,
  options: RequestOptions,
  method: string,
  url: URL,
  body: Uint8Array | undefined,
): Promise<[string, string][]> {
  if (connection.credentials === null || options.signed === false) return []
  const { headers } = await signRequest({
    ...connection.credentials,
    method,
    // What the URL parser made of the path is what goes on the wire.
    path: url.pathname,
    query: url.search.slice(1),
    body,
    timestamp: Math.floor(connection.clock() / 1000),
  })
  return Object.entries(headers)
}

interface Outgoing {
  method: string
  headers: Headers
  body: Uint8Array<ArrayBuffer> | undefined
}

async function exchange(
  connection: Connection,
  options: RequestOptions,
  url: URL,
  { method, headers, body }: Outgoing,
): Promise<{ response: Response; text: string }> {
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  try {
    const response = await connection.fetch(url.href, {
      method,
      headers,
      signal,
      // A redirect would carry the signature to another path, where it is not valid, or to another host, where it does not belong.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    })
    // Reading is under the same limit: a server may send its headers at once and the body never.
    return { response, text: await response.text() }
  } catch (cause) {
    if (options.signal?.aborted) throw options.signal.reason
    const timedOut = timeout.aborted
    throw new ConnectionError({
      status: 0,
      code: timedOut ? 'timeout' : 'connection_failed',
      message: timedOut
        ? `No answer from ${url.origin} within ${timeoutMs} ms.`
        : `No connection to ${url.origin}: ${reasonOf(cause)}.`,
      cause,
    })
  }
}

/** fetch says only "fetch failed" and keeps the real reason (ECONNREFUSED and the like) in its cause. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error)) return String(inner)
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message
}

function parseBody(response: Response, text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new FreeholdError({
      status: response.status,
      code: 'unexpected_response',
      message: 'The server answered with something that is not JSON; check the base URL.',
      requestId: response.headers.get('x-request-id'),
      cause,
    })
  }
}
