// The one place where an error becomes an answer.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { sqlState } from '../db/sql.ts'
import { ApiError, type ErrorCode } from '../kernel/errors.ts'

const FRAMEWORK: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'validation_error',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'validation_error',
  FST_ERR_MAX_PARAM_LENGTH: 'validation_error',
}

const CONNECTION = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'])

/** The database is away, not wrong: the caller should come back, so this is not a 500. */
function isDatabaseAway(error: unknown): boolean {
  const code = sqlState(error) ?? ''
  if (CONNECTION.has(code) || code.startsWith('57P') || code.startsWith('08') || code === '53300') return true
  return error instanceof Error && /connection terminated|timeout exceeded when trying to connect/i.test(error.message)
}

export function asApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  const framework = FRAMEWORK[sqlState(error) ?? '']
  if (framework) return new ApiError(framework)
  if (isDatabaseAway(error))
    return new ApiError('upstream_unavailable', {
      message: 'The database does not answer; retry shortly.',
      headers: { 'retry-after': '1' },
    })
  const status = (error as { statusCode?: number } | null)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) return new ApiError('validation_error')
  return null
}

export function errorBody(error: ApiError, requestId: string): string {
  const { code, message, reason, details } = error
  return JSON.stringify({ error: { code, message, request_id: requestId, reason, details } })
}

export function sendError(deps: Deps, request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const known = asApiError(thrown)
  if (!known || known.status === 503) deps.log.error({ err: thrown, request_id: request.id }, 'request failed')
  const error = known ?? new ApiError('internal_error')
  deps.metrics.errors.inc({ code: error.code })
  return reply
    .code(error.status)
    .headers(error.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(errorBody(error, request.id))
}
