// One attempt: sign, send, judge the answer.
import type { Deps } from '../../../deps.ts'
import type { OutboundResponse } from '../../../integrations/outbound/http.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { formatTraceparent, inSpan } from '../../../kernel/trace.ts'
import {
  DELIVERY_TIMEOUT_MS,
  isSuccess,
  type Outcome,
  parseRetryAfter,
  retryDelaySeconds,
} from '../rules/deliveries.ts'
import { readResponse } from '../rules/responses.ts'
import { deliveryHeaders, type Signable, type SigningKeys } from '../rules/signing.ts'
import type { Job, LeasedEndpoint, Result } from '../store/dispatch.ts'

/** Of a response's body this much is read, so that the connection can be used again. Its beginning is kept. */
const ANSWER_BYTES_MAX = 16 * 1024
const ERROR_LENGTH_MAX = 200
const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

function toOutcome({ statusCode, failure }: OutboundResponse): Outcome {
  if (failure) return { statusCode, error: failure.message.slice(0, ERROR_LENGTH_MAX) }
  const redirected = statusCode !== null && statusCode >= 300 && statusCode < 400
  return { statusCode, error: redirected ? 'redirects are not followed' : null }
}

type Sent = { endpoint: LeasedEndpoint; at: Date; durationMs: number }

function toResult(job: Job, response: OutboundResponse, { endpoint, at, durationMs }: Sent, now: Date): Result {
  const outcome = toOutcome(response)
  const success = isSuccess(outcome)
  const failures = success ? 0 : job.failures + 1
  const retryAfter = success ? null : parseRetryAfter(first(response.headers['retry-after']), now)
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
    ...readResponse(first(response.headers['content-type']), response.body),
    status: success ? 'succeeded' : delay === null ? 'failed' : 'pending',
    failures,
    nextAttemptAt: delay === null ? null : addSeconds(now, delay),
    finishedAt: delay === null ? now : null,
  }
}

export function createAttempt({ clock, outbound, tracer }: Pick<Deps, 'clock' | 'outbound' | 'tracer'>) {
  /** A delivery is a trace of its own, which the receiver may continue. Where it goes is the partner's business, not the trace's. */
  const post = (
    endpoint: LeasedEndpoint,
    delivery: Signable,
    headers: readonly string[],
  ): Promise<OutboundResponse> => {
    const attributes = {
      'freehold.event_type': delivery.eventType,
      'freehold.event_id': delivery.eventId,
      'freehold.attempt': delivery.attempt,
      'freehold.partner_id': endpoint.partnerId,
    }
    return inSpan(tracer, 'webhook delivery', { kind: 'producer', attributes, parent: null }, async (span) => {
      const response = await outbound.request({
        url: endpoint.url,
        method: 'POST',
        headers: span ? [...headers, 'traceparent', formatTraceparent(span.context)] : headers,
        body: delivery.body,
        timeoutMs: DELIVERY_TIMEOUT_MS,
        maxBytes: ANSWER_BYTES_MAX,
      })
      if (response.statusCode !== null) span?.set({ 'http.response.status_code': response.statusCode })
      if (!isSuccess(toOutcome(response))) span?.fail(response.failure?.kind ?? String(response.statusCode))
      return response
    })
  }

  /** `now` is when the answer came. */
  return async function attempt(
    endpoint: LeasedEndpoint,
    keys: SigningKeys,
    job: Job,
  ): Promise<{ result: Result; now: Date }> {
    const at = clock.now()
    const startedAt = performance.now()
    const previous = endpoint.previousSecretUntil && endpoint.previousSecretUntil > at ? keys.previous : null
    const signable = { eventId: job.eventId, eventType: job.eventType, attempt: job.attempts + 1, body: job.payload }
    const headers = deliveryHeaders(signable, { current: keys.current, previous }, at)
    const response = await post(endpoint, signable, headers)
    const now = clock.now()
    const sent = { endpoint, at, durationMs: performance.now() - startedAt }
    return { result: toResult(job, response, sent, now), now }
  }
}
