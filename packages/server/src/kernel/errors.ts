// Every error a caller can meet, in one table. The wire shape, the OpenAPI document and the SDK's classes follow from it.

export const ERRORS = {
  validation_error: { status: 400, text: 'The request is not valid. See details.' },
  missing_idempotency_key: {
    status: 400,
    text: 'The Idempotency-Key header is missing. Send a unique value for each sale.',
  },
  missing_credentials: {
    status: 401,
    text: 'The request is not authenticated. Send your key ID in X-Service-Key-Id and sign the request.',
  },
  missing_signature_headers: {
    status: 401,
    text: 'A signature header is missing. Send X-Service-Timestamp, X-Service-Nonce and X-Service-Signature.',
  },
  invalid_timestamp: {
    status: 401,
    text: 'X-Service-Timestamp must be Unix seconds within 300 seconds of the server time.',
  },
  invalid_signature: {
    status: 401,
    text: 'The signature does not match. Check the key ID, the secret and the canonical string.',
  },
  replay_detected: {
    status: 401,
    text: 'This nonce was already used. Sign every request, including retries, with a new nonce.',
  },
  invalid_token: { status: 401, text: 'The bearer token is missing, unknown, expired or revoked. Send a valid token.' },
  forbidden: { status: 403, text: 'This credential does not have permission for this operation.' },
  not_found: { status: 404, text: 'Not found.' },
  method_not_allowed: {
    status: 405,
    text: 'This path does not support this method. The Allow header lists the supported methods.',
  },
  conflict: { status: 409, text: 'The request conflicts with the current state.' },
  payload_too_large: { status: 413, text: 'The request body is too large. Send a smaller body.' },
  unsupported_media_type: {
    status: 415,
    text: 'Unsupported content type or encoding. Send the body as uncompressed application/json.',
  },
  price_mismatch: { status: 422, text: 'sale_price_cents does not match the current price. Request a new quote.' },
  quote_expired: { status: 422, text: 'The quote has expired or was released. Create a new quote.' },
  rate_limited: { status: 429, text: 'Too many requests. Retry after the number of seconds in Retry-After.' },
  internal_error: { status: 500, text: 'An unexpected error occurred on our side. Retry with exponential backoff.' },
  upstream_unavailable: {
    status: 503,
    text: 'The service is overloaded or a dependency is unavailable. Retry shortly.',
  },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetail = { field: string; message: string }

/** The finer words of `error.reason`. */
export const REASONS = [
  'active_site',
  'affiliate_not_linked',
  'already_in_case',
  'already_a_member',
  'already_listed',
  'credential_revoked',
  'domain_reserved',
  'domain_sold',
  'idempotency_in_progress',
  'idempotency_key_reused',
  'illegal_transition',
  'last_owner',
  'listed_for_sale',
  'not_a_member',
  'not_merchant_of_record',
  'nothing_to_pay',
  'order_not_refundable',
  'owner_only',
  'partner_not_approved',
  'partner_suspended',
  'quote_rest_required',
  'quote_used',
  'sandbox_only',
  'scope_missing',
  'too_many_active_quotes',
  'too_many_credentials',
  'too_many_open_cases',
  'too_many_partners',
  'unregistered',
] as const
export type ErrorReason = (typeof REASONS)[number]

export type ErrorOptions = {
  message?: string
  reason?: ErrorReason
  details?: ErrorDetail[]
  headers?: Record<string, string>
}

/** The caller's fault (or a dependency's): carries everything the one error handler needs. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly reason: ErrorReason | null
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERRORS[code].text)
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code].status
    this.reason = options.reason ?? null
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
  }
}

export const invalidField = (field: string, message: string): ApiError =>
  new ApiError('validation_error', { message: `${field}: ${message}`, details: [{ field, message }] })

export const notFound = (message?: string): ApiError => new ApiError('not_found', message ? { message } : {})

/** Our own fault: a broken promise inside the service. It is logged and answered as 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
