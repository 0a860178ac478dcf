// The one place where an error becomes a response.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../db/failures.ts'
import { sqlState } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation_error',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  // A path that cannot be decoded, or a part longer than any id or name, names nothing.
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

export const DATABASE_UNAVAILABLE =
  'The database is unavailable. Retry shortly with the same Idempotency-Key, if you sent one.'

export function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  const framework = FRAMEWORK[sqlState(error) ?? '']
  if (framework) return new ApiError(framework)
  // The framework marks what is the client's doing, a broken upload among it; so it comes before the database's errors.
  const status = (error as { statusCode?: number } | null)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) return new ApiError('validation_error')
  if (isDatabaseUnavailable(error))
    return new ApiError('upstream_unavailable', {
      message: DATABASE_UNAVAILABLE,
      headers: { 'retry-after': '1' },
    })
  return null
}

export function errorBody(error: ApiError, requestId: string): string {
  const { code, message, reason, details } = error
  const current = error.current && { price_cents: error.current.priceCents, currency: error.current.currency }
  return JSON.stringify({
    error: { code, message, request_id: requestId, reason, details, ...(current ? { current } : {}) },
  })
}

/** Logs and counts a failure; returns it as the error that the caller sees. */
export function noteFailure(
  deps: Pick<Deps, 'log' | 'metrics'>,
  request: FastifyRequest,
  thrown: unknown,
  { expected = false }: { expected?: boolean } = {},
): ApiError {
  const known = asApiError(thrown)
  // A client that went away in the middle of its own request is no fault of ours.
  const gone = request.raw.destroyed && !request.raw.complete
  if (!gone && !expected && (!known || known.status === 503))
    deps.log.error({ err: thrown, request_id: request.id }, 'request failed')
  const error = known ?? new ApiError('internal_error')
  deps.metrics.errors.inc({ code: error.code })
  return error
}

/**
 * `expected`: no line of its own in the log, for what is refused by the hundred when there is least time to write it.
 * `status`: a more exact status than that of the error's code.
 */
export function sendError(
  deps: Pick<Deps, 'log' | 'metrics'>,
  request: FastifyRequest,
  reply: FastifyReply,
  thrown: unknown,
  { expected = false, status }: { expected?: boolean; status?: number } = {},
): FastifyReply {
  const error = noteFailure(deps, request, thrown, { expected })
  return reply
    .code(status ?? error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(error, request.id))
}
