// Every error a caller can get. The response body, the OpenAPI document and the SDK's classes are built from this table.

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
  invalid_token: {
    status: 401,
    text: 'You are not signed in, or the token is missing, unknown, expired or revoked. Sign in, or send a valid token.',
  },
  reauthentication_required: {
    status: 401,
    text: 'This operation requires a recent sign-in. Confirm your password or second factor, then retry.',
  },
  forbidden: { status: 403, text: 'You do not have permission for this operation.' },
  not_found: { status: 404, text: 'Not found.' },
  method_not_allowed: {
    status: 405,
    text: 'This path does not support this method. The Allow header lists the supported methods.',
  },
  conflict: {
    status: 409,
    text: 'The request conflicts with the current state of the record. Read the record, then decide whether to retry.',
  },
  payload_too_large: { status: 413, text: 'The request body is too large. Send a smaller body.' },
  unsupported_media_type: {
    status: 415,
    text: 'Unsupported content type or encoding. Send the body as uncompressed application/json.',
  },
  price_mismatch: {
    status: 422,
    text: 'The price or currency in the request does not match sale_price_cents, the current price. Read the price again, then retry.',
  },
  quote_expired: {
    status: 422,
    text: 'The quote has expired or was released. Create a new quote before you charge the buyer.',
  },
  rate_limited: { status: 429, text: 'Too many requests. Retry after the number of seconds in Retry-After.' },
  internal_error: {
    status: 500,
    text: 'An unexpected error occurred on our side. Retry with exponential backoff and the same Idempotency-Key, if you sent one.',
  },
  upstream_unavailable: {
    status: 503,
    text: 'The service is overloaded or a dependency is unavailable. Retry shortly with the same Idempotency-Key, if you sent one.',
  },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetail = { field: string; message: string }

/** The values of `error.reason`: a more specific reason than the code. */
export const REASON_TEXTS = {
  active_site: 'the domain runs an active site.',
  affiliate_not_linked: 'referral is not enabled for the partner.',
  already_in_case: 'the domain has an open brokerage case.',
  already_a_member: 'the person is already a team member.',
  already_an_operator: 'the person is already an operator.',
  already_invited: 'the email address has an open invitation.',
  already_listed: 'the domain is already listed or sold.',
  auth_code_unavailable: 'the order has no auth code now.',
  credential_revoked: 'the API key was revoked or replaced.',
  delivery_not_chosen: 'the buyer has not chosen where to receive the domain.',
  delivery_started: 'the transfer of the domain has started, or the order has ended.',
  dispute_open: 'the payment of the order is disputed.',
  domain_registered: 'someone has registered the domain.',
  domain_reserved: 'the domain is reserved for another partner or buyer.',
  domain_sold: 'the domain has been sold.',
  email_unconfirmed: 'the email address of the account is not confirmed.',
  idempotency_in_progress: 'a request with the same Idempotency-Key or for the same domain is in progress.',
  idempotency_key_reused: 'the Idempotency-Key was used for a different request.',
  illegal_transition: 'the action is not possible in the current status.',
  last_admin: 'the marketplace must have at least one admin.',
  last_owner: 'a partner must have at least one owner.',
  listed_for_sale: 'the domain is listed on this marketplace.',
  mail_off: 'this marketplace sends no mail.',
  no_document: 'the record has no document.',
  no_link: 'the message has no link that operators give to people.',
  no_payout_destination: 'the seller has no destination for payouts.',
  not_a_member: 'you are not a team member of the partner.',
  not_merchant_of_record: 'the partner is not a merchant of record.',
  nothing_to_pay: 'no pending amount reaches the minimum payout.',
  offer_open: 'you already have an offer in progress for the domain.',
  offers_not_accepted: 'the seller of the domain does not accept offers.',
  order_not_refundable: 'the order can no longer be refunded.',
  own_listing: 'the listing is your own.',
  owns_domains: 'the account still owns domains, or has open purchases or sales.',
  owner_only: 'only a team member with the owner role can do this.',
  payout_account_closed: 'the payout account of the seller at Stripe is closed.',
  payout_being_sent: 'the payment processor may have sent the payout already.',
  payout_destination_disabled: 'the payout account of the seller accepts no payouts now.',
  payout_setup_unavailable: 'sellers cannot set up payouts themselves on this marketplace.',
  partner_not_approved: 'the partner has no live access yet.',
  partner_suspended: 'the partner is suspended.',
  quote_rest_required: 'you reserved the domain for too long without ordering it.',
  quote_used: 'an order already used the quote.',
  registration_unavailable: 'this marketplace does not register domains of this TLD.',
  role_missing: 'the operator does not have a required role.',
  sandbox_only: 'the endpoint is for the sandbox only.',
  seller_frozen: 'an operator froze the seller.',
  scope_missing: 'the API key does not have the required scope.',
  second_factor_required: 'the operation requires a second factor.',
  sign_up_closed: 'this marketplace does not accept new accounts.',
  too_many_active_quotes: 'you hold too many active quotes.',
  too_many_credentials: 'the partner has too many active API keys.',
  too_many_endpoints: 'the partner has too many webhook endpoints in this environment.',
  endpoint_deleted: 'the webhook endpoint of the delivery was deleted.',
  too_many_invitations: 'the partner has too many open invitations.',
  too_many_listings: 'the seller has too many open listings.',
  too_many_offers: 'you have too many offers in progress or for the domain.',
  too_many_open_cases: 'your network has too many open brokerage cases.',
  too_many_partners: 'you own too many partners.',
  too_many_passkeys: 'the account has too many passkeys.',
  too_many_views: 'you have saved too many views.',
  too_many_watches: 'you are watching too many domains.',
  unregistered: 'the domain is not registered.',
} as const
export type ErrorReason = keyof typeof REASON_TEXTS
export const REASONS = Object.keys(REASON_TEXTS) as ErrorReason[]

export type CurrentPrice = { priceCents: number; currency: string }

export type ErrorOptions = {
  message?: string
  reason?: ErrorReason
  details?: ErrorDetail[]
  headers?: Record<string, string>
  /** The price in force, where the request was refused because of its price. */
  current?: CurrentPrice
}

/** An error of the caller or of a dependency, with everything the error handler needs. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly reason: ErrorReason | null
  readonly details: ErrorDetail[]
  readonly headers: Record<string, string>
  readonly current: CurrentPrice | null

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERRORS[code].text)
    this.name = 'ApiError'
    this.code = code
    this.status = ERRORS[code].status
    this.reason = options.reason ?? null
    this.details = options.details ?? []
    this.headers = options.headers ?? {}
    this.current = options.current ?? null
  }
}

export const invalidField = (field: string, message: string): ApiError =>
  new ApiError('validation_error', { message: `${field}: ${message}`, details: [{ field, message }] })

export const notFound = (message?: string): ApiError => new ApiError('not_found', message ? { message } : {})

/** An error of the service itself. It is logged and returned as 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant broken: ${message}`)
}
