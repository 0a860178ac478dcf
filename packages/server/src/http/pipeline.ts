// The way of every request: admit the caller, validate the input, run the handler, answer. Areas differ only in their guard.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { ApiError, invariant, notFound } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { BODY_BYTES_MAX } from '../kernel/limits.ts'
import { assertJsonType, parseJson } from './body.ts'
import { toCorsConfig } from './cors.ts'
import {
  type AreaName,
  type Callers,
  type Context,
  RawResponse,
  type RecordedResponse,
  type Route,
} from './define-route.ts'
import { deprecationHeaders } from './deprecation.ts'
import { asApiError } from './error-handler.ts'
import type { IdempotentCall } from './idempotency.ts'
import { type Pair, queryPairs, readQuery } from './query.ts'
import { placeReads } from './read-place.ts'
import { Strict } from './schema.ts'
import { assertStorable, assertValid, isStorable, mismatch } from './validate.ts'
import { extractPath } from './wire.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the client waited for a response that stays open, in milliseconds. */
    openedAfterMs?: number
  }
}

/** A request as the guards see it: exactly what was sent. */
export type Incoming = {
  method: string
  path: string
  pairs: readonly Pair[]
  body: Buffer | undefined
  headers: Readonly<Record<string, string | undefined>>
  rawHeaders: readonly string[]
  address: string
  requestId: Id<'request'>
}

export type Admitted<Area extends AreaName> = {
  caller: Callers[Area]
  now: Date
  headers: Record<string, string>
  /** For the request log; never a secret. */
  logged: Record<string, unknown>
}

export type Outcome = { status: number; body: string; headers?: Record<string, string> }

export type Guard<Area extends AreaName> = {
  area: Area
  prefix: string
  /** Who is calling? Throws when nobody we know, or nobody who may. */
  admit(incoming: Incoming, route: Route): Promise<Admitted<Area>>
  /** What must hold before the input is looked at. */
  precheck?(call: Call<Area>): void
  /** Runs a write in its transaction, with the rows that the area owes it. */
  write(call: Call<Area>, work: (tx: Tx) => Promise<Outcome>): Promise<Outcome>
  /** Runs a write that is one statement and stores its own answer. */
  writeOnce?(call: Call<Area>, work: (idempotency: IdempotentCall) => Promise<RecordedResponse>): Promise<Outcome>
  /** After a read, or after anything that failed. */
  after?(call: Call<Area>, status: number, reason: string | null): Promise<void>
  /** After every request that reached a route, let in or not; it must not wait. */
  finished?(incoming: Incoming, outcome: RequestOutcome): void
}

export type RequestOutcome = { status: number; error: ApiError | null; milliseconds: number }

export type Call<Area extends AreaName> = {
  route: Route
  incoming: Incoming
  admitted: Admitted<Area>
  input: unknown
}

const NO_BODY = Strict({})
const NO_MEMBERS = Strict({})

export const fullPath = (route: Route, prefix: string): string => (route.absolute ? route.path : prefix + route.path)

function readBody(route: Route, incoming: Incoming): unknown {
  const bytes = incoming.body
  const empty = bytes === undefined || bytes.length === 0
  if (empty && (route.body === undefined || route.bodyOptional)) return undefined
  if (empty)
    throw new ApiError('validation_error', {
      message: 'body: is required',
      details: [{ field: 'body', message: 'is required' }],
    })
  assertJsonType(incoming.headers)
  const value = parseJson(bytes)
  assertValid(route.body ?? NO_BODY, value, 'body')
  if (!route.bodyInParts) assertStorable(value, 'body')
  return route.body === undefined ? undefined : value
}

function readInput(route: Route, incoming: Incoming, params: unknown, stream: Readable | undefined) {
  const queryType = route.query ?? NO_MEMBERS
  const query = readQuery(incoming.pairs, queryType, route.area === 'public' ? 'ignored' : 'refused')
  assertValid(queryType, query, 'query')
  assertStorable(query, 'query')
  assertStorableParams(params as Record<string, string>)
  if (route.streamed) return { params, query, body: undefined, stream }
  return { params, query, body: readBody(route, incoming) }
}

/** An id that text cannot hold is malformed, hence an id of nothing; a name that it cannot hold is a bad name. */
function assertStorableParams(params: Record<string, string>): void {
  for (const [name, text] of Object.entries(params)) {
    if (isStorable(text)) continue
    if (name.endsWith('_id')) throw notFound()
    assertStorable(text, name)
  }
}

/** The client's address; from a proxy header only where the operator said that a proxy is trusted. */
const getIpAddress = (request: FastifyRequest): string => request.ip

export function readIncoming(request: FastifyRequest): Incoming {
  const url = request.raw.url ?? '/'
  const cut = url.indexOf('?')
  return {
    method: request.method,
    path: extractPath(url),
    pairs: cut < 0 ? [] : queryPairs(url.slice(cut + 1)),
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    headers: request.headers as Record<string, string | undefined>,
    rawHeaders: request.raw.rawHeaders,
    address: getIpAddress(request),
    requestId: request.id as Id<'request'>,
  }
}

/** The framework refuses a malformed media type before anything else; without one the body is read and judged in its turn. */
function dropMalformedMediaType(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
  if (request.mediaType === undefined) delete request.raw.headers['content-type']
  done()
}

