// Owns the errors that a call can end in: one class per family, so that callers tell them apart by `instanceof`, not by text.

export interface ErrorDetail {
  field: string
  message: string
}

export interface FreeholdErrorInit {
  message: string
  /** HTTP status; 0 when there was no response. */
  status: number
  code: string
  reason?: string | null
  requestId?: string | null
  details?: readonly ErrorDetail[]
  retryAfterSeconds?: number | null
  cause?: unknown
}

export class FreeholdError extends Error {
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  /** The machine-readable word, such as `price_mismatch`. */
  readonly code: string
  /** A finer word where there is one, such as `domain_reserved`. */
  readonly reason: string | null
  /** Name it when you ask for support. */
  readonly requestId: string | null
  /** Which fields were wrong, and how. */
  readonly details: readonly ErrorDetail[]
  /** How long the server asks to wait before the next attempt; null when it does not say. */
  readonly retryAfterSeconds: number | null

  constructor(init: FreeholdErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause })
    this.name = new.target.name
    this.status = init.status
    this.code = init.code
    this.reason = init.reason ?? null
    this.requestId = init.requestId ?? null
    this.details = init.details ?? []
    this.retryAfterSeconds = init.retryAfterSeconds ?? null
  }

  /** What was wrong with one field of the body; null when nothing was. */
  problemOf(field: string): string | null {
    return this.details.find((detail) => detail.field === field || detail.field.endsWith(`.${field}`))?.message ?? null
  }
}

/** 400: a field is missing or malformed; see `details`. */
export class ValidationError extends FreeholdError {}

/** 401: the signature, the timestamp, the nonce or the token was refused. */
export class AuthenticationError extends FreeholdError {}

/** 403: the credential may not do this. */
export class PermissionError extends FreeholdError {}

/** 404: there is no such thing, or it is not yours. */
export class NotFoundError extends FreeholdError {}

/** 409: the present state forbids it, or the idempotency key belongs to another request. */
export class ConflictError extends FreeholdError {}

/** 422: the price has moved or the quote is over; ask for a new quote. */
export class UnprocessableError extends FreeholdError {}

/** 429: wait for `retryAfterSeconds`. */
export class RateLimitError extends FreeholdError {}

/** 5xx: try again with a growing delay. */
export class ServerError extends FreeholdError {}

/** No usable response: the network failed, or the time ran out (`code` is `timeout`). A write may or may not have happened. */
export class ConnectionError extends FreeholdError {}

/** A delivery that is not the service's own, or not fresh; `code` tells which. */
export class WebhookVerificationError extends FreeholdError {
  constructor(code: string, message: string) {
    super({ status: 0, code, message })
  }
}

/** A quote token that is not genuine (`malformed`, `invalid_signature`) or over (`quote_expired`). */
export class QuoteTokenError extends FreeholdError {
  constructor(code: string, message: string) {
    super({ status: 0, code, message })
  }
}

/** An answer of the OAuth flow that must not be trusted, such as a `state` that is not ours. */
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

/** Builds the error of a response that was not a success, whatever stood in its body. */
export function errorFromResponse(status: number, headers: Headers, bodyText: string): FreeholdError {
  const error = readError(bodyText)
  const ErrorClass = CLASS_BY_STATUS[status] ?? (status >= 500 ? ServerError : FreeholdError)
  return new ErrorClass({
    status,
    code: textOr(error.code, codeOf(status)),
    message: textOr(error.message, `The server answered with status ${status}.`),
    reason: textOr(error.reason, null),
    requestId: textOr(error.request_id, headers.get('x-request-id')),
    details: Array.isArray(error.details) ? error.details.filter(isDetail) : [],
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  })
}

function readError(bodyText: string): Record<string, unknown> {
  const body = parseObject(bodyText)
  if (isObject(body.error)) return body.error
  // The OAuth endpoints answer in the shape of RFC 6749.
  if (typeof body.error === 'string') return { code: body.error, message: body.error_description }
  return {}
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    // A proxy in between may answer in HTML; the status still tells the family.
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isDetail(value: unknown): value is ErrorDetail {
  return isObject(value) && typeof value.field === 'string' && typeof value.message === 'string'
}

function textOr<T extends string | null>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** For an answer that names none, such as that of a proxy in between. */
function codeOf(status: number): string {
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'internal_error' : 'unexpected_response'
}

/** Seconds, or a date, which proxies like. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header)
  const date = /GMT$/u.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
