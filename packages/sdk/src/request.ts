// Owns one HTTP exchange: builds the URL, serialises the body once, signs exactly what is sent, and turns failures into errors.
import { errorFromResponse, FreeholdError } from './errors.ts'
import { connected } from './exchange.ts'
import { encodeBody, type Query, queryText, requestHeaders } from './operation.ts'
import { type RetryPolicy, withRetries } from './retry.ts'
import type { ServerClock } from './server-clock.ts'
import { canonicalQuery, signRequest } from './signing.ts'

export type { Query, QueryValue } from './operation.ts'

export interface RequestOptions {
  method: string
  /** From the base URL on: `/api/partner/v1/orders`. Percent-encode what you put into it; a query may stand in it too. */
  path: string
  query?: Query | undefined
  /** Sent as JSON; bytes are sent as they are. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** The same key for every attempt of one write, another for the next write. A signed POST without one is given a random one. */
  idempotencyKey?: string | undefined
  /** False leaves the signature out, for the public API; the access token goes along when there is one. */
  signed?: boolean | undefined
  /** Another media type than JSON, such as `text/csv`: the answer is then given as text. */
  accept?: string | undefined
  /** True for a POST that only reads, so that it may be sent again after a failure. */
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
  /** True when the answer is that of an earlier request with the same idempotency key. */
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

/** What goes out with every attempt; timestamp, nonce and signature are added to each anew. */
interface Outgoing {
  method: string
  url: URL
  headers: Headers
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined
  signed: boolean
}

interface Incoming {
  response: Response
  text: string
}

export async function sendRequest<T>(connection: Connection, options: RequestOptions): Promise<ApiResponse<T>> {
  const outgoing = await prepare(connection, options)
  const { signal } = options
  // A stream can be read once.
  const maxRetries = outgoing.body instanceof ReadableStream ? 0 : options.maxRetries
  const repeatable = options.repeatable ?? isRepeatable(outgoing)
  const { response, text } = await withRetries(connection, { repeatable, maxRetries, signal }, async () => {
    const incoming = await sendInTime(connection, options, outgoing)
    if (!incoming.response.ok)
      throw errorFromResponse(incoming.response.status, incoming.response.headers, incoming.text)
    return incoming
  })
  return {
    data: (options.accept === undefined ? parseBody(response, text) : text) as T,
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

/** A request that was refused for its time is signed once more, on the server's clock. */
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

/** The query goes out in its canonical form, so that nothing between here and the server has a reason to rewrite it. */
function buildUrl(baseUrl: string, path: string, query: Query | undefined): URL {
  if (!path.startsWith('/')) throw new TypeError(`The path must start with a slash: "${path}".`)
  const [pathname = '', ...rest] = path.split('?')
  const rawQuery = [rest.join('?'), queryText(query)].filter((part) => part !== '').join('&')
  const url = new URL(`${trimSlashes(baseUrl)}${pathname}`)
  url.hash = ''
  url.search = canonicalQuery(rawQuery)
  return url
}

/** The signature comes last, so that no header of the caller's can stand in its place. */
async function sign(connection: Connection, outgoing: Outgoing, timestamp: number): Promise<Outgoing> {
  const { method, url, body } = outgoing
  if (connection.credentials === null || !outgoing.signed) return outgoing
  if (body instanceof ReadableStream)
    throw new TypeError('A signed request cannot send a stream. Pass the whole body as text or bytes.')
  const signature = await signRequest({
    ...connection.credentials,
    method,
    // What the URL parser made of the path is what goes on the wire.
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
      // A redirect would carry the signature to another path, where it is not valid, or to another host, where it does not belong.
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    })
    // Reading is under the same limit: a server may send its headers at once and the body never.
    return { response, text: await response.text() }
  }
  return connected(run, options.signal, (cause) =>
    timeout.aborted
      ? { code: 'timeout', message: `No answer from ${url.origin} within ${timeoutMs} ms.` }
      : { code: 'connection_failed', message: `No connection to ${url.origin}: ${reasonOf(cause)}.` },
  )
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
