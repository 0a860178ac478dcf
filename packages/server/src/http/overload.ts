// When more arrives than can be answered, the rest is told at once to come back, so that those who are let in are still served.
// A queue that stands shows in the fast answers: if hardly any is left, everybody waits, whatever the routes cost.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { announcesBody } from './deadlines.ts'
import { sendFailure } from './failures.ts'
import { isFromPage } from './page-reads.ts'
import { isProbe } from './probes.ts'

const LOOK_EVERY_MS = 200
/** A look waits so long for enough answers. */
const LOOK_MS_MAX = 1000
/** Of one look: fewer answers tell nothing. */
const ANSWERS_LEAST = 10
/** What a fast answer may take. */
const QUEUE_MS_MAX = 150
/** Even behind a long queue a few answers are fast: those that wait for nothing. One in so many does not mean that it is gone. */
const FAST_ONE_IN = 10
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
  let most = 0
  let responses = 0
  let fast = 0
  let since = 0
  let emptySince = 0
  /** A calm look takes off as much as a look with a queue adds: a moment without one does not end an overload. */
  let stoodMs = 0

  function judge(tookMs: number): void {
    // Fewer under way are never refused, and are no queue, however slow.
    const isFull = most >= LIMIT_LEAST
    if (isFull && responses < ANSWERS_LEAST) return
    if (!isFull || fast * FAST_ONE_IN > responses) {
      stoodMs = Math.max(0, stoodMs - tookMs)
      limit = Math.min(LIMIT_MOST, Math.ceil(limit * GROW))
      return
    }
    stoodMs = Math.min(PATIENCE_MS, stoodMs + Math.min(tookMs, LOOK_MS_MAX))
    // After an overload the limit is still low, and there is no patience.
    if (limit === LIMIT_MOST && stoodMs < PATIENCE_MS) return
    // As many as it answers in the time that they may take: with more under way each of them waits longer.
    const served = Math.ceil((responses * QUEUE_MS_MAX) / tookMs)
    limit = Math.min(limit, Math.max(LIMIT_LEAST, served))
  }

  function startLook(now: number): void {
    since = now
    responses = 0
    fast = 0
    most = underWay
  }

  function look(now: number): void {
    const tookMs = now - since
    const isEnough = responses >= ANSWERS_LEAST || most < LIMIT_LEAST
    if (tookMs < (isEnough ? LOOK_EVERY_MS : LOOK_MS_MAX)) return
    judge(tookMs)
    startLook(now)
  }

  /** Nobody was under way since the last one left: what was seen before says nothing about now. */
  function endSilence(now: number): void {
    const silentMs = now - emptySince
    if (silentMs < LOOK_EVERY_MS) return
    stoodMs = Math.max(0, stoodMs - silentMs)
    startLook(now)
  }

  return {
    /** False: not now. Whoever is let in must leave. */
    enter(now: number): boolean {
      if (underWay === 0) endSilence(now)
      look(now)
      if (underWay >= limit) return false
      underWay++
      most = Math.max(most, underWay)
      return true
    },
    /** `tookMs` is null for a client that hung up: its patience says nothing about our speed. */
    leave(now: number, tookMs: number | null): void {
      underWay--
      if (tookMs !== null) {
        responses++
        if (tookMs <= QUEUE_MS_MAX) fast++
      }
      if (underWay === 0) emptySince = now
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