export function mountArea<Area extends AreaName>(
  app: FastifyInstance,
  deps: Deps,
  guard: Guard<Area>,
  routes: readonly Route[],
): void {
  void app.register(async (scope) => {
    // Raw bytes: the signature is over what was sent, and media types are judged after the signature.
    scope.addHook('onRequest', dropMalformedMediaType)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    for (const route of routes.filter((one) => !one.streamed)) mount(scope, deps, guard, route)
  })
  void app.register(async (scope) => {
    scope.addHook('onRequest', dropMalformedMediaType)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    for (const route of routes.filter((one) => one.streamed)) mount(scope, deps, guard, route)
  })
}

function mount<Area extends AreaName>(scope: FastifyInstance, deps: Deps, guard: Guard<Area>, route: Route): void {
  const notice = route.deprecated ? deprecationHeaders(route.deprecated) : {}
  scope.route({
    method: route.method,
    url: fullPath(route, guard.prefix).replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: route.streamed ? Number.MAX_SAFE_INTEGER : (route.bodyBytesMax ?? BODY_BYTES_MAX),
    config: { routeId: route.id, ...(route.streamed ? { streamed: true } : {}), ...toCorsConfig(route) },
    handler: async (request, reply) => {
      const incoming = readIncoming(request)
      reply.headers(notice)
      try {
        const sent = await serve(deps, guard, route, incoming, request, reply)
        guard.finished?.(incoming, { status: reply.statusCode, error: null, milliseconds: reply.elapsedTime })
        return sent
      } catch (thrown) {
        const error = asApiError(thrown) ?? new ApiError('internal_error')
        guard.finished?.(incoming, { status: error.status, error, milliseconds: reply.elapsedTime })
        throw thrown
      }
    },
  })
}

async function serve<Area extends AreaName>(
  deps: Deps,
  guard: Guard<Area>,
  route: Route,
  incoming: Incoming,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const admitted = await guard.admit(incoming, route)
  Object.assign(request, { logged: admitted.logged })
  reply.headers(admitted.headers)
  const call: Call<Area> = { route, incoming, admitted, input: undefined }
  try {
    route.requires?.(admitted.caller as never)
    guard.precheck?.(call)
    const stream = route.streamed ? (request.body as Readable | undefined) : undefined
    const input = readInput(route, incoming, request.params, stream)
    call.input = input.body ?? {}
    return await respond(deps, guard, call, input, reply)
  } catch (error) {
    await guard.after?.(call, (error as ApiError).status ?? 500, (error as ApiError).code ?? 'internal_error')
    throw error
  }
}

async function respond<Area extends AreaName>(
  deps: Deps,
  guard: Guard<Area>,
  call: Call<Area>,
  input: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route, admitted, incoming } = call
  const context: Context<Area> = {
    ...(await placeReads(deps, route)),
    caller: admitted.caller,
    now: admitted.now,
    requestId: incoming.requestId,
    path: incoming.path,
    headers: incoming.headers,
    reply: { header: (name, value) => reply.header(name, value) },
  }
  const handle = route.handle as (context: Context<Area>, input: unknown) => Promise<unknown>
  const status = route.status ?? 200
  if (route.writes === 'one-statement') {
    invariant(guard.writeOnce, `${guard.area} has no one-statement writes`)
    const outcome = await guard.writeOnce(call, async (idempotency) => {
      const response = (await handle({ ...context, idempotency } as Context<Area>, input)) as RecordedResponse
      assertMatches(deps, route, response.body)
      return response
    })
    return sendJson(reply.headers(outcome.headers ?? {}), outcome.status, outcome.body)
  }
  if (route.writes) {
    const prepare = route.prepare as ((context: Context<Area>, input: unknown) => Promise<unknown>) | undefined
    const prepared = await prepare?.(context, input)
    const outcome = await guard.write(call, async (tx) => {
      const value = await handle({ ...context, tx, prepared } as Context<Area>, input)
      return { status, body: serialise(deps, route, value) }
    })
    return sendJson(reply.headers(outcome.headers ?? {}), outcome.status, outcome.body)
  }
  const value = await handle(context, input)
  if (value instanceof RawResponse) return sendRaw(guard, call, value, reply.code(status))
  await guard.after?.(call, status, null)
  return sendJson(reply, status, serialise(deps, route, value))
}

async function sendRaw<Area extends AreaName>(
  guard: Guard<Area>,
  call: Call<Area>,
  response: RawResponse,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    await guard.after?.(call, reply.statusCode, null)
  } catch (error) {
    response.discard()
    throw error
  }
  reply.headers({ 'content-type': response.contentType, 'cache-control': 'no-store', ...response.headers })
  if (response.isEndless) reply.request.openedAfterMs = reply.elapsedTime
  if (call.incoming.method !== 'HEAD') return reply.send(response.body)
  // The framework would read the body to its end, and a stream of events has none.
  response.discard()
  return reply.send('')
}

/** Outside production an answer that its own schema does not describe is a bug that must not stay hidden. */
function serialise(deps: Deps, route: Route, value: unknown): string {
  const text = JSON.stringify(value)
  assertMatches(deps, route, text)
  return text
}

function assertMatches(deps: Deps, route: Route, text: string): void {
  if (deps.config.production) return
  const wrong = mismatch(route.response, JSON.parse(text))
  if (wrong) throw new Error(`the response of ${route.id} does not match its schema: ${wrong}`)
}

const sendJson = (reply: FastifyReply, status: number, body: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
