// Generated from openapi.json by npm run generate. Do not edit.

export type Error = {
  error: {
    code: "validation_error" | "missing_idempotency_key" | "missing_credentials" | "missing_signature_headers" | "invalid_timestamp" | "invalid_signature" | "replay_detected" | "invalid_token" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "price_mismatch" | "quote_expired" | "rate_limited" | "internal_error" | "upstream_unavailable"
    /** What to do next. */
    message: string
    /** Equal to the X-Request-Id header. */
    request_id: string
    /** A finer word. */
    reason: string | null
    details: {
      field: string
      message: string
    }[]
  }
}

export type Account = {
  email: string
  role: "user" | "operator"
  created_at: string
}

export type Adjustment = {
  /** Starts with `adj_`. */
  adjustment_id: string
  /** The closed statement that it corrects. */
  corrects_settlement_id: string
  settlement_id: string | null
  /** Positive: owed more. */
  amount_cents: number
  currency: Currency
  reason: string
  created_at: string
}

export type Analytics = {
  from: string
  to: string
  granularity: "day" | "week" | "month"
  /** The totals of /transactions for the same range. */
  orders: {
    currency: Currency
    count: number
    /** Whole minor units; may be negative. */
    gmv_cents: number
    refunded_cents: number
  }[]
  referral_funnel: {
    clicks: number
    unique_clicks: number
    checkouts_started: number
    sales: number
    /** Sales per unique click; 0 where there was none. */
    conversion_rate: number
  }
  commission: {
    currency: Currency
    /** Commission of the range: on its transactions, and on referrals. */
    earned_cents: number
    /** Earned at any time, not yet received: as of now. */
    pending_cents: number
    /** Payouts that arrived within the range. */
    paid_cents: number
  }[]
  /** Buckets of UTC days, ISO weeks or months; those in which nothing happened are left out. */
  timeseries: {
    start: string
    currency: Currency
    orders: number
    /** Whole minor units; may be negative. */
    gmv_cents: number
    clicks: number
    sales: number
    /** Whole minor units; may be negative. */
    commission_cents: number
  }[]
}

export type ApiIndex = {
  scopes: ("pricing:read" | "domains:manage")[]
  openapi_url: string
  docs_url: string
  mcp_url: string
}

export type AuditRow = {
  /** Starts with `aud_`. */
  audit_id: string
  at: string
  /** Who did it: `token:` and the name of an operator token, `user:` and an email address, `job:` or `command:`. */
  actor: string
  route: string
  method: string
  path: string
  status: number
  /** Starts with `req_`. */
  request_id: string
  /** The body as sent, or what was done; secrets blanked. */
  input: unknown
  reason: string | null
}

export type AuthorizationServerMetadata = {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
  revocation_endpoint: string
  scopes_supported: string[]
  response_types_supported: string[]
  response_modes_supported: string[]
  grant_types_supported: string[]
  token_endpoint_auth_methods_supported: string[]
  revocation_endpoint_auth_methods_supported: string[]
  code_challenge_methods_supported: string[]
  authorization_response_iss_parameter_supported: boolean
  service_documentation: string
}

export type Availability = {
  domain: string
  available: boolean
  price_cents: number | null
  currency: Currency | null
  reason: "unlisted" | "reserved" | "sold" | null
  checked_at: string
}

