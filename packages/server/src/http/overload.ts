// When more arrives than can be answered, the rest is told at once to come back, so that those who are let in are still served.
// A queue that stands shows in the fastest answer: if even that one waited, everybody waits, whatever the routes cost.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { sendError } from './error-handler.ts'
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

export type Valve = ReturnType<typeof createValve>

/** How many requests may be under way. Time is whatever the callers say it is, in milliseconds. */
export function createValve() {
  let limit = LIMIT_MOST
  let underWay = 0
  let answers = 0
  let fastest = Number.POSITIVE_INFINITY
  let since = 0

  function look(now: number): void {
    if (now - since < LOOK_EVERY_MS) return
    const standing = answers >= ANSWERS_LEAST && fastest > QUEUE_MS_MAX
    // As many as it answers in the time that they may take: with more under way each of them waits longer.
    const served = Math.ceil((answers * QUEUE_MS_MAX) / (now - since))
    limit = standing ? Math.min(limit, Math.max(LIMIT_LEAST, served)) : Math.min(LIMIT_MOST, Math.ceil(limit * GROW))
    since = now
    answers = 0
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
    leave(now: number, tookMs: number): void {
      underWay--
      answers++
      fastest = Math.min(fastest, tookMs)
      look(now)
    },
  }
}

export function refuseOverload(
  app: FastifyInstance,
  deps: Pick<Deps, 'log' | 'metrics'>,
  valve: Valve = createValve(),
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Probes are how somebody learns of it.
    if (isProbe(request.routeOptions.config.routeId)) return done()
    const enteredAt = performance.now()
    if (!valve.enter(enteredAt)) {
      const message = 'The service has more to do than it can; retry shortly.'
      const headers = { 'retry-after': '1' }
      const refusal = new ApiError('upstream_unavailable', { message, headers })
      return sendError(deps, request, reply, refusal, { expected: true })
    }
    // However it ends: a client that hangs up gets no answer, and leaves all the same.
    reply.raw.once('close', () => {
      const now = performance.now()
      valve.leave(now, now - enteredAt)
    })
    done()
  })
}
