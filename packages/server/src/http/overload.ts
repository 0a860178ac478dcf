// When more arrives than can be answered, the rest is told at once to come back, so that those who are let in are still served.
// A queue that stands shows in the fastest answer: if even that one waited, everybody waits, whatever the routes cost.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { announcesBody } from './deadlines.ts'
import { sendFailure } from './failures.ts'
import { isFromPage } from './page-reads.ts'
import { isProbe } from './probes.ts'

const LOOK_EVERY_MS = 200
/** Of one look: fewer answers tell nothing. */
const ANSWERS_LEAST = 10
/** What the fastest answer may take. */
const QUEUE_MS_MAX = 150
/** So many at a time are let in at any rate. */
const LIMIT_LEAST = 128
const LIMIT_MOST = 10_000
const GROW = 1.1
/** A queue that is gone sooner was a burst, or a machine that was busy for a moment: nobody is refused for it. */
const PATIENCE_MS = 2000

export type Valve = ReturnType<typeof createValve>

/** How many requests may be under way. Time is whatever the callers say it is, in milliseconds. */
export function createValve() {
  let limit = LIMIT_MOST
  let underWay = 0
  let responses = 0
  let fastest = Number.POSITIVE_INFINITY
  let since = 0
  let standingSince = Number.POSITIVE_INFINITY

  /** The queue stands, and not only for a moment. After an overload the limit is still low, and there is no patience. */
  function isOverloaded(now: number): boolean {
    const isStanding = responses >= ANSWERS_LEAST && fastest > QUEUE_MS_MAX
    standingSince = isStanding ? Math.min(standingSince, since) : Number.POSITIVE_INFINITY
    return isStanding && (limit < LIMIT_MOST || now - standingSince >= PATIENCE_MS)
  }

  function look(now: number): void {
    if (now - since < LOOK_EVERY_MS) return
    // As many as it answers in the time that they may take: with more under way each of them waits longer.
    const served = Math.ceil((responses * QUEUE_MS_MAX) / (now - since))
    limit = isOverloaded(now)
      ? Math.min(limit, Math.max(LIMIT_LEAST, served))
      : Math.min(LIMIT_MOST, Math.ceil(limit * GROW))
    since = now
    responses = 0
    fastest = Number.POSITIVE_INFINITY
  }

  return {
    /** False: not now. Whoever is let in must leave. */
    enter(now: number): boolean {
      look(now)
      if (underWay >= limit) return false
      underWay++
      return true
    },
    /** `tookMs` is null for a client that hung up: its patience says nothing about our speed. */
    leave(now: number, tookMs: number | null): void {
      underWay--
      if (tookMs !== null) {
        responses++
        fastest = Math.min(fastest, tookMs)
      }
      look(now)
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the valve let the request in, in milliseconds; 0 before and after. */
    enteredValveAt: number
  }
}

/** Probes are how somebody learns of an overload. The reads of a page belong to its own request, which was let in. */
const isLetIn = (request: FastifyRequest): boolean =>
  isProbe(request.routeOptions.config.routeId) || isFromPage(request)

/**
 * A request is under way from the moment it is complete until its response begins. How slowly a client sends a body or reads
 * a response says nothing about a queue; http/deadlines.ts ends those. An upload that a handler reads as it arrives is never
 * counted.
 */
export function refuseOverload(
  app: FastifyInstance,
  deps: Pick<Deps, 'log' | 'metrics'>,
  valve: Valve = createValve(),
): void {
  function leave(request: FastifyRequest, hasResponded: boolean): void {
    const { enteredValveAt } = request
    if (enteredValveAt === 0) return
    request.enteredValveAt = 0
    const now = performance.now()
    valve.leave(now, hasResponded ? now - enteredValveAt : null)
  }

  function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const now = performance.now()
    if (!valve.enter(now)) {
      const message = 'The service is overloaded. Retry shortly with the same Idempotency-Key, if you sent one.'
      const headers = { 'retry-after': '1' }
      const refusal = new ApiError('upstream_unavailable', { message, headers })
      sendFailure(deps, request, reply, refusal, { expected: true })
      return
    }
    request.enteredValveAt = now
    reply.raw.once('close', () => leave(request, false))
    done()
  }

  app.decorateRequest('enteredValveAt', 0)
  // Without a body the request is complete: it is refused before anything is looked up.
  app.addHook('onRequest', (request, reply, done) => {
    if (isLetIn(request) || announcesBody(request)) done()
    else enter(request, reply, done)
  })
  app.addHook('preValidation', (request, reply, done) => {
    const { streamed } = request.routeOptions.config
    if (request.enteredValveAt !== 0 || streamed || isLetIn(request)) done()
    else enter(request, reply, done)
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request, true)
    done(null, payload)
  })
}
