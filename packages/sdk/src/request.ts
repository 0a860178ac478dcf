// Sends one HTTP request: builds the URL, serializes the body once, signs exactly what is sent, and turns failures into errors.
import { errorFromResponse, FreeholdError } from './errors.ts'
import { connected } from './exchange.ts'
import { encodeBody, type Query, queryText, requestHeaders } from './operation.ts'
import { type RetryPolicy, withRetries } from './retry.ts'
import type { ServerClock } from './server-clock.ts'
import { canonicalQuery, signRequest } from './signing.ts'

export type { Query, QueryValue } from './operation.ts'

export interface RequestOptions {
  method: string
  /** The path after the base URL, such as `/api/partner/v1/orders`. Percent-encode its segments. It may include a query. */
  path: string
  query?: Query | undefined
  /** Sent as JSON; bytes and streams are sent unchanged. A stream cannot be signed or retried. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** Use one key for all attempts of a write. A signed POST without a key gets a random one. */
  idempotencyKey?: string | undefined
  /** False sends no signature, for the Public API. The access token is sent if there is one. */
  signed?: boolean | undefined
  /** A media type other than JSON, such as `text/csv`. The response is then returned as text. */
  accept?: string | undefined
  /** True returns the response as bytes, for PDF files. */
  binary?: boolean | undefined
  /** True for a POST that only reads, so that it can be retried. */
  repeatable?: boolean | undefined
  maxRetries?: number | undefined
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  requestId: string | null
  /** True if this is the stored response of an earlier request with the same idempotency key. */
  replayed: boolean
}

export interface Connection extends RetryPolicy {
  baseUrl: string
  credentials: { keyId: string; secret: string } | null
  accessToken: () => string | undefined | Promise<string | undefined>
  operatorToken: string | undefined
  fetch: typeof globalThis.fetch
  clock: ServerClock
  timeoutMs: number
}

/** The same for every attempt. Each attempt adds its own timestamp, nonce and signature. */
interface Outgoing {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined
  signed: boolean
}

interface Incoming {
  response: Response
  bytes: Uint8Array
  text: string
}

export async function sendRequest<T>(connection: Connection, options: RequestOptions): Promise<ApiResponse<T>> {
  const outgoing = await prepare(connection, options)
  const { signal } = options
  // A stream can be read once.
  const maxRetries = outgoing.body instanceof ReadableStream ? 0 : options.maxRetries
  const repeatable = options.repeatable ?? isRepeatable(outgoing)
  const { response, bytes, text } = await withRetries(connection, { repeatable, maxRetries, signal }, async () => {
    const incoming = await sendInTime(connection, options, outgoing)
    if (!incoming.response.ok)
      throw errorFromResponse(incoming.response.status, incoming.response.headers, incoming.text)
    return incoming
  })
  return {
    data: (options.binary ? bytes : options.accept === undefined ? parseBody(response, text) : text) as T,
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get('x-request-id'),
    replayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

async function prepare(connection: Connection, options: RequestOptions): Promise<Outgoing> {
  const method = options.method.toUpperCase()
  const url = buildUrl(connection.baseUrl, options.path, options.query)
  const body = options.body instanceof ReadableStream ? options.body : encodeBody(method, options.body)
  const isOperator = options.path.startsWith('/api/operator/')
  const signed = connection.credentials !== null && options.signed !== false && !isOperator
  const headers = requestHeaders({ accept: options.accept, hasBody: body !== undefined })
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey)
  const token = signed ? undefined : isOperator ? connection.operatorToken : await connection.accessToken()
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
  if (signed && method === 'POST' && !headers.has('idempotency-key'))
    headers.set('Idempotency-Key', crypto.randomUUID())
  return { method, url, headers, body, signed }
}

function isRepeatable({ method, headers }: Outgoing): boolean {
  return /^(?:GET|HEAD|PUT|DELETE)$/u.test(method) || (method === 'POST' && headers.has('idempotency-key'))
}

/** Signs a request again, with the server's time, if its timestamp was rejected. */
async function sendInTime(connection: Connection, options: RequestOptions, outgoing: Outgoing): Promise<Incoming> {
  const signedSeconds = connection.clock.seconds()
  const incoming = await exchange(connection, options, await sign(connection, outgoing, signedSeconds))
  const { response, text } = incoming
  if (!outgoing.signed || response.status !== 401) return incoming
  if (errorFromResponse(401, response.headers, text).code !== 'invalid_timestamp') return incoming
  if (!connection.clock.follow(response.headers.get('date'), signedSeconds)) return incoming
  return exchange(connection, options, await sign(connection, outgoing, connection.clock.seconds()))
}

export function trimSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Sends the query in canonical form, so that no proxy has a reason to rewrite it. */
function buildUrl(baseUrl: string, path: string, query: Query | undefined): URL {
  if (!path.startsWith('/')) throw new TypeError(`The path must start with a slash: "${path}".`)
  const [pathname = '', ...rest] = path.split('?')
  const rawQuery = [rest.join('?'), queryText(query)].filter((part) => part !== '').join('&')
  const url = new URL(`${trimSlashes(baseUrl)}${pathname}`)
  url.hash = ''
  url.search = canonicalQuery(rawQuery)
  return url
}

/** Adds the signature headers last, so that the caller's headers cannot replace them. */
async function sign(connection: Connection, outgoing: Outgoing, timestamp: number): Promise<Outgoing> {
  const { method, url, body } = outgoing
  if (connection.credentials === null || !outgoing.signed) return outgoing
  if (body instanceof ReadableStream)
    throw new TypeError('A signed request cannot send a stream. Pass the whole body as text or bytes.')
  const signature = await signRequest({
    ...connection.credentials,
    method,
    // Sign the path as the URL parser normalized it: that is what is sent.
    path: url.pathname,
    query: url.search.slice(1),
    body,
    timestamp,
  })
  const headers = new Headers(outgoing.headers)
  for (const [name, value] of Object.entries(signature.headers)) headers.set(name, value)
  return { ...outgoing, headers }
}

async function exchange(connection: Connection, options: RequestOptions, outgoing: Outgoing): Promise<Incoming> {
  const { method, url, headers, body } = outgoing
  const timeoutMs = options.timeoutMs ?? connection.timeoutMs
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const run = async (): Promise<Incoming> => {
    const response = await connection.fetch(url.href, {
      method,
      headers,
      signal,
      // Following a redirect would send the signature to another path, where it is invalid, or to another host.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    })
    // The timeout also covers reading the body.
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { response, bytes, text: new TextDecoder().decode(bytes) }
  }
  return connected(run, options.signal, (cause) =>
    timeout.aborted
      ? { code: 'timeout', message: `No response from ${url.origin} within ${timeoutMs} ms.` }
      : { code: 'connection_failed', message: `Cannot connect to ${url.origin}: ${describeCause(cause)}.` },
  )
}

/** fetch reports only "fetch failed"; the real reason, such as ECONNREFUSED, is its cause. */
function describeCause(cause: unknown): string {
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
      message: 'The response is not JSON. Check the base URL.',
      requestId: response.headers.get('x-request-id'),
      cause,
    })
  }
}
