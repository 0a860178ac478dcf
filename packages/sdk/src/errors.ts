// The errors of the SDK: one class per kind, so that callers can use `instanceof`.

export interface ErrorDetail {
  field: string
  message: string
}

/** The price in force, in minor units. */
export interface CurrentPrice {
  price_cents: number
  currency: string
}

export interface FreeholdErrorInit {
  message: string
  /** HTTP status; 0 when there was no response. */
  status: number
  code: string
  reason?: string | null
  requestId?: string | null
  details?: readonly ErrorDetail[]
  current?: CurrentPrice | null
  retryAfterSeconds?: number | null
  cause?: unknown
}

export class FreeholdError extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  /** The machine-readable error code, such as `price_mismatch`. */
  readonly code: string
  /** A more specific machine-readable reason, such as `domain_reserved`, or null. */
  readonly reason: string | null
  /** The request ID. Include it when you contact support. */
  readonly requestId: string | null
  /** The invalid fields, each with a message. */
  readonly details: readonly ErrorDetail[]
  /** The current price, if the request was rejected because of its price; otherwise null. */
  readonly current: CurrentPrice | null
  /** How long to wait before the next attempt; null if the server did not say. */
  readonly retryAfterSeconds: number | null

  constructor(init: FreeholdErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = new.target.name
    this.status = init.status
    this.code = init.code
    this.reason = init.reason ?? null
    this.requestId = init.requestId ?? null
    this.details = init.details ?? []
    this.current = init.current ?? null
    this.retryAfterSeconds = init.retryAfterSeconds ?? null
  }

  /** The message for one field of the body; null if the field is valid. */
  getFieldError(field: string): string | null {
    return this.details.find((detail) => detail.field === field || detail.field.endsWith(`.${field}`))?.message ?? null
  }
}

/** 400: a field is missing or invalid; see `details`. */
export class ValidationError extends FreeholdError {}

/** 401: the signature, timestamp, nonce or token was rejected. */
export class AuthenticationError extends FreeholdError {}

/** 403: the credential lacks permission. */
export class PermissionError extends FreeholdError {}

/** 404: the resource does not exist or belongs to someone else. */
export class NotFoundError extends FreeholdError {}

/** 409: the current state does not allow this, or the idempotency key was used for another request. */
export class ConflictError extends FreeholdError {}

/** 422: the price has changed or the quote has expired. Request a new quote. */
export class UnprocessableError extends FreeholdError {}

/** 429: too many requests. Wait for `retryAfterSeconds`. */
export class RateLimitError extends FreeholdError {}

/** 5xx: the service failed. Retry with exponential backoff. */
export class ServerError extends FreeholdError {}

/** No response: the connection failed or timed out (`code` is `timeout`). A write may or may not have been applied. */
export class ConnectionError extends FreeholdError {}

/** A webhook delivery that is not genuine or too old; see `code`. */
export class WebhookVerificationError extends FreeholdError {
  constructor(code: string, message: string) {
    super({ status: 0, code, message })
  }
}

/** A quote token that is not genuine (`malformed`, `invalid_signature`) or has expired (`quote_expired`). */
export class QuoteTokenError extends FreeholdError {
  constructor(code: string, message: string) {
    super({ status: 0, code, message })
  }
}

/** An OAuth response that must not be trusted, such as one with another `state`. */
export class OAuthFlowError extends FreeholdError {
  constructor(code: string, message: string) {
    super({ status: 0, code, message })
  }
}

const CLASS_BY_STATUS: Readonly<Record<number, typeof FreeholdError>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableError,
  429: RateLimitError,
}

/** Builds the error for an unsuccessful response, whatever its body is. */
export function errorFromResponse(status: number, headers: Headers, bodyText: string): FreeholdError {
  const error = readError(bodyText)
  const ErrorClass = CLASS_BY_STATUS[status] ?? (status >= 500 ? ServerError : FreeholdError)
  return new ErrorClass({
    status,
    code: textOr(error.code, toErrorCode(status)),
    message: textOr(error.message, `The server responded with status ${status}.`),
    reason: textOr(error.reason, null),
    requestId: textOr(error.request_id, headers.get('x-request-id')),
    details: Array.isArray(error.details) ? error.details.filter(isDetail) : [],
    current: isPrice(error.current) ? error.current : null,
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  })
}

function readError(bodyText: string): Record<string, unknown> {
  const body = parseObject(bodyText)
  if (isObject(body.error)) return body.error
  // OAuth endpoints use the error format of RFC 6749.
  if (typeof body.error === 'string') return { code: body.error, message: body.error_description }
  return {}
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    // A proxy may respond with HTML; the status still determines the class.
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value.field === 'string' && typeof value.message === 'string'
}

function isPrice(value: unknown): value is CurrentPrice {
  return isObject(value) && typeof value.price_cents === 'number' && typeof value.currency === 'string'
}

function textOr<T extends string | null>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** The code for a response without one, such as that of a proxy. */
function toErrorCode(status: number): string {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'internal_error' : 'unexpected_response'
}

/** `Retry-After` is seconds or an HTTP date. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header)
  const date = /GMT$/u.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
