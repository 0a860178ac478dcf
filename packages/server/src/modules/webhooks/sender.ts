// One attempt: sign, send, judge the answer, hand the result over to be written.
import type { Deps } from '../../deps.ts'
import type { OutboundAnswer } from '../../integrations/outbound-http.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { formatTraceparent, inSpan } from '../../kernel/trace.ts'
import type { Completions } from './completions.ts'
import type { Job, LeasedEndpoint, Result } from './dispatch-store.ts'
import * as store from './dispatch-store.ts'
import type { Lane } from './lane.ts'
import {
  DELIVERY_TIMEOUT_MS,
  GIVE_UP_SECONDS,
  GIVEN_UP,
  GONE,
  isGone,
  isSuccess,
  type Outcome,
  parseRetryAfter,
  retryDelaySeconds,
} from './rules.ts'
import { deliveryHeaders, type Signable } from './signing.ts'

/** Of an answer's body this much is read and dropped, so that the connection can be used again. */
const ANSWER_BYTES_MAX = 16 * 1024
const ERROR_LENGTH_MAX = 200
/** A receiver that fails now and then does not cost a statement every time. */
const RECORD_PAUSE_MS = 250

type Events = {
  /** There is room again; or, with a time, a retry was written for then. */
  onDone(lane: Lane, nextAttemptAt: Date | null): void
  onDisabled(lane: Lane): void
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function outcomeOf({ statusCode, failure }: OutboundAnswer): Outcome {
  if (failure) return { statusCode, error: failure.message.slice(0, ERROR_LENGTH_MAX) }
  const redirected = statusCode !== null && statusCode >= 300 && statusCode < 400
  return { statusCode, error: redirected ? 'redirects are not followed' : null }
}

type Sent = { endpoint: LeasedEndpoint; at: Date; durationMs: number }

function resultOf(job: Job, answer: OutboundAnswer, { endpoint, at, durationMs }: Sent, now: Date): Result {
  const outcome = outcomeOf(answer)
  const success = isSuccess(outcome)
  const failures = success ? 0 : job.failures + 1
  const retryAfter = success ? null : parseRetryAfter(first(answer.headers['retry-after']), now)
  const delay = success ? null : retryDelaySeconds(failures, retryAfter, Math.random())
  return {
    id: job.id,
    attempt: job.attempts + 1,
    restarts: job.restarts,
    at: addSeconds(at, endpoint.sandboxOffsetSeconds),
    url: endpoint.url,
    statusCode: outcome.statusCode,
    error: outcome.error,
    durationMs: Math.round(durationMs),
    status: success ? 'succeeded' : delay === null ? 'failed' : 'pending',
    failures,
    nextAttemptAt: delay === null ? null : addSeconds(now, delay),
    finishedAt: delay === null ? now : null,
  }
}

export function createSender(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'outbound' | 'tracer'>,
  completions: Completions,
  { onDone, onDisabled }: Events,
) {
  const { db, clock, log, outbound, tracer } = deps
  const underWay = new Set<Promise<void>>()

  function track(work: Promise<void>, what: string): void {
    const watched = work.catch((error: unknown) => log.error({ err: error }, what))
    underWay.add(watched)
    void watched.finally(() => underWay.delete(watched))
  }

  /** Writes since when the receiver fails, when that changed, and not all the time. */
  async function writeRecord(lane: Lane): Promise<void> {
    if (lane.recording || lane.failingSince?.getTime() === lane.endpoint.failingSince?.getTime()) return
    lane.recording = true
    const { endpoint, failingSince } = lane
    endpoint.failingSince = failingSince
    try {
      await store.setFailingSince(db, lane.owner, endpoint.updatedAt, failingSince)
    } finally {
      setTimeout(() => {
        lane.recording = false
        track(writeRecord(lane), 'the record of a receiver could not be written')
      }, RECORD_PAUSE_MS).unref()
    }
  }

  /** A success ends a streak of failures; the first failure begins one; a long one, or 410, ends the registration. */
  async function keepRecord(lane: Lane, result: Result, now: Date): Promise<void> {
    if (result.status === 'succeeded') {
      lane.succeeded()
      lane.failingSince = null
      return writeRecord(lane)
    }
    lane.failed()
    lane.failingSince ??= now
    const gone = isGone(result)
    const since = addSeconds(now, -GIVE_UP_SECONDS)
    if (!gone && lane.failingSince > since) return writeRecord(lane)
    const { owner, endpoint } = lane
    const disabled = gone
      ? await store.disableGone(db, owner, endpoint.updatedAt, GONE)
      : await store.disableFailing(db, owner, endpoint.updatedAt, since, GIVEN_UP)
    if (!disabled) return
    log.warn({ partner_id: owner.partnerId, environment: owner.environment, gone }, 'webhook switched off')
    onDisabled(lane)
  }

  /** A delivery is a trace of its own, which the receiver may continue. Where it goes is the partner's business, not the trace's. */
  const post = (endpoint: LeasedEndpoint, delivery: Signable, headers: readonly string[]): Promise<OutboundAnswer> => {
    const attributes = {
      'freehold.event_type': delivery.eventType,
      'freehold.event_id': delivery.eventId,
      'freehold.attempt': delivery.attempt,
      'freehold.partner_id': endpoint.partnerId,
    }
    return inSpan(tracer, 'webhook delivery', { kind: 'producer', attributes, parent: null }, async (span) => {
      const answer = await outbound.request({
        url: endpoint.url,
        method: 'POST',
        headers: span ? [...headers, 'traceparent', formatTraceparent(span.context)] : headers,
        body: delivery.body,
        timeoutMs: DELIVERY_TIMEOUT_MS,
        maxBytes: ANSWER_BYTES_MAX,
      })
      if (answer.statusCode !== null) span?.set({ 'http.response.status_code': answer.statusCode })
      if (!isSuccess(outcomeOf(answer))) span?.fail(answer.failure?.kind ?? String(answer.statusCode))
      return answer
    })
  }

  async function exchange(lane: Lane, job: Job): Promise<void> {
    const { endpoint, keys } = lane
    const at = clock.now()
    const startedAt = performance.now()
    const previous = endpoint.previousSecretUntil && endpoint.previousSecretUntil > at ? keys.previous : null
    const signable = { eventId: job.eventId, eventType: job.eventType, attempt: job.attempts + 1, body: job.payload }
    const headers = deliveryHeaders(signable, { current: keys.current, previous }, at)
    const answer = await post(endpoint, signable, headers)
    const now = clock.now()
    const result = resultOf(job, answer, { endpoint, at, durationMs: performance.now() - startedAt }, now)
    lane.underWay--
    completions.add(result, () => {
      lane.inHand.delete(job.id)
      onDone(lane, result.nextAttemptAt)
    })
    // Another registration stands now: what its predecessor did says nothing of it.
    const recorded = lane.isOf(endpoint) ? keepRecord(lane, result, now) : undefined
    onDone(lane, null)
    await recorded
  }

  return {
    send: (lane: Lane, job: Job): void => {
      lane.underWay++
      track(exchange(lane, job), 'a webhook attempt broke off')
    },
    async drain(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
