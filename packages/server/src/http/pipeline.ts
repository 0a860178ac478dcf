// The way of every request: admit the caller, validate the input, run the handler, answer. Areas differ only in their guard.

import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Companion, Tx } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { ApiError, invariant } from '../kernel/errors.ts'
import { BODY_BYTES_MAX } from '../kernel/limits.ts'
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
import { type Incoming, readIncoming } from './incoming.ts'
import { createEarlyRead, type EarlyRead, type Found } from './read-ahead.ts'
import { readInput } from './read-input.ts'
import { placeReads } from './read-place.ts'
import { assertMatches, type CachePolicy, sendJson, serialise } from './respond.ts'

export { readIncoming }

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the client waited for a response that stays open, in milliseconds. */
    openedAfterMs?: number
    /** What the request log says about the caller; never a secret. */
    logged?: Record<string, unknown>
  }
}

export type { Incoming }

export type Admitted<Area extends AreaName> = {
  caller: Callers[Area]
  now: Date
  headers: Record<string, string>
  /** For the request log; never a secret. */
  logged: Record<string, unknown>
}

export type Outcome = { status: number; body: string; headers?: Record<string, string> }

export type ReadAhead<Area extends AreaName> = (presumed: Admitted<Area>, beside: Companion) => void

export type Guard<Area extends AreaName> = {
  area: Area
  prefix: string
  /**
   * Who is calling? Throws when nobody we know, or nobody who may. `readAhead` is given for routes that read ahead. A guard may call it
   * with what it presumes, before it decides; if it then admits the same `caller`, the result of that read is sent. Statements of the
   * read wait in `beside`.
   */
  admit(incoming: Incoming, route: Route, readAhead?: ReadAhead<Area>): Promise<Admitted<Area>>
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

export const fullPath = (route: Route, prefix: string): string => (route.absolute ? route.path : prefix + route.path)

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
  const early = route.readsAhead ? readEarly(deps, guard, route, incoming, request) : undefined
  let admitted: Admitted<Area>
  try {
    admitted = await guard.admit(incoming, route, early?.start)
  } catch (refusal) {
    early?.discard()
    throw refusal
  }
  request.logged = admitted.logged
  reply.headers(admitted.headers)
  const call: Call<Area> = { route, incoming, admitted, input: undefined }
  try {
    const found = early?.take(({ caller }) => caller === admitted.caller)
    if (found) {
      const { value, headers } = await found
      return await sendValue(deps, guard, call, value, reply.headers(headers))
    }
    return await respond(deps, guard, call, prepareInput(guard, call, request), reply)
  } catch (error) {
    await guard.after?.(call, (error as ApiError).status ?? 500, (error as ApiError).code ?? 'internal_error')
    throw error
  }
}

/** The same steps as for a read after its admission. Headers are kept back like the value. */
const readEarly = <Area extends AreaName>(
  deps: Deps,
  guard: Guard<Area>,
  route: Route,
  incoming: Incoming,
  request: FastifyRequest,
): EarlyRead<Admitted<Area>> =>
  createEarlyRead(async (presumed, beside): Promise<Found> => {
    const headers: Record<string, string> = {}
    const call: Call<Area> = { route, incoming, admitted: presumed, input: undefined }
    const input = prepareInput(guard, call, request)
    const context = await createContext(deps, call, (name, value) => {
      headers[name] = value
    })
    // A read from the replica does not wait for a statement of the primary.
    const db = context.db === deps.db ? { ...deps.db, many: beside.many, one: beside.one } : context.db
    return { value: await (route.handle as Handle<Area>)({ ...context, db }, input), headers }
  })

function prepareInput<Area extends AreaName>(guard: Guard<Area>, call: Call<Area>, request: FastifyRequest): unknown {
  const { route, incoming, admitted } = call
  route.requires?.(admitted.caller as never)
  guard.precheck?.(call)
  const stream = route.streamed ? (request.body as Readable | undefined) : undefined
  const input = readInput(route, incoming, request.params, stream)
  call.input = input.body ?? {}
  return input
}

type Handle<Area extends AreaName> = (context: Context<Area>, input: unknown) => Promise<unknown>

async function createContext<Area extends AreaName>(
  deps: Deps,
  { route, admitted, incoming }: Call<Area>,
  header: Context<Area>['reply']['header'],
): Promise<Context<Area>> {
  const { deps: placed, db } = await placeReads(deps, route)
  return {
    deps: placed,
    db,
    caller: admitted.caller,
    now: admitted.now,
    requestId: incoming.requestId,
    path: incoming.path,
    headers: incoming.headers,
    reply: { header },
  }
}

async function respond<Area extends AreaName>(
  deps: Deps,
  guard: Guard<Area>,
  call: Call<Area>,
  input: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { route } = call
  const context = await createContext(deps, call, (name, value) => reply.header(name, value))
  const handle = route.handle as Handle<Area>
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
    const prepare = route.prepare as Handle<Area> | undefined
    const prepared = await prepare?.(context, input)
    const outcome = await guard.write(call, async (tx) => {
      const value = await handle({ ...context, tx, prepared } as Context<Area>, input)
      return { status: route.status ?? 200, body: serialise(deps, route, value) }
    })
    return sendJson(reply.headers(outcome.headers ?? {}), outcome.status, outcome.body)
  }
  return sendValue(deps, guard, call, await handle(context, input), reply)
}

/** The response to a session or a token is not stored. */
const chooseCachePolicy = ({ route, admitted: { caller } }: Call<AreaName>): CachePolicy =>
  route.revalidated && 'user' in caller && caller.user === null ? 'no-cache' : 'no-store'

/** The result of a read. */
async function sendValue<Area extends AreaName>(
  deps: Deps,
  guard: Guard<Area>,
  call: Call<Area>,
  value: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = call.route.status ?? 200
  if (value instanceof RawResponse) return sendRaw(guard, call, value, reply.code(status))
  await guard.after?.(call, status, null)
  return sendJson(reply, status, serialise(deps, call.route, value), chooseCachePolicy(call))
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