export type AvailableBrokerageAction = {
  action: BrokerageAction
  to_status: BrokerageStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailableOrderAction = {
  action: OrderAction
  to_status: OrderStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailablePartnerAction = {
  action: PartnerAction
  to_status: PartnerStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailablePartnerBrokerageAction = {
  action: PartnerBrokerageAction
  to_status: BrokerageStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailablePartnerOrderAction = {
  action: PartnerOrderAction
  to_status: OrderStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailablePayoutAction = {
  action: PayoutAction
  to_status: PayoutStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailableQueueAction = {
  action: string
  to_status: string
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type AvailableSettlementAction = {
  action: SettlementAction
  to_status: SettlementStatus
  /** The fields that the body of the request must have. */
  required_fields: string[]
}

export type BatchAnswer = {
  results: BatchRow[]
  count: number
  failed: number
}

export type BatchCatalogue = {
  max_operations: number
  operations: {
    op: string
    description: string
    /** A JSON Schema. */
    params: Record<string, unknown>
  }[]
}

export type BatchRow = {
  id: string | null
  op: string | null
  /** As the route itself would answer. */
  status: number
  /** The operation's answer, or the usual error. */
  body: unknown
}

export type BrokerageAction = "advance" | "complete" | "decline" | "no_deal" | "cancel"

export type BrokerageCase = {
  /** Starts with `brk_`. */
  case_id: string
  domain: string
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  buyer_email: string
  /** Whole minor units. */
  budget_cents: number
  currency: Currency
  notes: string | null
  /** The page that shows the buyer how it goes, without a login. */
  progress_url: string
  /** Your share of a deal, frozen. */
  partner_commission_bps: number
  deal_price_cents: number | null
  partner_commission_cents: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
}

export type BrokerageCaseDetail = {
  /** Starts with `brk_`. */
  case_id: string
  domain: string
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  buyer_email: string
  /** Whole minor units. */
  budget_cents: number
  currency: Currency
  notes: string | null
  /** The page that shows the buyer how it goes, without a login. */
  progress_url: string
  /** Your share of a deal, frozen. */
  partner_commission_bps: number
  deal_price_cents: number | null
  partner_commission_cents: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
  timeline: {
    at: string
    status: BrokerageStatus
    actor: string
    message: string
  }[]
  /** The statuses still ahead if nothing goes wrong, in order. */
  upcoming_statuses: BrokerageStatus[]
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailablePartnerBrokerageAction[]
}

export type BrokerageEligibility = {
  domain: string
  eligible: boolean
  reason: "active_site" | "already_in_case" | "listed_for_sale" | "unregistered" | null
  /** What a case can be opened as; none when the name is not eligible. */
  tiers: BrokerageTier[]
  checked_at: string
}

export type BrokerageEventData = {
  case: {
    /** Starts with `brk_`. */
    case_id: string
    domain: string
    tier: BrokerageTier
    status: BrokerageStatus
    deal_price_cents: number | null
    currency: Currency
    partner_commission_cents: number | null
    closed_at: string | null
  }
}

export type BrokerageStatus = "opened" | "outreach" | "negotiating" | "agreed" | "in_escrow" | "completed" | "declined" | "no_deal" | "cancelled"

export type BrokerageTier = "managed" | "self_serve"

export type BrokerageTotals = {
  open: number
  completed: number
  /** Of all deals; where they are in several currencies, read by_currency. */
  deal_cents: number
  commission_cents: number
  by_currency: {
    currency: Currency
    open: number
    completed: number
    deal_cents: number
    commission_cents: number
  }[]
}

export type BulkAnswer = {
  /** Starts with `blk_`. */
  bulk_id: string
  op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
  dry_run: boolean
  total: number
  succeeded: number
  failed: number
  results: BulkRow[]
}

export type BulkCatalogue = {
  max_domains: number
  operations: ({
    op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
    description: string
    /** A JSON Schema. */
    params: Record<string, unknown>
  })[]
}

export type BulkRow = {
  domain: string
  status: "ok" | "error"
  /** False when the name was so already. */
  changed: boolean
  error: {
    code: "not_found" | "tld_rule" | "conflict" | "payment_required"
    message: string
  } | null
}

export type BulkRun = {
  /** Starts with `blk_`. */
  bulk_id: string
  op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
  /** What the operation was given. */
  params: Record<string, unknown>
  total: number
  succeeded: number
  failed: number
  at: string
}

export type CheckoutSession = {
  /** Starts with `cs_`. */
  session_id: string
  /** Send the buyer here. The link works for seven days and reserves nothing. */
  checkout_url: string
  status: "open" | "processing" | "completed" | "expired" | "cancelled" | "unavailable"
  domain: string
  domain_unicode: string
  /** What the buyer is asked for. */
  price_cents: number
  currency: Currency
  /** What you earn; frozen when it is sold. */
  commission_cents: number
  order_public_id: string | null
  last_payment_error: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "processing_error" | "authentication_failed" | "test_cards_only" | "price_changed" | "name_reserved" | "timed_out" | "payment_unavailable" | "refunded" | null
  held_until: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  return_url: string
  cancel_url: string
  link_id: string | null
  metadata: Record<string, unknown> | null
  created_at: string
  updated_at: string
  expires_at: string
}

export type CommissionBalance = {
  currency: Currency
  /** Earned, not payable yet. */
  accrued_cents: number
  /** Payable or on its way; negative after a late reversal, until the next payout nets it. */
  pending_cents: number
  /** Paid so far. */
  paid_out_cents: number
  /** Taken back so far. */
  reversed_cents: number
  /** accrued_cents + pending_cents. */
  balance_cents: number
}

export type CommissionEntry = {
  /** Starts with `cle_`. */
  entry_id: string
  category: "accrued" | "pending" | "paid_out" | "reversed"
  /** The effect on the balance: accrued adds, pending moves nothing, the others take off. */
  amount_cents: number
  /** The balance in this currency after the entry. */
  running_balance_cents: number
  currency: Currency
  sale_id: string | null
  payout_id: string | null
  available_at: string | null
  created_at: string
}

export type Credential = {
  key_id: string
  /** Starts with `ptn_`. */
  partner_id: string
  environment: Environment
  scopes: Scope[]
  active: boolean
  rotated_from: string | null
  retires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  created_at: string
}

/** ISO 4217 code. */
export type Currency = "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "INR" | "BRL" | "MXN" | "SGD" | "HKD" | "NZD" | "ZAR"

export type DeliveryStatus = "pending" | "succeeded" | "failed"

export type DomainDetail = {
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  /** Whether you could buy it now. */
  available: boolean
  status: "listed" | "reserved" | "sold"
  /** The lowest price the seller takes. */
  floor_price_cents: number
  description: string | null
  categories: string[]
  listed_at: string
  updated_at: string
  reserved_until: string | null
}

export type DomainSearch = {
  /** The asked name, as it was understood. */
  query: string
  authenticated: boolean
  results: SearchRow[]
}

export type Environment = "sandbox" | "live"

export type Event = {
  /** Starts with `evt_`. */
  id: string
  type: EventType
  created_at: string
  /** `data.order` for order.* and transfer.*, `data.case` for brokerage.*. It only ever gains members. */
  data: unknown
}

export type EventType = "order.recorded" | "order.manual_review_cleared" | "order.transfer_started" | "order.transfer_completed" | "order.settled" | "order.refunded" | "brokerage.case_completed" | "order.paid" | "order.held" | "transfer.started" | "transfer.completed" | "transfer.failed" | "brokerage.case_opened" | "brokerage.case_updated" | "brokerage.case_closed"

export type IssuedCredential = {
  key_id: string
  /** Starts with `ptn_`. */
  partner_id: string
  environment: Environment
  scopes: Scope[]
  active: boolean
  rotated_from: string | null
  retires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  created_at: string
  /** Shown here once and never again. */
  secret: string
}

export type LedgerCheck = {
  ok: boolean
  checked_at: string
  invariants: {
    name: string
    promise: string
    ok: boolean
  }[]
  /** What breaks an invariant; at most twenty each. */
  findings: {
    invariant: string
    environment: string
    subject: string
    currency: string
    expected: number
    found: number
  }[]
}

export type Listing = {
  /** Starts with `lst_`. */
  listing_id: string
  environment: Environment
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  /** Whole minor units. */
  floor_price_cents: number
  currency: Currency
  description: string | null
  categories: string[]
  status: "listed" | "sold" | "withdrawn" | "reserved"
  reserved_until: string | null
  listed_at: string
  updated_at: string
}

export type ListingImport = {
  /** Starts with `imp_`. */
  import_id: string
  environment: Environment
  status: "running" | "completed" | "failed"
  /** Records read, without blank lines and the CSV header. */
  lines: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  /** The first thousand refused lines; ask for application/x-ndjson to get every line. */
  rejections: ({
    line: number
    domain: string | null
    message: string
  })[]
  /** Names for sale in this inventory that search finds, and those that wait to be embedded. */
  search: {
    embedded: number
    waiting: number
  }
  started_at: string
  finished_at: string | null
}

export type LoggedRequest = {
  /** Equal to the X-Request-Id of the answer. */
  request_id: string
  /** When it was answered, on the real clock. */
  at: string
  method: string
  path: string
  /** Canonical, with the values of secrets left out. */
  query: string
  status: number
  error_code: string | null
  error_reason: string | null
  duration_ms: number
  key_id: string
  environment: Environment
}

export type LoggedRequestDetail = {
  /** Equal to the X-Request-Id of the answer. */
  request_id: string
  /** When it was answered, on the real clock. */
  at: string
  method: string
  path: string
  /** Canonical, with the values of secrets left out. */
  query: string
  status: number
  error_code: string | null
  error_reason: string | null
  duration_ms: number
  key_id: string
  environment: Environment
  canonical_string: string | null
  timestamp_header: string | null
  nonce_header: string | null
}

export type MarketBrokerage = {
  /** Starts with `brk_`. */
  case_id: string
  progress_url: string
  status: BrokerageStatus
}

export type MarketCheckout = {
  /** Starts with `cs_`. */
  session_id: string
  /** Where to pay. It works for seven days and reserves nothing. */
  checkout_url: string
  domain: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  expires_at: string
}

export type MarketFacets = {
  /** Names for sale. In a large inventory the counts may be five minutes old. */
  total: number
  /** The 30 endings with the most names, the largest first. */
  tlds: {
    tld: string
    count: number
  }[]
}

export type MarketItem = {
  /** Starts with `lst_`. */
  id: string
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  categories: string[]
  listed_at: string
  /** The page of the name. */
  url: string
}

export type MarketMatch = {
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
}

export type MarketName = {
  /** Starts with `lst_`. */
  id: string
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  categories: string[]
  listed_at: string
  /** The page of the name. */
  url: string
  description: string | null
  /** `reserved`: someone else is buying it. Try again in a few minutes. */
  status: "listed" | "reserved" | "sold"
}

export type MarketPage = {
  items: MarketItem[]
  page: {
    limit: number
    offset: number | null
    /** How many match; on a walk by cursor, how many did when it began. In a large inventory it may be half a minute old. */
    total: number
    has_more: boolean
    next_cursor: string | null
  }
}

export type Me = {
  partner: {
    /** Starts with `ptn_`. */
    partner_id: string
    name: string
  }
  key_id: string
  environment: Environment
  scopes: Scope[]
  /** Live credentials work once the partner is approved. */
  approved: boolean
  /** Whether this credential may record sales: it holds for its environment. */
  merchant_of_record: boolean
  affiliate: {
    linked: boolean
  }
  rates: {
    /** Commission on a sale, in basis points. */
    commission_bps: number
    /** Share of a brokerage deal, in basis points. */
    brokerage_bps: number
    /** Commission on a referred sale, in basis points. */
    referral_bps: number
  }
  /** Shared by all your keys in this environment. Empty when the service runs without limits. */
  limits: ({
    name: string
    limit: number
    window_seconds: number
    remaining: number | null
  })[]
  /** The clock that stamps your records; a sandbox partner may move its own. */
  clock: {
    now: string
    offset_seconds: number
  }
}

export type Member = {
  /** Starts with `usr_`. */
  user_id: string
  /** The email address of their account. */
  email: string
  /** Owners have full access, members read-only access. */
  role: "owner" | "member"
  /** When they were added. */
  created_at: string
}

export type OAuthClient = {
  client_id: string
  client_id_issued_at: number
  client_name: string
  redirect_uris: string[]
  token_endpoint_auth_method: "none"
  grant_types: string[]
  response_types: string[]
}

export type OAuthClientInput = {
  /** https, http on a loopback address (any port), or a reverse-domain scheme; without a fragment. */
  redirect_uris: string[]
  /** Shown to whoever is asked to agree. */
  client_name?: string
}

export type OAuthError = {
  /** A word of RFC 6749, 7591 or 8707, such as `invalid_grant`. */
  error: string
  /** What to do next. */
  error_description: string
}

export type OAuthRevocationInput = {
  token: string
  token_type_hint?: string
  client_id?: string
}

export type OAuthTokenInput = {
  grant_type: "authorization_code" | "refresh_token"
  client_id: string
  /** For a code: single use, 60 seconds. */
  code?: string
  /** For a code: whose S256 challenge the authorization request carried. */
  code_verifier?: string
  /** For a code: when given, the one of the authorization request. */
  redirect_uri?: string
  /** For a refresh: rotates at every use. */
  refresh_token?: string
  /** For a refresh: fewer scopes than were granted. */
  scope?: string
  /** RFC 8707: any address of this service. */
  resource?: string
}

export type OAuthTokens = {
  access_token: string
  token_type: "Bearer"
  expires_in: number
  refresh_token: string
  scope: string
}

export type OfferedTld = {
  tld: string
  tld_unicode: string
  type: string
  register_cents: number | null
  renew_cents: number | null
  transfer_cents: number | null
  restore_cents: number | null
  currency: "USD"
}

export type OperatorBrokerageCase = {
  /** Starts with `brk_`. */
  case_id: string
  domain: string
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  buyer_email: string
  /** Whole minor units. */
  budget_cents: number
  currency: Currency
  notes: string | null
  /** The page that shows the buyer how it goes, without a login. */
  progress_url: string
  /** Your share of a deal, frozen. */
  partner_commission_bps: number
  deal_price_cents: number | null
  partner_commission_cents: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: Environment
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailableBrokerageAction[]
}

export type OperatorBrokerageCaseDetail = {
  /** Starts with `brk_`. */
  case_id: string
  domain: string
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  buyer_email: string
  /** Whole minor units. */
  budget_cents: number
  currency: Currency
  notes: string | null
  /** The page that shows the buyer how it goes, without a login. */
  progress_url: string
  /** Your share of a deal, frozen. */
  partner_commission_bps: number
  deal_price_cents: number | null
  partner_commission_cents: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: Environment
  timeline: {
    at: string
    status: BrokerageStatus
    actor: string
    message: string
  }[]
  /** The statuses still ahead if nothing goes wrong, in order. */
  upcoming_statuses: BrokerageStatus[]
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailableBrokerageAction[]
}

export type OperatorOrder = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  status: OrderStatus
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  payment_model: "partner_collected" | "service_collected"
  quote_id: string | null
  external_payment_ref: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  /** What you earn. */
  commission_cents: number
  /** What you owe the service at settlement. */
  amount_owed_cents: number
  return_url: string | null
  cancel_url: string | null
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  settlement_id: string | null
  refund_id: string | null
  created_at: string
  updated_at: string
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: "sandbox" | "live"
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailableOrderAction[]
}

export type OperatorOrderDetail = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  status: OrderStatus
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  payment_model: "partner_collected" | "service_collected"
  quote_id: string | null
  external_payment_ref: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  /** What you earn. */
  commission_cents: number
  /** What you owe the service at settlement. */
  amount_owed_cents: number
  return_url: string | null
  cancel_url: string | null
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  settlement_id: string | null
  refund_id: string | null
  created_at: string
  updated_at: string
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: "sandbox" | "live"
  timeline: ({
    at: string
    status: OrderStatus
    event: string | null
    event_id: string | null
    actor: string
    message: string
  })[]
  /** The statuses still ahead if nothing goes wrong, in order. */
  upcoming_statuses: OrderStatus[]
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailableOrderAction[]
}

export type OperatorOverview = {
  /** The first day of the sales. */
  from: string
  /** The first day after them. */
  to: string
  sales: {
    /** Oldest first, UTC days; a day without a sale has no row. */
    live: {
      date: string
      currency: Currency
      orders: number
      /** Prices of the orders of the day, refunded ones included. */
      gross_cents: number
      /** Prices of the orders that were taken back on the day. */
      refunded_cents: number
    }[]
    /** Oldest first, UTC days; a day without a sale has no row. */
    sandbox: {
      date: string
      currency: Currency
      orders: number
      /** Prices of the orders of the day, refunded ones included. */
      gross_cents: number
      /** Prices of the orders that were taken back on the day. */
      refunded_cents: number
    }[]
  }
  listings: {
    live: number
    sandbox: number
  }
  partners: {
    pending: number
    approved: number
    suspended: number
  }
  open_cases: {
    live: number
    sandbox: number
  }
  ledger_check: {
    checked_at: string
    ok: boolean
    findings: number
  } | null
}

export type OperatorPayout = {
  /** Starts with `pay_`. */
  payout_id: string
  kind: PayoutKind
  /** Whole minor units. */
  amount_cents: number
  currency: Currency
  status: PayoutStatus
  reference: string | null
  period_start: string
  period_end: string
  created_at: string
  paid_at: string | null
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: "sandbox" | "live"
  failure_reason: string | null
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailablePayoutAction[]
}

/** What waits for a human, live before sandbox. */
export type OperatorQueue = {
  /** Orders held for a manual review: clear them, or take them back. */
  held_orders: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Paid orders whose name has to be pushed. */
  transfers_to_start: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Pushes under way, to be confirmed or called failed. */
  transfers_to_confirm: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Paid orders whose push failed: start it again, or cancel. */
  failed_transfers: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Open cases, the longest without a move first. */
  brokerage_cases: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Partners that ask for live access. */
  partner_applications: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Receivers that were switched off, or to which deliveries were given up since the last success. */
  failing_webhooks: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Closed statements that are not paid, the first due first. */
  settlements_to_pay: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Payouts that nobody has sent. */
  payouts_to_send: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Payouts on their way, to be confirmed or called failed. */
  payouts_to_confirm: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Payments that the processor has not decided for an hour. */
  stuck_payments: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
  /** Buyers' money that the processor does not take back. */
  failing_refunds: {
    /** All of them; 10000 means that many or more. */
    count: number
    /** The first 20. */
    items: QueueItem[]
  }
}

export type OperatorSettlement = {
  /** Starts with `stl_`. */
  settlement_id: string
  /** The first moment of the period. */
  period_start: string
  /** The first moment after it. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  orders_count: number
  /** Prices of the orders that you collected. */
  gross_sold_cents: number
  /** Your commission on them, which you keep. */
  commission_retained_cents: number
  /** Corrections of earlier statements; positive: you owe more. */
  adjustments_cents: number
  /** Gross less retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders that the service collected; it is paid out. */
  commission_earned_cents: number
  due_at: string | null
  closed_at: string | null
  paid_at: string | null
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: "sandbox" | "live"
  payment_reference: string | null
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailableSettlementAction[]
}

export type OperatorTld = {
  tld: string
  tld_unicode: string
  /** gTLD, ccTLD, sTLD, grTLD, or ccSLD for an ending below one. */
  type: string
  term: {
    min_years: number | null
    max_years: number | null
  }
  organization: {
    required: boolean | null
    rules: TldRule[]
  }
  registrant: {
    local_presence_required: boolean | null
    allowed_countries: string[] | null
  }
  nameservers: {
    required: boolean | null
    min: number | null
    max: number | null
    rules: TldRule[]
  }
  idn: boolean | null
  dnssec: boolean | null
  transfer: {
    auth_code_required: boolean | null
    lock_days: number | null
  }
  lifecycle_days: {
    auto_renew_grace: number | null
    redemption: number | null
    pending_delete: number | null
  }
  prices: {
    register_cents: number | null
    renew_cents: number | null
    transfer_cents: number | null
    restore_cents: number | null
  }
  prices_as_of: string | null
  edited_at: string | null
  updated_at: string
}

export type OperatorWebhook = {
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: Environment
  url: string
  active: boolean
  event_types: EventType[]
  disabled_reason: string | null
  failing_since: string | null
  last_success_at: string | null
  /** Deliveries that wait, of the last 200. */
  pending: number
  created_at: string
  updated_at: string
}

export type OperatorWebhookDelivery = {
  /** Starts with `dlv_`. */
  delivery_id: string
  /** Starts with `evt_`. */
  event_id: string
  event_type: string
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: ({
    at: string
    status_code: number | null
    error: string | null
    duration_ms: number
  })[]
  next_attempt_at: string | null
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: Environment
}

export type Order = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  status: OrderStatus
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  payment_model: "partner_collected" | "service_collected"
  quote_id: string | null
  external_payment_ref: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  /** What you earn. */
  commission_cents: number
  /** What you owe the service at settlement. */
  amount_owed_cents: number
  return_url: string | null
  cancel_url: string | null
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  settlement_id: string | null
  refund_id: string | null
  created_at: string
  updated_at: string
}

export type OrderAction = "start_transfer" | "complete_transfer" | "fail_transfer" | "clear" | "hold" | "refund" | "cancel"

export type OrderDetail = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  status: OrderStatus
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  payment_model: "partner_collected" | "service_collected"
  quote_id: string | null
  external_payment_ref: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  /** What you earn. */
  commission_cents: number
  /** What you owe the service at settlement. */
  amount_owed_cents: number
  return_url: string | null
  cancel_url: string | null
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  settlement_id: string | null
  refund_id: string | null
  created_at: string
  updated_at: string
  timeline: ({
    at: string
    status: OrderStatus
    event: string | null
    event_id: string | null
    actor: string
    message: string
  })[]
}

export type OrderEventData = {
  order: {
    /** Starts with `ord_`. */
    public_id: string
    domain: string
    status: OrderStatus
    /** Whole minor units. */
    sale_price_cents: number
    currency: Currency
  }
}

export type OrderProgress = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  status: OrderStatus
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  payment_model: "partner_collected" | "service_collected"
  quote_id: string | null
  external_payment_ref: string | null
  buyer: {
    email: string
    name: string | null
    country: string | null
  } | null
  /** What you earn. */
  commission_cents: number
  /** What you owe the service at settlement. */
  amount_owed_cents: number
  return_url: string | null
  cancel_url: string | null
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  settlement_id: string | null
  refund_id: string | null
  created_at: string
  updated_at: string
  timeline: ({
    at: string
    status: OrderStatus
    event: string | null
    event_id: string | null
    actor: string
    message: string
  })[]
  /** The statuses still ahead if nothing goes wrong, in order. */
  upcoming_statuses: OrderStatus[]
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailablePartnerOrderAction[]
}

export type OrderStatus = "EXTERNALLY_PAID" | "PAID" | "MANUAL_REVIEW" | "TRANSFER_IN_PROGRESS" | "TRANSFER_COMPLETED" | "SETTLED" | "REFUNDED" | "CANCELLED"

export type OwnPartner = {
  /** Starts with `ptn_`. */
  partner_id: string
  name: string
  email: string
  status: PartnerStatus
  /** May charge buyers itself and record the sales, in live mode and in the sandbox. An operator sets it. */
  merchant_of_record: boolean
  /** May record sales in the sandbox. True for a partner that a person started, before `merchant_of_record` is. */
  sandbox_merchant_of_record: boolean
  /** Has an affiliate account: referral links and commissions. */
  affiliate: boolean
  /** Commission on a sale, in basis points. */
  commission_bps: number
  /** Share of a brokerage deal, in basis points. */
  brokerage_bps: number
  /** Commission on a referred sale, in basis points. */
  referral_bps: number
  approved_at: string | null
  suspended_at: string | null
  live_requested_at: string | null
  live_request_note: string | null
  created_at: string
  updated_at: string
  role: "owner" | "member"
}

export type OwnedDomain = {
  domain: string
  domain_unicode: string
  expires_at: string
  auto_renew: boolean
  /** Closed to transfers. */
  locked: boolean
  privacy: boolean
  nameservers: string[]
  listing: {
    /** Starts with `lst_`. */
    listing_id: string
    /** Whole minor units. */
    price_cents: number
    /** Whole minor units. */
    floor_price_cents: number
    currency: Currency
    status: "listed" | "sold"
  } | null
}

export type OwnedDomains = {
  domains: OwnedDomain[]
  next_cursor: string | null
  has_more: boolean
}

export type Partner = {
  /** Starts with `ptn_`. */
  partner_id: string
  name: string
  email: string
  status: PartnerStatus
  /** May charge buyers itself and record the sales, in live mode and in the sandbox. An operator sets it. */
  merchant_of_record: boolean
  /** May record sales in the sandbox. True for a partner that a person started, before `merchant_of_record` is. */
  sandbox_merchant_of_record: boolean
  /** Has an affiliate account: referral links and commissions. */
  affiliate: boolean
  /** Commission on a sale, in basis points. */
  commission_bps: number
  /** Share of a brokerage deal, in basis points. */
  brokerage_bps: number
  /** Commission on a referred sale, in basis points. */
  referral_bps: number
  approved_at: string | null
  suspended_at: string | null
  live_requested_at: string | null
  live_request_note: string | null
  created_at: string
  updated_at: string
  /** What you can do with it now, the usual next step first. An action that is not listed is refused with 409. */
  actions: AvailablePartnerAction[]
}

export type PartnerAction = "approve" | "suspend" | "reinstate"

export type PartnerBrokerageAction = "advance"

export type PartnerOrderAction = "start_transfer" | "complete_transfer" | "fail_transfer" | "clear" | "hold" | "refund"

export type PartnerStatus = "pending" | "approved" | "suspended"

export type Payout = {
  /** Starts with `pay_`. */
  payout_id: string
  kind: "commission" | "brokerage"
  /** Whole minor units. */
  amount_cents: number
  currency: Currency
  status: PayoutStatus
  reference: string | null
  period_start: string
  period_end: string
  created_at: string
  paid_at: string | null
}

export type PayoutAction = "sent" | "paid" | "failed"

export type PayoutKind = "commission" | "brokerage" | "referral"

export type PayoutStatus = "pending" | "in_transit" | "paid" | "failed"

export type Pricing = {
  domain: string
  /** Whole minor units. */
  buy_now_price_cents: number
  /** Whole minor units. */
  floor_price_cents: number
  currency: Currency
  updated_at: string
}

export type ProtectedResourceMetadata = {
  resource: string
  authorization_servers: string[]
  scopes_supported: string[]
  bearer_methods_supported: string[]
  resource_name: string
  resource_documentation: string
}

export type Purchase = {
  /** Starts with `ord_`. */
  public_id: string
  domain: string
  domain_unicode: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  status: OrderStatus
  /** Waits for a manual review. */
  held: boolean
  transfer: {
    state: "pending" | "in_progress" | "completed" | "failed" | "cancelled"
    started_at: string | null
    completed_at: string | null
  }
  created_at: string
  updated_at: string
  timeline: ({
    at: string
    status: OrderStatus
    event: string | null
    message: string
  })[]
  /** The statuses still ahead if nothing goes wrong, in order. */
  upcoming_statuses: OrderStatus[]
}

export type QueueItem = {
  /** Of what waits: an order, a case, a partner, a statement, a payout, a payment. */
  id: string
  /** What a person knows it by. */
  title: string
  /** Starts with `ptn_`. */
  partner_id: string
  partner_name: string
  environment: Environment
  status: string
  amount_cents: number | null
  currency: Currency | null
  /** Since when it waits; for a statement, when it is due. */
  since: string
  /** What you can do with it now, as the record itself lists it. */
  actions: AvailableQueueAction[]
}

export type Quote = {
  /** Starts with `quo_`. */
  quote_id: string
  /** Signed with your secret; verify it offline. */
  quote_token: string
  domain: string
  domain_unicode: string
  status: "active" | "used" | "expired" | "released"
  /** Firm until the quote ends. */
  price_cents: number
  currency: Currency
  /** Whole minor units. */
  partner_commission_cents: number
  /** Price less commission. */
  amount_owed_cents: number
  metadata: Record<string, unknown> | null
  created_at: string
  expires_at: string
  /** Seconds left. */
  expires_in: number
}

export type ReconciledOrder = {
  /** Starts with `ord_`. */
  order_public_id: string
  domain: string
  /** Whole minor units. */
  sale_price_cents: number
  currency: Currency
  status: OrderStatus
}

export type Reconciliation = {
  matched: {
    reference: string
    currency: Currency
    orders: ReconciledOrder[]
    /** The sum of its orders in this currency; refunded and cancelled ones count as zero. */
    amount_cents: number
  }[]
  missing: string[]
  mismatched: {
    reference: string
    currency: Currency
    orders: ReconciledOrder[]
    /** What you gave; 0 in a currency that you did not name. */
    expected_cents: number
    /** The sum of its orders in this currency; refunded and cancelled ones count as zero. */
    recorded_cents: number
  }[]
  count: {
    matched: number
    missing: number
    mismatched: number
  }
}

export type ReferralClicks = {
  total_clicks: number
  /** Per visitor, link and day. */
  unique_clicks: number
  /** Crawlers, HEAD and prefetch. */
  bot_clicks_excluded: number
  by_day: {
    date: string
    clicks: number
    unique_clicks: number
  }[]
  by_link: {
    /** Starts with `lnk_`. */
    link_id: string
    clicks: number
    unique_clicks: number
  }[]
}

export type ReferralLink = {
  /** Starts with `lnk_`. */
  link_id: string
  kind: "generic" | "domain" | "product"
  /** The address to publish. */
  url: string
  code: string
  domain: string | null
  product: "brokerage" | "registration" | "marketplace" | null
  /** Where it leads. */
  destination_url: string
  label: string | null
  active: boolean
  created_at: string
  stats: {
    clicks: number
    /** Per visitor and day. */
    unique_clicks: number
    sales: number
    /** Whole minor units. */
    sale_amount_cents: number
    /** What the sales earned, less what was reversed. */
    commission_cents: number
  }
}

export type ReferralPayout = {
  /** Starts with `pay_`. */
  payout_id: string
  kind: "referral"
  /** Whole minor units. */
  amount_cents: number
  currency: Currency
  status: "pending" | "in_transit" | "paid" | "failed"
  reference: string | null
  period_start: string
  period_end: string
  created_at: string
  paid_at: string | null
}

export type ReferredSale = {
  /** Starts with `sal_`. */
  sale_id: string
  occurred_at: string
  buyer: {
    /** Masked. */
    email: string
    country: string | null
  } | null
  domain: string
  /** Whole minor units. */
  amount_cents: number
  currency: Currency
  /** Zero when `no_commission_reason` is set. */
  commission_cents: number
  commission_category: "accrued" | "pending" | "paid_out" | "reversed" | null
  no_commission_reason: "own_sale" | "seller_is_affiliate" | "buyer_is_affiliate" | null
  /** Starts with `lnk_`. */
  link_id: string
  /** Starts with `ord_`. */
  order_public_id: string
}

export type Refund = {
  /** Starts with `rfd_`. */
  refund_id: string
  /** Starts with `ord_`. */
  order_public_id: string
  status: "pending" | "completed" | "failed"
  /** Whole minor units. */
  amount_cents: number
  /** Whole minor units. */
  commission_clawback_cents: number
  currency: Currency
  reason: RefundReason
  comment: string | null
  external_refund_ref: string | null
  order: Order
  created_at: string
  completed_at: string | null
}

export type RefundReason = "duplicate" | "fraudulent" | "requested_by_customer" | "transfer_failed" | "other"

export type ReviewRule = {
  rule_id: string
  /** What the rule looks at; there is at most one min_amount. */
  kind: "min_amount" | "buyer_email" | "buyer_email_domain" | "buyer_country"
  /** Minor units, an address, the part after the @, or a country code. */
  value: string
  created_at: string
}

export type SandboxClock = {
  /** The time that stamps your sandbox records. */
  now: string
  /** How far it runs ahead of real time. */
  offset_seconds: number
  /** Real time, which request timestamps stay on. */
  real_now: string
}

export type Scope = "search" | "embed" | "buy" | "broker" | "refer" | "report" | "webhook"

export type SearchAnswer = {
  query: string
  count: number
  results: SearchResult[]
}

export type SearchHit = {
  kind: "partner" | "credential" | "order" | "listing" | "brokerage_case" | "checkout_session" | "settlement" | "payout" | "user" | "event" | "delivery" | "request"
  id: string
  title: string
  subtitle: string
  environment: Environment | null
  part_of: string | null
  /** When it began. */
  at: string
}

export type SearchResult = {
  domain: string
  domain_unicode: string
  tld: string
  /** Whole minor units. */
  price_cents: number
  currency: Currency
  available: true
  /** How well it fits; comparable between queries. */
  score: number
  match: {
    /** How well words and letters match. */
    keyword: number
    /** How near the meaning is. */
    semantic: number
    /** The words that matched, as understood. */
    terms: string[]
  }
}

export type SearchRow = {
  domain: string
  domain_unicode: string
  tld: string
  /** The asked name itself. */
  primary: boolean
  available: boolean | null
  status: "available" | "registered" | "for_sale" | "unknown"
  price: {
    /** Whole minor units. */
    cents: number
    currency: "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "INR" | "BRL" | "MXN" | "SGD" | "HKD" | "NZD" | "ZAR"
    kind: "buy_now" | "register"
  } | null
  /** There is a marketplace price; a token with `pricing:read` shows it. */
  price_masked: boolean
  source: "marketplace" | "rdap" | "whois" | "dns" | "simulated" | null
  checked_at: string
}

export type Settlement = {
  /** Starts with `stl_`. */
  settlement_id: string
  /** The first moment of the period. */
  period_start: string
  /** The first moment after it. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  orders_count: number
  /** Prices of the orders that you collected. */
  gross_sold_cents: number
  /** Your commission on them, which you keep. */
  commission_retained_cents: number
  /** Corrections of earlier statements; positive: you owe more. */
  adjustments_cents: number
  /** Gross less retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders that the service collected; it is paid out. */
  commission_earned_cents: number
  due_at: string | null
  closed_at: string | null
  paid_at: string | null
}

export type SettlementAction = "paid" | "adjustments"

export type SettlementDetail = {
  /** Starts with `stl_`. */
  settlement_id: string
  /** The first moment of the period. */
  period_start: string
  /** The first moment after it. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  orders_count: number
  /** Prices of the orders that you collected. */
  gross_sold_cents: number
  /** Your commission on them, which you keep. */
  commission_retained_cents: number
  /** Corrections of earlier statements; positive: you owe more. */
  adjustments_cents: number
  /** Gross less retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders that the service collected; it is paid out. */
  commission_earned_cents: number
  due_at: string | null
  closed_at: string | null
  paid_at: string | null
  /** Each order once. */
  lines: ({
    /** Starts with `ord_`. */
    order_public_id: string
    domain: string
    payment_model: "partner_collected" | "service_collected"
    /** Whole minor units. */
    sale_price_cents: number
    /** Whole minor units. */
    commission_cents: number
    /** Whole minor units. */
    amount_owed_cents: number
  })[]
  adjustments: Adjustment[]
}

export type SettlementStatus = "open" | "closed" | "paid"

export type SignatureDiagnosis = {
  /** Starts with `req_`. */
  request_id: string
  /** The strings are equal, byte for byte. */
  matches: boolean
  lines: ({
    name: "method" | "path" | "query" | "timestamp" | "nonce" | "body_hash"
    server: string
    given: string | null
    differs: boolean
  })[]
  /** What usually makes such strings differ, in words. */
  causes: ({
    line: "method" | "path" | "query" | "timestamp" | "nonce" | "body_hash" | null
    text: string
  })[]
}

export type TestEventData = {
  message: string
}

/** What is not known is null. */
export type TldMetadata = {
  tld: string
  tld_unicode: string
  /** gTLD, ccTLD, sTLD, grTLD, or ccSLD for an ending below one. */
  type: string
  term: {
    min_years: number | null
    max_years: number | null
  }
  organization: {
    required: boolean | null
    rules: TldRule[]
  }
  registrant: {
    local_presence_required: boolean | null
    allowed_countries: string[] | null
  }
  nameservers: {
    required: boolean | null
    min: number | null
    max: number | null
    rules: TldRule[]
  }
  idn: boolean | null
  dnssec: boolean | null
  transfer: {
    auth_code_required: boolean | null
    lock_days: number | null
  }
  lifecycle_days: {
    auto_renew_grace: number | null
    redemption: number | null
    pending_delete: number | null
  }
}

export type TldPrice = {
  tld: string
  op: "register" | "renew" | "transfer" | "restore"
  price_cents: number | null
  currency: "USD"
  years: number | null
  prices: {
    register_cents: number | null
    renew_cents: number | null
    transfer_cents: number | null
    restore_cents: number | null
  }
  as_of: string | null
}

export type TldRule = {
  code: string
  text: string | null
}

export type Transaction = {
  /** Starts with `txn_`. */
  transaction_id: string
  type: "sale" | "refund" | "brokerage"
  order_public_id: string | null
  domain: string
  payment_model: "partner_collected" | "service_collected" | "brokerage"
  /** The order's status now; `completed` for a brokered deal. */
  status: "EXTERNALLY_PAID" | "PAID" | "MANUAL_REVIEW" | "TRANSFER_IN_PROGRESS" | "TRANSFER_COMPLETED" | "SETTLED" | "REFUNDED" | "CANCELLED" | "completed"
  /** Negative for a refund. */
  sale_price_cents: number
  /** Negative for a refund. */
  commission_cents: number
  /** Price less commission. */
  net_cents: number
  currency: Currency
  settlement_id: string | null
  occurred_at: string
}

export type TransactionTotals = {
  currency: Currency
  /** Sales and brokered deals. */
  count: number
  /** Over all rows, refunds taken off. */
  gmv_cents: number
  /** Over all rows, refunds taken off. */
  commission_cents: number
  /** What the refund rows took off. */
  refunded_cents: number
}

export type Webhook = {
  url: string
  /** False after 410 or five days without a success; PUT again to resume. */
  active: boolean
  /** Exactly what is pushed. */
  event_types: EventType[]
  disabled_reason: string | null
  failing_since: string | null
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

export type WebhookDelivery = {
  /** Starts with `dlv_`. */
  delivery_id: string
  /** Starts with `evt_`. */
  event_id: string
  event_type: string
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: ({
    at: string
    status_code: number | null
    error: string | null
    duration_ms: number
  })[]
  next_attempt_at: string | null
}

export type WebhookDeliveryDetail = {
  /** Starts with `dlv_`. */
  delivery_id: string
  /** Starts with `evt_`. */
  event_id: string
  event_type: string
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: ({
    at: string
    status_code: number | null
    error: string | null
    duration_ms: number
  })[]
  next_attempt_at: string | null
  /** The body as it is sent, byte for byte: what the signature is over. */
  payload: string
}

export type Whois = {
  domain: string
  domain_unicode: string
  registered: boolean
  source: "rdap" | "whois" | "simulated"
  registrar: {
    name: string | null
    iana_id: string | null
    url: string | null
    abuse_email: string | null
  } | null
  registrant: {
    name: string | null
    organization: string | null
    country: string | null
    /** The registry holds more than it shows. */
    redacted: boolean
  } | null
  created_at: string | null
  updated_at: string | null
  expires_at: string | null
  nameservers: string[]
  statuses: string[]
  dnssec: {
    signed: boolean | null
  } | null
  checked_at: string
  cached: boolean
}

/** Every operation by method and path: what it takes and what it answers. */
export interface Endpoints {
  /** Who am I: partner, environment, scopes, rates and what is left of each limit. */
  'GET /api/partner/v1/me': {
    id: 'me.get'
    params: undefined
    query: undefined
    body: undefined
    response: Me
  }
  /** Up to five names for sale that mean what was asked. */
  'GET /api/partner/v1/domains/search': {
    id: 'domains.search'
    params: undefined
    query: {
      q: string
      /** Only names under this TLD. */
      tld?: string
      /** Minor units, inclusive. */
      min_price?: number
      /** Minor units, inclusive. */
      max_price?: number
    }
    body: undefined
    response: SearchAnswer
  }
  /** Price, availability and description of one name. */
  'GET /api/partner/v1/domains/{name}': {
    id: 'domains.get'
    params: {
      name: string
    }
    query: undefined
    body: undefined
    response: DomainDetail
  }
  /** Can this name be bought now? An unlisted name is a plain no, not an error. */
  'GET /api/partner/v1/availability': {
    id: 'availability.get'
    params: undefined
    query: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    body: undefined
    response: Availability
  }
  /** Buy-now and floor price of a listed name. */
  'GET /api/partner/v1/pricing': {
    id: 'pricing.get'
    params: undefined
    query: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    body: undefined
    response: Pricing
  }
  /** Reserve a name for ten minutes at a firm price. */
  'POST /api/partner/v1/quotes': {
    id: 'quotes.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
      currency?: Currency
      /** Your own notes; given back as they are. */
      metadata?: Record<string, unknown>
    }
    response: Quote
  }
  /** Show one of your quotes. */
  'GET /api/partner/v1/quotes/{quote_id}': {
    id: 'quotes.get'
    params: {
      quote_id: string
    }
    query: undefined
    body: undefined
    response: Quote
  }
  /** Release a reservation before its time. */
  'DELETE /api/partner/v1/quotes/{quote_id}': {
    id: 'quotes.release'
    params: {
      quote_id: string
    }
    query: undefined
    body: undefined
    response: Quote
  }
  /** Record a sale that you charged the buyer for. */
  'POST /api/partner/v1/orders': {
    id: 'orders.record'
    params: undefined
    query: undefined
    body: {
      /** Your own payment reference; a cart may give several orders the same one. */
      external_payment_ref: string
      /** A quote of yours; otherwise give domain, expected_price and currency. */
      quote_id?: string
      /** A registrable domain name, in any case or script. */
      domain?: string
      /** What you charged; compared to the price in force. */
      expected_price?: number
      /** ISO 4217 code. */
      currency?: string
      /** Who bought. */
      buyer?: {
        /** An email address. */
        email: string
        name?: string
        /** ISO 3166-1 alpha-2 code. */
        country?: string
      }
      /** An http or https address. */
      return_url?: string
      /** An http or https address. */
      cancel_url?: string
    }
    response: OrderDetail
  }
  /** Your orders, newest first. */
  'GET /api/partner/v1/orders': {
    id: 'orders.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** One or several statuses, separated by commas. */
      status?: string
      domain?: string
      /** Created at or after. */
      from?: string
      /** Created before. */
      to?: string
    }
    body: undefined
    response: {
      orders: Order[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One order with its fulfilment and timeline; poll it if you like. */
  'GET /api/partner/v1/orders/{public_id}': {
    id: 'orders.get'
    params: {
      public_id: string
    }
    query: undefined
    body: undefined
    response: OrderProgress
  }
  /** Refund a sale that you collected. Accepted only before TRANSFER_COMPLETED. */
  'POST /api/partner/v1/refunds': {
    id: 'refunds.create'
    params: undefined
    query: undefined
    body: {
      /** Starts with `ord_`. */
      order_public_id: string
      reason: RefundReason
      comment?: string
      external_refund_ref?: string
    }
    response: Refund
  }
  /** Your refunds, newest first. */
  'GET /api/partner/v1/refunds': {
    id: 'refunds.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      from?: string
      to?: string
    }
    body: undefined
    response: {
      refunds: Refund[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One refund. */
  'GET /api/partner/v1/refunds/{refund_id}': {
    id: 'refunds.get'
    params: {
      refund_id: string
    }
    query: undefined
    body: undefined
    response: Refund
  }
  /** Compare your payment references with the orders recorded under them. */
  'POST /api/partner/v1/reconcile': {
    id: 'orders.reconcile'
    params: undefined
    query: undefined
    body: {
      references: (string | {
        /** An `external_payment_ref` of yours. */
        reference: string
        /** What you charged under it in this currency; compared with what is recorded. */
        amount_cents: number
        currency: Currency
      })[]
    }
    response: Reconciliation
  }
  /** Your statements, newest period first; what is not closed yet with its running figures. */
  'GET /api/partner/v1/settlements': {
    id: 'settlements.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      settlements: Settlement[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One statement with its lines. */
  'GET /api/partner/v1/settlements/{settlement_id}': {
    id: 'settlements.get'
    params: {
      settlement_id: string
    }
    query: undefined
    body: undefined
    response: SettlementDetail
  }
  /** Every sale, refund and brokered deal, newest first, with totals over the whole filter. */
  'GET /api/partner/v1/transactions': {
    id: 'transactions.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** At or after: a date or a date-time. */
      from?: string
      /** Before: a date or a date-time. */
      to?: string
      /** One or several statuses, separated by commas. */
      status?: string
      /** One or several payment models, separated by commas. */
      payment_model?: string
    }
    body: undefined
    response: {
      transactions: Transaction[]
      totals: TransactionTotals[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** What the service paid you: commission on sales that it collected, and brokerage. */
  'GET /api/partner/v1/payouts': {
    id: 'payouts.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      payouts: Payout[]
      total_paid: {
        currency: Currency
        amount_cents: number
      }[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Sales, referral funnel and commission of a range, with a time series. */
  'GET /api/partner/v1/analytics': {
    id: 'analytics.get'
    params: undefined
    query: {
      /** At or after: a date or a date-time. */
      from?: string
      /** Before: a date or a date-time. */
      to?: string
      granularity?: "day" | "week" | "month"
    }
    body: undefined
    response: Analytics
  }
  /** Make a link where a buyer pays at our own page; the sale is yours. */
  'POST /api/partner/v1/checkout-session': {
    id: 'checkout_sessions.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
      /** Who bought. */
      buyer?: {
        /** An email address. */
        email: string
        name?: string
        /** ISO 3166-1 alpha-2 code. */
        country?: string
      }
      /** Where the buyer goes after paying; `session_id` and `order` are added. */
      return_url: string
      /** Where the buyer goes after giving up. */
      cancel_url: string
      /** The referral link that brought the buyer. */
      link_id?: string
      /** Your own notes; given back as they are. */
      metadata?: Record<string, unknown>
    }
    response: CheckoutSession
  }
  /** Show one of your checkout sessions. */
  'GET /api/partner/v1/checkout-session/{session_id}': {
    id: 'checkout_sessions.get'
    params: {
      session_id: string
    }
    query: undefined
    body: undefined
    response: CheckoutSession
  }
  /** Sandbox: pay a session as its buyer would, or let the card be declined. */
  'POST /api/partner/v1/sandbox/checkout-session/{session_id}/pay': {
    id: 'sandbox.checkout_sessions.pay'
    params: {
      session_id: string
    }
    query: undefined
    body: {
      outcome?: "paid" | "declined"
    } | undefined
    response: CheckoutSession
  }
  /** Register the address that events are pushed to, or change it. */
  'PUT /api/partner/webhooks': {
    id: 'webhooks.register'
    params: undefined
    query: undefined
    body: {
      /** An https address on the public network. */
      url: string
      /** Signs what is pushed. Never shown again. */
      secret: string
      /** Exactly what is pushed; when left out, the seven that every partner wants. */
      event_types?: EventType[]
    }
    response: Webhook
  }
  /** Show the registration. */
  'GET /api/partner/webhooks': {
    id: 'webhooks.get'
    params: undefined
    query: undefined
    body: undefined
    response: Webhook
  }
  /** End the registration. The history goes on. */
  'DELETE /api/partner/webhooks': {
    id: 'webhooks.end'
    params: undefined
    query: undefined
    body: undefined
    response: Webhook
  }
  /** List deliveries with every attempt, newest first. */
  'GET /api/partner/v1/webhooks/deliveries': {
    id: 'webhooks.deliveries.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      event_id?: string
      /** One or several of pending, succeeded, failed. */
      status?: string
    }
    body: undefined
    response: {
      deliveries: WebhookDelivery[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Show a delivery with every attempt and what it carries. */
  'GET /api/partner/v1/webhooks/deliveries/{delivery_id}': {
    id: 'webhooks.deliveries.get'
    params: {
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: WebhookDeliveryDetail
  }
  /** After an outage: send again every delivery that failed for good, of events since then. */
  'POST /api/partner/v1/webhooks/recover': {
    id: 'webhooks.recover'
    params: undefined
    query: undefined
    body: {
      /** A date, or a date-time with its zone, on your clock. */
      since: string
    }
    response: {
      /** How many are on their way again. */
      recovered: number
    }
  }
  /** Send a delivery once more, to the address that is registered now. */
  'POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver': {
    id: 'webhooks.deliveries.redeliver'
    params: {
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: WebhookDelivery
  }
  /** Send a `webhook.test` event. It is delivered like any other and stands in no history. */
  'POST /api/partner/v1/webhooks/test': {
    id: 'webhooks.test'
    params: undefined
    query: undefined
    body: undefined
    response: WebhookDelivery
  }
  /** Read the event history, oldest first. */
  'GET /api/partner/v1/events': {
    id: 'events.list'
    params: undefined
    query: {
      /** `next_cursor` of the page before. */
      after_id?: string
      /** How many; 50 when absent, never more than 200. */
      limit?: number
      /** One or several types of events, separated by commas. */
      type?: string
      order?: "oldest" | "newest"
    }
    body: undefined
    response: {
      events: Event[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Whether a name can be brokered, and why not. */
  'GET /api/partner/v1/brokerage/eligibility': {
    id: 'brokerage.eligibility'
    params: undefined
    query: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    body: undefined
    response: BrokerageEligibility
  }
  /** Open a case: we approach the owner for your buyer. */
  'POST /api/partner/v1/brokerage': {
    id: 'brokerage.open'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
      tier: BrokerageTier
      /** An email address. */
      buyer_email: string
      /** What the buyer would pay at most, in whole minor units. */
      budget: number
      currency?: Currency
      /** For whoever works on the case. */
      notes?: string
    }
    response: BrokerageCaseDetail
  }
  /** Your cases, newest first, and what came of them. */
  'GET /api/partner/v1/brokerage': {
    id: 'brokerage.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** One or several statuses, separated by commas. */
      status?: string
    }
    body: undefined
    response: {
      cases: BrokerageCase[]
      totals: BrokerageTotals
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One case with its timeline. */
  'GET /api/partner/v1/brokerage/{case_id}': {
    id: 'brokerage.get'
    params: {
      case_id: string
    }
    query: undefined
    body: undefined
    response: BrokerageCaseDetail
  }
  /** Sandbox: move a case one step on; the last step closes it with a deal. */
  'POST /api/partner/v1/sandbox/brokerage/{case_id}/advance': {
    id: 'sandbox.brokerage.advance'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** For the last step; the budget when left out. */
      deal_price_cents?: number
    } | undefined
    response: BrokerageCaseDetail
  }
  /** Make a tracking link. */
  'POST /api/partner/v1/links': {
    id: 'links.create'
    params: undefined
    query: undefined
    body: {
      kind: "generic" | "domain" | "product"
      /** For kind `domain`: a listed name. */
      domain?: string
      /** For kind `product`. */
      product?: "brokerage" | "registration" | "marketplace"
      /** A page of this service to lead to instead; an address elsewhere is refused. */
      destination_url?: string
      /** For your own bookkeeping. */
      label?: string
    }
    response: ReferralLink
  }
  /** Your links with their clicks and sales, newest first. */
  'GET /api/partner/v1/links': {
    id: 'links.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      links: ReferralLink[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Clicks on your links, by day and by link. */
  'GET /api/partner/v1/me/clicks': {
    id: 'me.clicks'
    params: undefined
    query: {
      /** At or after. */
      from?: string
      /** Before. */
      to?: string
    }
    body: undefined
    response: ReferralClicks
  }
  /** Sales that your links brought, newest first. */
  'GET /api/partner/v1/me/sales': {
    id: 'me.sales'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** At or after. */
      from?: string
      /** Before. */
      to?: string
    }
    body: undefined
    response: {
      sales: ReferredSale[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Every entry of your commission, newest first, and what stands where. */
  'GET /api/partner/v1/me/commissions': {
    id: 'me.commissions'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** At or after. */
      from?: string
      /** Before. */
      to?: string
    }
    body: undefined
    response: {
      entries: CommissionEntry[]
      balance: CommissionBalance[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Payouts of your referral commission, newest first, and the total paid. */
  'GET /api/partner/v1/me/payouts': {
    id: 'me.payouts'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      payouts: ReferralPayout[]
      total_paid: {
        currency: Currency
        /** Whole minor units. */
        amount_cents: number
      }[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Sandbox: hold an order for manual review. */
  'POST /api/partner/v1/sandbox/orders/{public_id}/hold': {
    id: 'sandbox.orders.hold'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OrderDetail
  }
  /** Sandbox: clear a held order. */
  'POST /api/partner/v1/sandbox/orders/{public_id}/clear': {
    id: 'sandbox.orders.clear'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OrderDetail
  }
  /** Sandbox: start the domain push. */
  'POST /api/partner/v1/sandbox/orders/{public_id}/start_transfer': {
    id: 'sandbox.orders.start_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OrderDetail
  }
  /** Sandbox: let the push fail. */
  'POST /api/partner/v1/sandbox/orders/{public_id}/fail_transfer': {
    id: 'sandbox.orders.fail_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OrderDetail
  }
  /** Sandbox: confirm delivery. For transfer-fails.test the push fails instead. */
  'POST /api/partner/v1/sandbox/orders/{public_id}/complete_transfer': {
    id: 'sandbox.orders.complete_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OrderDetail
  }
  /** Sandbox: close your periods up to the now of your own clock. */
  'POST /api/partner/v1/sandbox/settlements/run': {
    id: 'sandbox.settlements.run'
    params: undefined
    query: undefined
    body: undefined
    response: {
      settlements: Settlement[]
    }
  }
  /** Sandbox: your own clock. */
  'GET /api/partner/v1/sandbox/clock': {
    id: 'sandbox.clock.get'
    params: undefined
    query: undefined
    body: undefined
    response: SandboxClock
  }
  /** Sandbox: move your clock forward and age whatever of yours waits for time. */
  'POST /api/partner/v1/sandbox/clock/advance': {
    id: 'sandbox.clock.advance'
    params: undefined
    query: undefined
    body: {
      seconds: number
    }
    response: SandboxClock
  }
  /** Sandbox: a visitor clicks your link and buys a name on the marketplace. */
  'POST /api/partner/v1/sandbox/links/{link_id}/sale': {
    id: 'sandbox.links.sale'
    params: {
      link_id: string
    }
    query: undefined
    body: {
      /** A name that is for sale in the sandbox. */
      domain: string
    }
    response: ReferredSale
  }
  /** Create a partner. It may use the sandbox at once and live after approval. */
  'POST /api/operator/v1/partners': {
    id: 'operator.partners.create'
    params: undefined
    query: undefined
    body: {
      name: string
      /** An email address. */
      email: string
      merchant_of_record: boolean
      affiliate?: boolean
      /** Commission on a sale, in basis points. */
      commission_bps?: number
      /** Share of a brokerage deal, in basis points. */
      brokerage_bps?: number
      /** Commission on a referred sale, in basis points. */
      referral_bps?: number
    }
    response: Partner
  }
  /** List partners, newest first. */
  'GET /api/operator/v1/partners': {
    id: 'operator.partners.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** One or several of pending, approved, suspended, applied: waiting for an answer to its application for live access. */
      status?: string
    }
    body: undefined
    response: {
      partners: Partner[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Show one partner. */
  'GET /api/operator/v1/partners/{partner_id}': {
    id: 'operator.partners.get'
    params: {
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Change a partner. New rates apply to later sales only. */
  'PATCH /api/operator/v1/partners/{partner_id}': {
    id: 'operator.partners.change'
    params: {
      partner_id: string
    }
    query: undefined
    body: {
      name?: string
      /** An email address. */
      email?: string
      merchant_of_record?: boolean
      affiliate?: boolean
      /** Commission on a sale, in basis points. */
      commission_bps?: number
      /** Share of a brokerage deal, in basis points. */
      brokerage_bps?: number
      /** Commission on a referred sale, in basis points. */
      referral_bps?: number
    }
    response: Partner
  }
  /** Approve a partner: its live credentials start to work. */
  'POST /api/operator/v1/partners/{partner_id}/approve': {
    id: 'operator.partners.approve'
    params: {
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Suspend a partner: all its credentials answer 403. */
  'POST /api/operator/v1/partners/{partner_id}/suspend': {
    id: 'operator.partners.suspend'
    params: {
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** End a suspension. */
  'POST /api/operator/v1/partners/{partner_id}/reinstate': {
    id: 'operator.partners.reinstate'
    params: {
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Issue a credential. The secret is shown in this answer only. */
  'POST /api/operator/v1/partners/{partner_id}/credentials': {
    id: 'operator.credentials.issue'
    params: {
      partner_id: string
    }
    query: undefined
    body: {
      environment: Environment
      scopes: Scope[]
    }
    response: IssuedCredential
  }
  /** List a partner's credentials, newest first. */
  'GET /api/operator/v1/partners/{partner_id}/credentials': {
    id: 'operator.credentials.list'
    params: {
      partner_id: string
    }
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      credentials: Credential[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Issue the successor of a credential; the old one goes on for the overlap. */
  'POST /api/operator/v1/credentials/{key_id}/rotate': {
    id: 'operator.credentials.rotate'
    params: {
      key_id: string
    }
    query: undefined
    body: {
      overlap_seconds?: number
    } | undefined
    response: IssuedCredential
  }
  /** Revoke a credential. It stops within five seconds, everywhere. */
  'DELETE /api/operator/v1/credentials/{key_id}': {
    id: 'operator.credentials.revoke'
    params: {
      key_id: string
    }
    query: undefined
    body: undefined
    response: Credential
  }
  /** List a partner's team members, newest first. */
  'GET /api/operator/v1/partners/{partner_id}/members': {
    id: 'operator.members.list'
    params: {
      partner_id: string
    }
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      members: Member[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Give a person access to a partner in the portal. */
  'POST /api/operator/v1/partners/{partner_id}/members': {
    id: 'operator.members.add'
    params: {
      partner_id: string
    }
    query: undefined
    body: {
      /** An email address. */
      email: string
      /** Default `owner`. */
      role?: "owner" | "member"
    }
    response: Member
  }
  /** Remove a person's access to a partner. The last owner cannot be removed. */
  'DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}': {
    id: 'operator.members.remove'
    params: {
      partner_id: string
      user_id: string
    }
    query: undefined
    body: undefined
    response: Member
  }
  /** List a name in one of the two inventories. */
  'POST /api/operator/v1/listings': {
    id: 'operator.listings.create'
    params: undefined
    query: undefined
    body: {
      environment: Environment
      /** A registrable domain name, in any case or script. */
      domain: string
      /** The buy-now price. */
      price_cents: number
      /** The lowest price taken; the buy-now price when absent. */
      floor_price_cents?: number
      currency: Currency
      description?: string
      categories?: string[]
    }
    response: Listing
  }
  /** List the inventory: live before sandbox, then newest first. */
  'GET /api/operator/v1/listings': {
    id: 'operator.listings.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      environment?: Environment
      /** One or several of listed, sold, withdrawn. */
      status?: string
      /** An ending, in any spelling: `com`, `.CO.UK`, `рф`. */
      tld?: string
      /** The exact name, in any spelling. */
      domain?: string
    }
    body: undefined
    response: {
      listings: Listing[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Show one listing. */
  'GET /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.get'
    params: {
      listing_id: string
    }
    query: undefined
    body: undefined
    response: Listing
  }
  /** Change the terms of a listing. A quote that is out keeps its price. */
  'PATCH /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.change'
    params: {
      listing_id: string
    }
    query: undefined
    body: {
      /** The buy-now price. */
      price_cents?: number
      /** The lowest price taken; the buy-now price when absent. */
      floor_price_cents?: number
      currency?: Currency
      description?: string | null
      categories?: string[]
    }
    response: Listing
  }
  /** Withdraw a listing. The name can be listed again later. */
  'DELETE /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.withdraw'
    params: {
      listing_id: string
    }
    query: undefined
    body: undefined
    response: Listing
  }
  /** Import listings from a stream of CSV or NDJSON, of any size. */
  'POST /api/operator/v1/listings/import': {
    id: 'operator.listings.import'
    params: undefined
    query: {
      environment: Environment
    }
    body: unknown
    response: ListingImport
  }
  /** How far an import has come, or its report. */
  'GET /api/operator/v1/listings/imports/{import_id}': {
    id: 'operator.listings.import_report'
    params: {
      import_id: string
    }
    query: undefined
    body: undefined
    response: ListingImport
  }
  /** List the endings in the order of the alphabet. */
  'GET /api/operator/v1/tlds': {
    id: 'operator.tlds.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      type?: string
      /** Only those that have a price, or only those that have none. */
      offered?: boolean
    }
    body: undefined
    response: {
      tlds: OperatorTld[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Show an ending with its prices and rules. */
  'GET /api/operator/v1/tlds/{tld}': {
    id: 'operator.tlds.get'
    params: {
      /** An ending, in any spelling: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: undefined
    response: OperatorTld
  }
  /** Set prices and rules of an ending, or add one. */
  'PUT /api/operator/v1/tlds/{tld}': {
    id: 'operator.tlds.put'
    params: {
      /** An ending, in any spelling: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: {
      type?: string
      prices?: {
        register_cents?: number | null
        renew_cents?: number | null
        transfer_cents?: number | null
        restore_cents?: number | null
      }
      term?: {
        min_years?: number | null
        max_years?: number | null
      }
      organization?: {
        required?: boolean | null
        rules?: TldRule[]
      }
      registrant?: {
        local_presence_required?: boolean | null
        allowed_countries?: string[] | null
      }
      nameservers?: {
        required?: boolean | null
        min?: number | null
        max?: number | null
        rules?: TldRule[]
      }
      idn?: boolean | null
      dnssec?: boolean | null
      transfer?: {
        auth_code_required?: boolean | null
        lock_days?: number | null
      }
      lifecycle_days?: {
        auto_renew_grace?: number | null
        redemption?: number | null
        pending_delete?: number | null
      }
    }
    response: OperatorTld
  }
  /** Every partner's orders: live before sandbox, then newest first. */
  'GET /api/operator/v1/orders': {
    id: 'operator.orders.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** One or several statuses, separated by commas. */
      status?: string
      partner_id?: string
      environment?: Environment
      /** The exact name, as A-label. */
      domain?: string
      from?: string
      to?: string
    }
    body: undefined
    response: {
      orders: OperatorOrder[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One order with its timeline. */
  'GET /api/operator/v1/orders/{public_id}': {
    id: 'operator.orders.get'
    params: {
      public_id: string
    }
    query: undefined
    body: undefined
    response: OperatorOrderDetail
  }
  /** Hold a paid order for manual review. */
  'POST /api/operator/v1/orders/{public_id}/hold': {
    id: 'operator.orders.hold'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** Clear a held order; start its transfer afterwards. */
  'POST /api/operator/v1/orders/{public_id}/clear': {
    id: 'operator.orders.clear'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** Start the domain push. */
  'POST /api/operator/v1/orders/{public_id}/start_transfer': {
    id: 'operator.orders.start_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** The push failed; the order is paid again and can be started anew. */
  'POST /api/operator/v1/orders/{public_id}/fail_transfer': {
    id: 'operator.orders.fail_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** Confirm delivery to the partner's registrar. The settlement clock starts. */
  'POST /api/operator/v1/orders/{public_id}/complete_transfer': {
    id: 'operator.orders.complete_transfer'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** Refund an order before delivery. The name is listed again. */
  'POST /api/operator/v1/orders/{public_id}/refund': {
    id: 'operator.orders.refund'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** Cancel an order that cannot be delivered. The name is listed again. */
  'POST /api/operator/v1/orders/{public_id}/cancel': {
    id: 'operator.orders.cancel'
    params: {
      public_id: string
    }
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OperatorOrderDetail
  }
  /** The rules that hold a sale for manual review. */
  'GET /api/operator/v1/review-rules': {
    id: 'operator.review_rules.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      review_rules: ReviewRule[]
    }
  }
  /** Add a rule, or set the amount from which sales are held. */
  'POST /api/operator/v1/review-rules': {
    id: 'operator.review_rules.create'
    params: undefined
    query: undefined
    body: {
      kind: "min_amount" | "buyer_email" | "buyer_email_domain" | "buyer_country"
      value: string
    }
    response: ReviewRule
  }
  /** Remove a rule. Orders that it held stay held. */
  'DELETE /api/operator/v1/review-rules/{rule_id}': {
    id: 'operator.review_rules.delete'
    params: {
      rule_id: string
    }
    query: undefined
    body: undefined
    response: ReviewRule
  }
  /** Every partner's cases: live before sandbox, then newest first. */
  'GET /api/operator/v1/brokerage': {
    id: 'operator.brokerage.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      /** One or several statuses, separated by commas. */
      status?: string
      partner_id?: string
      environment?: Environment
      /** The exact name, as A-label. */
      domain?: string
    }
    body: undefined
    response: {
      cases: OperatorBrokerageCase[]
      totals: BrokerageTotals
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One case with its timeline. */
  'GET /api/operator/v1/brokerage/{case_id}': {
    id: 'operator.brokerage.get'
    params: {
      case_id: string
    }
    query: undefined
    body: undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Move a case one step on: outreach, negotiating, agreed, in escrow. */
  'POST /api/operator/v1/brokerage/{case_id}/advance': {
    id: 'operator.brokerage.advance'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** Added to the timeline. */
      note?: string
    } | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case: the owner does not want to sell. */
  'POST /api/operator/v1/brokerage/{case_id}/decline': {
    id: 'operator.brokerage.decline'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** Added to the timeline. */
      note?: string
    } | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case: no deal was reached. */
  'POST /api/operator/v1/brokerage/{case_id}/no_deal': {
    id: 'operator.brokerage.no_deal'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** Added to the timeline. */
      note?: string
    } | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case: the buyer gave it up. */
  'POST /api/operator/v1/brokerage/{case_id}/cancel': {
    id: 'operator.brokerage.cancel'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** Added to the timeline. */
      note?: string
    } | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case in escrow with a deal: price, fee and the share of the partner are booked. */
  'POST /api/operator/v1/brokerage/{case_id}/complete': {
    id: 'operator.brokerage.complete'
    params: {
      case_id: string
    }
    query: undefined
    body: {
      /** What the buyer paid. */
      deal_price_cents: number
      /** Added to the timeline. */
      note?: string
    }
    response: OperatorBrokerageCaseDetail
  }
  /** Every partner's closed statements: live before sandbox, then newest period first. */
  'GET /api/operator/v1/settlements': {
    id: 'operator.settlements.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      partner_id?: string
      environment?: Environment
      /** One or several statuses, separated by commas. */
      status?: string
    }
    body: undefined
    response: {
      settlements: OperatorSettlement[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One statement with its corrections; its orders a page at a time. */
  'GET /api/operator/v1/settlements/{settlement_id}': {
    id: 'operator.settlements.get'
    params: {
      settlement_id: string
    }
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      settlement: OperatorSettlement
      adjustments: Adjustment[]
      lines: ({
        /** Starts with `ord_`. */
        order_public_id: string
        domain: string
        payment_model: "partner_collected" | "service_collected"
        /** Whole minor units. */
        sale_price_cents: number
        /** Whole minor units. */
        commission_cents: number
        /** Whole minor units. */
        amount_owed_cents: number
      })[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** The partner has paid a closed statement. */
  'POST /api/operator/v1/settlements/{settlement_id}/paid': {
    id: 'operator.settlements.paid'
    params: {
      settlement_id: string
    }
    query: undefined
    body: {
      reference?: string
    } | undefined
    response: OperatorSettlement
  }
  /** Correct a closed statement: a line on the next one. Positive: the partner owes more. */
  'POST /api/operator/v1/settlements/{settlement_id}/adjustments': {
    id: 'operator.settlements.adjust'
    params: {
      settlement_id: string
    }
    query: undefined
    body: {
      /** Not zero. */
      amount_cents: number
      reason: string
    }
    response: Adjustment
  }
  /** Every partner's payouts: live before sandbox, then newest first. */
  'GET /api/operator/v1/payouts': {
    id: 'operator.payouts.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      partner_id?: string
      environment?: Environment
      /** One or several statuses, separated by commas. */
      status?: string
      /** One or several kinds, separated by commas. */
      kind?: string
    }
    body: undefined
    response: {
      payouts: OperatorPayout[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Pay out what is pending of a kind in one environment: one payout for each currency. */
  'POST /api/operator/v1/payouts': {
    id: 'operator.payouts.create'
    params: undefined
    query: undefined
    body: {
      /** Starts with `ptn_`. */
      partner_id: string
      kind: PayoutKind
      environment: Environment
    }
    response: {
      payouts: OperatorPayout[]
    }
  }
  /** The payout is on its way. */
  'POST /api/operator/v1/payouts/{payout_id}/sent': {
    id: 'operator.payouts.sent'
    params: {
      payout_id: string
    }
    query: undefined
    body: {
      reference?: string
      reason?: string
    } | undefined
    response: OperatorPayout
  }
  /** The payout has arrived. */
  'POST /api/operator/v1/payouts/{payout_id}/paid': {
    id: 'operator.payouts.paid'
    params: {
      payout_id: string
    }
    query: undefined
    body: {
      reference?: string
      reason?: string
    } | undefined
    response: OperatorPayout
  }
  /** The payout did not arrive; its money is pending again. */
  'POST /api/operator/v1/payouts/{payout_id}/failed': {
    id: 'operator.payouts.failed'
    params: {
      payout_id: string
    }
    query: undefined
    body: {
      reference?: string
      reason?: string
    } | undefined
    response: OperatorPayout
  }
  /** Close the statements of one period, or of every period that has ended. */
  'POST /api/operator/v1/settlements/run': {
    id: 'operator.settlements.run'
    params: undefined
    query: undefined
    body: {
      /** A calendar month. */
      period?: string
    } | undefined
    response: {
      period: string | null
      /** Statements that this run finished. */
      settlements_count: number
      /** Orders on them. */
      orders_count: number
      /** The first 100 of them. */
      settlements: OperatorSettlement[]
    }
  }
  /** Check every invariant of the books now. */
  'GET /api/operator/v1/ledger/check': {
    id: 'operator.ledger.check'
    params: undefined
    query: undefined
    body: undefined
    response: LedgerCheck
  }
  /** Where every partner receives its events, and how that goes: live before sandbox, then the newest partner first. */
  'GET /api/operator/v1/webhooks/endpoints': {
    id: 'operator.webhooks.endpoints.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      partner_id?: string
      environment?: Environment
      /** Only those that are served, or only those switched off. */
      active?: boolean
    }
    body: undefined
    response: {
      endpoints: OperatorWebhook[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** List webhook deliveries of all partners: live before sandbox, then newest first. */
  'GET /api/operator/v1/webhooks/deliveries': {
    id: 'operator.webhooks.deliveries.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      partner_id?: string
      environment?: Environment
      event_id?: string
      /** One or several of pending, succeeded, failed. */
      status?: string
    }
    body: undefined
    response: {
      deliveries: OperatorWebhookDelivery[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Send a delivery once more, to the address that its partner has registered now. */
  'POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver': {
    id: 'operator.webhooks.deliveries.redeliver'
    params: {
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: OperatorWebhookDelivery
  }
  /** Every call of an operator, and what else must be traceable, newest first. */
  'GET /api/operator/v1/audit': {
    id: 'operator.audit.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      actor?: string
      route?: string
      request_id?: string
      /** True: without the calls that only read. */
      changes?: boolean
      from?: string
      to?: string
    }
    body: undefined
    response: {
      audit: AuditRow[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** What waits for a human: live before sandbox, the oldest first. */
  'GET /api/operator/v1/queue': {
    id: 'operator.queue'
    params: undefined
    query: {
      environment?: Environment
    }
    body: undefined
    response: OperatorQueue
  }
  /** Find anything by its id, its name or an address. */
  'GET /api/operator/v1/search': {
    id: 'operator.search'
    params: undefined
    query: {
      q: string
    }
    body: undefined
    response: {
      /** At most 30. */
      results: SearchHit[]
    }
  }
  /** The last 30 days of sales and what there is now. */
  'GET /api/operator/v1/overview': {
    id: 'operator.overview'
    params: undefined
    query: undefined
    body: undefined
    response: OperatorOverview
  }
  /** The partners that you belong to, the oldest membership first: that one is meant when none is named. */
  'GET /api/portal/v1/partners': {
    id: 'portal.partners.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      partners: OwnPartner[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Start a partner: it may use the sandbox at once. The secret is shown in this answer only. */
  'POST /api/portal/v1/partners': {
    id: 'portal.partners.start'
    params: undefined
    query: undefined
    body: {
      name: string
    }
    response: {
      partner: OwnPartner
      credential: IssuedCredential
    }
  }
  /** Your credentials, newest first, without their secrets. */
  'GET /api/portal/v1/credentials': {
    id: 'portal.credentials.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      credentials: Credential[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Issue a credential, live ones after approval. The secret is shown in this answer only. */
  'POST /api/portal/v1/credentials': {
    id: 'portal.credentials.issue'
    params: undefined
    query: undefined
    body: {
      environment: Environment
      scopes: Scope[]
    }
    response: IssuedCredential
  }
  /** Issue the successor of a credential; the old one goes on for the overlap. */
  'POST /api/portal/v1/credentials/{key_id}/rotate': {
    id: 'portal.credentials.rotate'
    params: {
      key_id: string
    }
    query: undefined
    body: {
      overlap_seconds?: number
    } | undefined
    response: IssuedCredential
  }
  /** Revoke a credential. It stops within five seconds, everywhere. */
  'DELETE /api/portal/v1/credentials/{key_id}': {
    id: 'portal.credentials.revoke'
    params: {
      key_id: string
    }
    query: undefined
    body: undefined
    response: Credential
  }
  /** Apply for live access. Asking again changes nothing. */
  'POST /api/portal/v1/live-access': {
    id: 'portal.live_access.request'
    params: undefined
    query: undefined
    body: {
      note?: string
    } | undefined
    response: OwnPartner
  }
  /** The people of this partner, newest first. */
  'GET /api/portal/v1/members': {
    id: 'portal.members.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      members: Member[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Add a person who has an account: as a member, who only reads, or as an owner. */
  'POST /api/portal/v1/members': {
    id: 'portal.members.add'
    params: undefined
    query: undefined
    body: {
      /** An email address. */
      email: string
      role?: "owner" | "member"
    }
    response: Member
  }
  /** Remove a person; the last owner stays. */
  'DELETE /api/portal/v1/members/{user_id}': {
    id: 'portal.members.remove'
    params: {
      user_id: string
    }
    query: undefined
    body: undefined
    response: Member
  }
  /** The signed requests of your credentials in the last seven days, newest first, refused ones included. */
  'GET /api/portal/v1/requests': {
    id: 'portal.requests.list'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
      status?: "failed" | "succeeded"
      key_id?: string
      environment?: Environment
      /** What the path starts with. */
      path?: string
      /** At or after. */
      from?: string
      /** Before. */
      to?: string
    }
    body: undefined
    response: {
      requests: LoggedRequest[]
      /** Refused requests of the same key, environment and time range that the log does not list. */
      refused_not_kept: number
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Show one request. */
  'GET /api/portal/v1/requests/{request_id}': {
    id: 'portal.requests.get'
    params: {
      request_id: string
    }
    query: undefined
    body: undefined
    response: LoggedRequestDetail
  }
  /** Compare the string that you signed with the one that the server built, line by line. */
  'POST /api/portal/v1/requests/{request_id}/diagnose': {
    id: 'portal.requests.diagnose'
    params: {
      request_id: string
    }
    query: undefined
    body: {
      canonical_string: string
    }
    response: SignatureDiagnosis
  }
  /** Show the webhook endpoint of an environment, or null when none is registered. */
  'GET /api/portal/v1/webhook-endpoint': {
    id: 'portal.webhook_endpoint.get'
    params: undefined
    query: {
      environment: Environment
    }
    body: undefined
    response: {
      endpoint: Webhook | null
    }
  }
  /** What a token may do, and where everything is described. */
  'GET /api': {
    id: 'public.index'
    params: undefined
    query: undefined
    body: undefined
    response: ApiIndex
  }
  /** Can this name be had, and the same label under other endings? */
  'POST /api/domain/search': {
    id: 'domain.search'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, or a bare label, which is then looked up under `.com` first. */
      q: string
    }
    response: DomainSearch
  }
  /** Who registered a name, when, and until when. */
  'POST /api/tools/whois': {
    id: 'tools.whois'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    response: Whois
  }
  /** What it costs to register, renew, transfer or restore a name under an ending. */
  'GET /api/pricing/tld': {
    id: 'pricing.tld'
    params: undefined
    query: {
      /** An ending, in any spelling: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
      /** `register` when absent. */
      op?: "register" | "renew" | "transfer" | "restore"
    }
    body: undefined
    response: TldPrice
  }
  /** Every ending that is offered here, with its prices, in the order of the alphabet. */
  'GET /api/tlds': {
    id: 'tlds.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      tlds: OfferedTld[]
    }
  }
  /** The rules of an ending: terms, who may register, name servers, transfers, deadlines. */
  'GET /api/tlds/{tld}/metadata': {
    id: 'tlds.metadata'
    params: {
      /** An ending, in any spelling: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: undefined
    response: TldMetadata
  }
  /** Names for sale. */
  'GET /api/market/listings': {
    id: 'market.listings'
    params: undefined
    query: {
      /** Only this ending. */
      tld?: string
      /** A part of the label. */
      q?: string
      /** Least price, in minor units. */
      min_price?: number
      /** Highest price, in minor units. */
      max_price?: number
      /** Least characters of the label. */
      min_length?: number
      /** Most characters of the label. */
      max_length?: number
      /** `newest` when absent. */
      sort?: "newest" | "price_asc" | "price_desc"
      /** So many rows are passed over; or a cursor. */
      offset?: number
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: MarketPage
  }
  /** One name of the market; a sold one is shown as `sold`. */
  'GET /api/market/listings/{name}': {
    id: 'market.listing'
    params: {
      /** A registrable domain name, in any case or script. */
      name: string
    }
    query: undefined
    body: undefined
    response: MarketName
  }
  /** How many names are for sale, and under which endings. */
  'GET /api/market/facets': {
    id: 'market.facets'
    params: undefined
    query: undefined
    body: undefined
    response: MarketFacets
  }
  /** Up to five names of the market that mean what was asked. */
  'GET /api/market/search': {
    id: 'market.search'
    params: undefined
    query: {
      q: string
    }
    body: undefined
    response: {
      query: string
      results: MarketMatch[]
    }
  }
  /** Begin to buy a name of the market. */
  'POST /api/market/checkout': {
    id: 'market.checkout'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    response: MarketCheckout
  }
  /** Whether we could approach the owner of a name, and why not. */
  'GET /api/market/brokerage/eligibility': {
    id: 'market.brokerage.eligibility'
    params: undefined
    query: {
      /** A registrable domain name, in any case or script. */
      domain: string
    }
    body: undefined
    response: BrokerageEligibility
  }
  /** Ask us to approach the owner of a name. */
  'POST /api/market/brokerage': {
    id: 'market.brokerage.open'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain name, in any case or script. */
      domain: string
      tier: BrokerageTier
      /** An email address. */
      buyer_email: string
      currency?: Currency
      /** For whoever works on the case. */
      notes?: string
      /** What you would pay at most, in whole minor units. */
      budget_cents: number
    }
    response: MarketBrokerage
  }
  /** Your domains. */
  'GET /api/domains': {
    id: 'domains.owned'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: OwnedDomains
  }
  /** The operations that can be applied to many of your domains at once. */
  'GET /api/domains/bulk': {
    id: 'bulk.operations'
    params: undefined
    query: undefined
    body: undefined
    response: BulkCatalogue
  }
  /** Apply one operation to up to 1,000 of your domains. */
  'POST /api/domains/bulk/{op}': {
    id: 'bulk.run'
    params: {
      op: string
    }
    query: undefined
    body: {
      /** Your names; one that is not yours fails alone. */
      domains: string[]
      /** What the operation takes; see the list of operations. */
      params?: Record<string, unknown>
      /** Tell what would happen, and change nothing. */
      dry_run?: boolean
    }
    response: BulkAnswer
  }
  /** What you did to many of your domains at once, newest first. Dry runs leave no trace. */
  'GET /api/account/bulk-runs': {
    id: 'bulk.runs'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      bulk_runs: BulkRun[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** Who is signed in. */
  'GET /api/account': {
    id: 'account.get'
    params: undefined
    query: undefined
    body: undefined
    response: Account
  }
  /** Change your password. Every other session of yours ends. */
  'POST /api/account/password': {
    id: 'account.password'
    params: undefined
    query: undefined
    body: {
      /** The one you have. */
      current_password: string
      /** The one you want: 12 to 128 characters, not a common password, not your email address. */
      new_password: string
    }
    response: Account
  }
  /** What you bought at the checkout, newest first. */
  'GET /api/account/orders': {
    id: 'account.orders'
    params: undefined
    query: {
      /** How many rows; 25 when absent, never more than 100. */
      limit?: number
      /** `next_cursor` of the page before. */
      cursor?: string
    }
    body: undefined
    response: {
      orders: Purchase[]
      next_cursor: string | null
      has_more: boolean
    }
  }
  /** One of your purchases. */
  'GET /api/account/orders/{public_id}': {
    id: 'account.order'
    params: {
      public_id: string
    }
    query: undefined
    body: undefined
    response: Purchase
  }
  /** Several reads in one call. */
  'POST /api/batch': {
    id: 'batch.run'
    params: undefined
    query: undefined
    body: {
      operations: unknown[]
    }
    response: BatchAnswer
  }
  /** The operations that a batch takes. */
  'GET /api/batch': {
    id: 'batch.operations'
    params: undefined
    query: undefined
    body: undefined
    response: BatchCatalogue
  }
  /** Protected-resource metadata (RFC 9728) of the service. */
  'GET /.well-known/oauth-protected-resource': {
    id: 'oauth.resource_metadata'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Protected-resource metadata (RFC 9728) of `/api`. */
  'GET /.well-known/oauth-protected-resource/api': {
    id: 'oauth.resource_metadata_api'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Protected-resource metadata (RFC 9728) of `/mcp`. */
  'GET /.well-known/oauth-protected-resource/mcp': {
    id: 'oauth.resource_metadata_mcp'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Authorization-server metadata (RFC 8414). */
  'GET /.well-known/oauth-authorization-server': {
    id: 'oauth.server_metadata'
    params: undefined
    query: undefined
    body: undefined
    response: AuthorizationServerMetadata
  }
  /** Register an application (RFC 7591). No approval, no secret. */
  'POST /api/oauth/register': {
    id: 'oauth.register'
    params: undefined
    query: undefined
    body: OAuthClientInput
    response: OAuthClient
  }
  /** Send a person here, in their browser: they sign in, agree, and come back with a code. */
  'GET /oauth/authorize': {
    id: 'oauth.authorize'
    params: undefined
    query: {
      response_type: "code"
      client_id: string
      /** One of the registered; may be left out when there is only one. */
      redirect_uri?: string
      /** PKCE: base64url of the SHA-256 of the verifier. */
      code_challenge: string
      code_challenge_method?: "S256"
      /** Comes back as it is. */
      state?: string
      /** `pricing:read` when absent. Known: pricing:read, domains:manage. */
      scope?: string
      /** RFC 8707: any address of this service. */
      resource?: string
    }
    body: undefined
    response: undefined
  }
  /** Exchange a code, or refresh: an access token for 30 minutes, a refresh token for 30 days. */
  'POST /api/oauth/token': {
    id: 'oauth.token'
    params: undefined
    query: undefined
    body: OAuthTokenInput
    response: OAuthTokens
  }
  /** Revoke a token (RFC 7009). A refresh token takes everything of its grant with it. */
  'POST /api/oauth/revoke': {
    id: 'oauth.revoke'
    params: undefined
    query: undefined
    body: OAuthRevocationInput
    response: undefined
  }
  /** A JSON-RPC message of the Model Context Protocol. */
  'POST /mcp': {
    id: 'mcp.call'
    params: undefined
    query: {
      /** `required`: 401 without a token, which is how clients come to start OAuth. */
      auth?: string
    }
    body: Record<string, unknown>
    response: undefined
  }
}

/** Every type of event: what is pushed for it. */
export interface WebhookEvents {
  /** A sale that you collected was recorded. */
  'order.recorded': {
    /** Starts with `evt_`. */
    id: string
    type: "order.recorded"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** A held order was cleared; its transfer will proceed. */
  'order.manual_review_cleared': {
    /** Starts with `evt_`. */
    id: string
    type: "order.manual_review_cleared"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The domain push has started. */
  'order.transfer_started': {
    /** Starts with `evt_`. */
    id: string
    type: "order.transfer_started"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The domain was delivered; the settlement clock starts. */
  'order.transfer_completed': {
    /** Starts with `evt_`. */
    id: string
    type: "order.transfer_completed"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The settlement period was closed. */
  'order.settled': {
    /** Starts with `evt_`. */
    id: string
    type: "order.settled"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The order was refunded or cancelled. */
  'order.refunded': {
    /** Starts with `evt_`. */
    id: string
    type: "order.refunded"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** A case was closed with a deal. */
  'brokerage.case_completed': {
    /** Starts with `evt_`. */
    id: string
    type: "brokerage.case_completed"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: BrokerageEventData
  }
  /** A buyer paid at the checkout. Pushed to registrations that list it. */
  'order.paid': {
    /** Starts with `evt_`. */
    id: string
    type: "order.paid"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The order waits for a manual review. Pushed to registrations that list it. */
  'order.held': {
    /** Starts with `evt_`. */
    id: string
    type: "order.held"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The domain push has started. Pushed to registrations that list it. */
  'transfer.started': {
    /** Starts with `evt_`. */
    id: string
    type: "transfer.started"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The domain push has ended well. Pushed to registrations that list it. */
  'transfer.completed': {
    /** Starts with `evt_`. */
    id: string
    type: "transfer.completed"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** The domain push failed; it can be started again. Pushed to registrations that list it. */
  'transfer.failed': {
    /** Starts with `evt_`. */
    id: string
    type: "transfer.failed"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: OrderEventData
  }
  /** A case was opened. Pushed to registrations that list it. */
  'brokerage.case_opened': {
    /** Starts with `evt_`. */
    id: string
    type: "brokerage.case_opened"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: BrokerageEventData
  }
  /** A case moved one step on. Pushed to registrations that list it. */
  'brokerage.case_updated': {
    /** Starts with `evt_`. */
    id: string
    type: "brokerage.case_updated"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: BrokerageEventData
  }
  /** A case was closed without a deal. Pushed to registrations that list it. */
  'brokerage.case_closed': {
    /** Starts with `evt_`. */
    id: string
    type: "brokerage.case_closed"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: BrokerageEventData
  }
  /** You asked for a test; nothing happened. */
  'webhook.test': {
    /** Starts with `evt_`. */
    id: string
    type: "webhook.test"
    created_at: string
    /** Starts with `ptn_`. */
    partner_id: string
    data: TestEventData
  }
}
