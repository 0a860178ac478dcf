// Generated from openapi.json by npm run generate. Do not edit.

/** The body of an error response. */
export type Error = {
  /** The error. */
  error: {
    /** Machine-readable error code. */
    code: "validation_error" | "missing_idempotency_key" | "missing_credentials" | "missing_signature_headers" | "invalid_timestamp" | "invalid_signature" | "replay_detected" | "invalid_token" | "reauthentication_required" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "payload_too_large" | "unsupported_media_type" | "price_mismatch" | "quote_expired" | "rate_limited" | "internal_error" | "upstream_unavailable"
    /** What is wrong and what to do. For people; it may change. */
    message: string
    /** Same value as the X-Request-Id header. Quote it to support. */
    request_id: string
    /** A more specific machine-readable reason, or null. `active_site`: the domain runs an active site. `affiliate_not_linked`: referral is not enabled for the partner. `already_in_case`: the domain has an open brokerage case. `already_a_member`: the person is already a team member. `already_an_operator`: the person is already an operator. `already_invited`: the email address has an open invitation. `already_listed`: the domain is already listed or sold. `auth_code_unavailable`: the order has no auth code now. `credential_revoked`: the API key was revoked or replaced. `delivery_not_chosen`: the buyer has not chosen where to receive the domain. `delivery_started`: the transfer of the domain has started, or the order has ended. `dispute_open`: the payment of the order is disputed. `domain_registered`: someone has registered the domain. `domain_reserved`: the domain is reserved for another partner or buyer. `domain_sold`: the domain has been sold. `email_unconfirmed`: the email address of the account is not confirmed. `idempotency_in_progress`: a request with the same Idempotency-Key or for the same domain is in progress. `idempotency_key_reused`: the Idempotency-Key was used for a different request. `illegal_transition`: the action is not possible in the current status. `last_admin`: the marketplace must have at least one admin. `last_owner`: a partner must have at least one owner. `listed_for_sale`: the domain is listed on this marketplace. `mail_off`: this marketplace sends no mail. `no_document`: the record has no document. `no_link`: the message has no link that operators give to people. `no_payout_destination`: the seller has no destination for payouts. `not_a_member`: you are not a team member of the partner. `not_merchant_of_record`: the partner is not a merchant of record. `nothing_to_pay`: no pending amount reaches the minimum payout. `offer_open`: you already have an offer in progress for the domain. `offers_not_accepted`: the seller of the domain does not accept offers. `order_not_refundable`: the order can no longer be refunded. `own_listing`: the listing is your own. `owns_domains`: the account still owns domains, or has open purchases or sales. `owner_only`: only a team member with the owner role can do this. `payout_account_closed`: the payout account of the seller at Stripe is closed. `payout_being_sent`: the payment processor may have sent the payout already. `payout_destination_disabled`: the payout account of the seller accepts no payouts now. `payout_setup_unavailable`: sellers cannot set up payouts themselves on this marketplace. `partner_not_approved`: the partner has no live access yet. `partner_suspended`: the partner is suspended. `quote_rest_required`: you reserved the domain for too long without ordering it. `quote_used`: an order already used the quote. `registration_unavailable`: this marketplace does not register domains of this TLD. `role_missing`: the operator does not have a required role. `sandbox_only`: the endpoint is for the sandbox only. `seller_frozen`: an operator froze the seller. `scope_missing`: the API key does not have the required scope. `second_factor_required`: the operation requires a second factor. `sign_up_closed`: this marketplace does not accept new accounts. `too_many_active_quotes`: you hold too many active quotes. `too_many_credentials`: the partner has too many active API keys. `too_many_endpoints`: the partner has too many webhook endpoints in this environment. `endpoint_deleted`: the webhook endpoint of the delivery was deleted. `too_many_invitations`: the partner has too many open invitations. `too_many_listings`: the seller has too many open listings. `too_many_offers`: you have too many offers in progress or for the domain. `too_many_open_cases`: your network has too many open brokerage cases. `too_many_partners`: you own too many partners. `too_many_passkeys`: the account has too many passkeys. `too_many_views`: you have saved too many views. `too_many_watches`: you are watching too many domains. `unregistered`: the domain is not registered. */
    reason: string | null
    /** The fields that caused the error. Can be empty. */
    details: {
      /** Path of the field, such as `buyer.email`. */
      field: string
      /** What is wrong with the field. */
      message: string
    }[]
    /** The price in force. Only in errors about the price, such as `price_mismatch`. */
    current?: {
      /** The price in minor units. */
      price_cents: number
      /** ISO 4217 currency code. */
      currency: string
    }
  }
}

/** The signed-in user. */
export type Account = {
  /** Email address. */
  email: string
  /** Role of the user. */
  role: "user" | "operator"
  /** True if the email address is confirmed. */
  email_confirmed: boolean
  /** Role of an operator. Null for other users. */
  operator_role: "admin" | "finance" | "support" | "viewer" | null
  /** False if the account signs in without a password. */
  has_password: boolean
  /** When it was created. */
  created_at: string
}

/** Everything stored about the person. */
export type AccountExport = Record<string, unknown>

/** A browser that is signed in. */
export type AccountSession = {
  /** ID of the checkout session. */
  session_id: string
  /** When it was created. */
  created_at: string
  /** To within five minutes. */
  last_used_at: string
  /** At the sign-in. */
  ip_address: string | null
  /** At the sign-in. */
  user_agent: string | null
  /** Browser and system, read from `user_agent`. */
  browser: string
  /** The session of this request. */
  current: boolean
}

/** A correction of a closed statement. */
export type Adjustment = {
  adjustment_id: AdjustmentId
  /** ID of the closed statement it corrects. */
  corrects_settlement_id: string
  /** ID of the statement it is listed in. Null until the next statement closes. */
  settlement_id: string | null
  /** Amount in minor units. Positive: the partner owes more. */
  amount_cents: number
  currency: Currency
  /** Why the operator made the adjustment. */
  reason: string
  /** When it was created. */
  created_at: string
}

/** ID of the adjustment. Starts with `adj_`. */
export type AdjustmentId = string

/** Sales, referrals and commission of a date range. */
export type Analytics = {
  /** Start of the range. */
  from: string
  /** End of the range, exclusive. */
  to: string
  /** Length of a time series bucket. */
  granularity: "day" | "week" | "month"
  /** Same totals as `/transactions` for the range. */
  orders: {
    currency: Currency
    /** Number of orders. */
    count: number
    /** Amount in minor units. Can be negative. */
    gmv_cents: number
    /** Total of the refunds, in minor units. */
    refunded_cents: number
  }[]
  /** Referral funnel of the range. */
  referral_funnel: {
    /** Number of clicks. */
    clicks: number
    /** Clicks counted once per visitor and day. */
    unique_clicks: number
    /** Checkouts started. */
    checkouts_started: number
    /** Number of sales. */
    sales: number
    /** Sales per unique click. 0 without clicks. */
    conversion_rate: number
  }
  /** Commission in the range. */
  commission: {
    currency: Currency
    /** Commission earned in the range, on transactions and referrals. */
    earned_cents: number
    /** Commission earned so far and not paid out yet, as of now. */
    pending_cents: number
    /** Payouts received in the range. */
    paid_cents: number
  }[]
  /** Time series in UTC days, ISO weeks or months. Empty buckets are omitted. */
  timeseries: {
    /** Start of the bucket. */
    start: string
    currency: Currency
    /** Number of orders in the bucket. */
    orders: number
    /** Amount in minor units. Can be negative. */
    gmv_cents: number
    /** Number of clicks. */
    clicks: number
    /** Number of sales. */
    sales: number
    /** Amount in minor units. Can be negative. */
    commission_cents: number
  }[]
}

/** Scopes of the token, and links. */
export type ApiIndex = {
  /** Granted scopes. */
  scopes: ("pricing:read" | "domains:manage")[]
  /** URL of the OpenAPI document. */
  openapi_url: string
  /** URL of the documentation. */
  docs_url: string
  /** URL of the MCP endpoint. */
  mcp_url: string
}

/** A row of the audit log. */
export type AuditRow = {
  audit_id: AuditRowId
  /** When it happened. */
  at: string
  /** Who acted: `token:` with the operator token name, `user:` with the email address, `job:` or `command:`. */
  actor: string
  /** ID of the operation. */
  route: string
  /** HTTP method. */
  method: string
  /** Path of the request. */
  path: string
  /** HTTP status code of the response. */
  status: number
  request_id: RequestId
  /** The request body or the change made. Secrets are redacted. */
  input: unknown
  /** Why it failed: an error code, `wrong_password`, `interrupted` and so on. */
  reason: string | null
}

/** ID of the audit row. Starts with `aud_`. */
export type AuditRowId = string

/** The auth code of a domain. */
export type AuthCode = {
  /** The auth code. Treat it like a password. */
  auth_code: string
  /** When the auth code expires. */
  auth_code_expires_at: string
}

/** OAuth authorization-server metadata (RFC 8414). */
export type AuthorizationServerMetadata = {
  /** Issuer of the tokens. */
  issuer: string
  /** URL of the authorization page. */
  authorization_endpoint: string
  /** URL of the token endpoint. */
  token_endpoint: string
  /** URL for client registration. */
  registration_endpoint: string
  /** URL to revoke tokens. */
  revocation_endpoint: string
  /** Available scopes. */
  scopes_supported: string[]
  /** OAuth response types. */
  response_types_supported: string[]
  /** OAuth response modes. */
  response_modes_supported: string[]
  /** OAuth grant types. */
  grant_types_supported: string[]
  /** Always `none`. */
  token_endpoint_auth_methods_supported: string[]
  /** Always `none`. */
  revocation_endpoint_auth_methods_supported: string[]
  /** PKCE methods. */
  code_challenge_methods_supported: string[]
  /** True: responses contain `iss`. */
  authorization_response_iss_parameter_supported: boolean
  /** True: a client ID can be the URL of a metadata document. */
  client_id_metadata_document_supported: boolean
  /** URL of the documentation. */
  service_documentation: string
}

/** Whether a domain can be bought now. */
export type Availability = {
  /** Domain in A-label form. */
  domain: string
  /** True if you can buy the domain now. */
  available: boolean
  /** Buy-now price in minor units. */
  price_cents: number | null
  currency: Currency | null
  /** Why the domain is not available. Null if it is. */
  reason: "unlisted" | "reserved" | "sold" | null
  /** When it was checked. */
  checked_at: string
}

/** An action that is available now. */
export type AvailableBrokerageAction = {
  action: BrokerageAction
  to_status: BrokerageStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableDeliveryAction = {
  action: DeliveryAction
  to_status: DeliveryState
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableDisputeAction = {
  action: DisputeAction
  to_status: DisputeStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableListingAction = {
  action: ListingAction
  to_status: ListingStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableListingDetailAction = {
  action: ListingDetailAction
  to_status: ListingStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableOperatorOrderAction = {
  action: OperatorOrderAction
  to_status: OrderStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailablePartnerAction = {
  action: PartnerAction
  to_status: PartnerStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailablePartnerBrokerageAction = {
  action: PartnerBrokerageAction
  to_status: BrokerageStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailablePartnerOrderAction = {
  action: PartnerOrderAction
  to_status: OrderStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailablePayoutAction = {
  action: PayoutAction
  to_status: PayoutStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableQueueAction = {
  /** The action. */
  action: string
  /** Status after the action. */
  to_status: string
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableRegistryCommandAction = {
  action: RegistryCommandAction
  to_status: RegistryCommandState
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableSellerListingAction = {
  action: SellerListingAction
  to_status: SellerListingStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableSellerPayoutAction = {
  action: SellerPayoutAction
  to_status: SellerPayoutStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** An action that is available now. */
export type AvailableSettlementAction = {
  action: SettlementAction
  to_status: SettlementStatus
  /** Required fields of the request body. */
  required_fields: string[]
}

/** A payment from the Stripe account of a seller that the bank returned. */
export type BankPayoutFailure = {
  /** What Stripe tried to pay to your bank, in minor units. It is in your Stripe account. */
  amount_cents: number
  /** ISO 4217 code of the currency of your bank account, also of one that nothing is sold in here. */
  currency: string
  /** Why the bank returned it, as Stripe names it. */
  code: string
  /** The same in a sentence. */
  message: string
  /** When Stripe reported it. */
  failed_at: string
}

/** The results of a batch. */
export type BatchAnswer = {
  /** One result per operation, in request order. */
  results: BatchRow[]
  /** Number of results. */
  count: number
  /** Number of failures. */
  failed: number
}

/** The operations a batch accepts. */
export type BatchCatalogue = {
  /** Maximum number of operations per batch. */
  max_operations: number
  /** The operations. */
  operations: {
    /** Name of the operation. */
    op: string
    /** What the operation does. */
    description: string
    /** JSON Schema of the parameters. */
    params: Record<string, unknown>
  }[]
}

/** The result of one operation. */
export type BatchRow = {
  /** ID you sent with the operation. */
  id: string | null
  /** Name of the operation. */
  op: string | null
  /** HTTP status code the operation would have on its own. */
  status: number
  /** The response of the operation, or an `Error`. */
  body: unknown
}

/** What an operator can do with a case. */
export type BrokerageAction = "advance" | "complete" | "decline" | "no_deal" | "cancel"

/** A brokerage case. */
export type BrokerageCase = {
  case_id: BrokerageCaseId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  /** Email address of the buyer. */
  buyer_email: string
  /** The most the buyer would pay, in minor units. */
  budget_cents: number
  currency: Currency
  /** Notes for the broker. */
  notes: string | null
  /** URL of the buyer's progress page. It needs no sign-in. */
  progress_url: string
  /** Your share of the deal, in basis points, fixed when the case was opened. */
  partner_commission_bps: number
  /** Agreed price in minor units. Null without a deal. */
  deal_price_cents: number | null
  /** Your commission on the deal. */
  partner_commission_cents: number | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it was closed. */
  closed_at: string | null
}

/** A brokerage case with its timeline. */
export type BrokerageCaseDetail = {
  case_id: BrokerageCaseId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  /** Email address of the buyer. */
  buyer_email: string
  /** The most the buyer would pay, in minor units. */
  budget_cents: number
  currency: Currency
  /** Notes for the broker. */
  notes: string | null
  /** URL of the buyer's progress page. It needs no sign-in. */
  progress_url: string
  /** Your share of the deal, in basis points, fixed when the case was opened. */
  partner_commission_bps: number
  /** Agreed price in minor units. Null without a deal. */
  deal_price_cents: number | null
  /** Your commission on the deal. */
  partner_commission_cents: number | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it was closed. */
  closed_at: string | null
  /** History, oldest first. */
  timeline: BrokerageTimelineEntry[]
  /** The remaining statuses of the normal flow, in order. */
  upcoming_statuses: BrokerageStatus[]
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailablePartnerBrokerageAction[]
}

/** ID of the brokerage case. Starts with `brk_`. */
export type BrokerageCaseId = string

/** Whether a domain can be brokered. */
export type BrokerageEligibility = {
  /** Domain in A-label form. */
  domain: string
  /** True if a case can be opened. */
  eligible: boolean
  /** Why the domain is not eligible. Null if it is. */
  reason: "active_site" | "already_in_case" | "listed_for_sale" | "unregistered" | null
  /** Tiers a case can be opened with. Empty if the domain is not eligible. */
  tiers: BrokerageTier[]
  /** When it was checked. */
  checked_at: string
}

/** Payload of brokerage events. */
export type BrokerageEventData = {
  /** The brokerage case. */
  case: {
    case_id: BrokerageCaseId
    /** Domain in A-label form. */
    domain: string
    tier: BrokerageTier
    status: BrokerageStatus
    /** Agreed price in minor units. Null without a deal. */
    deal_price_cents: number | null
    currency: Currency
    /** Your commission on the deal. */
    partner_commission_cents: number | null
    /** When it was closed. */
    closed_at: string | null
  }
}

/** A request to buy a domain through a broker. */
export type BrokerageInput = {
  /** A registrable domain, as U-label or A-label. */
  domain: string
  tier: BrokerageTier
  /** An email address. */
  buyer_email: string
  /** The most the buyer would pay, in minor units. Required. */
  budget_cents?: number
  /** Alias of `budget_cents`. */
  budget?: number
  currency?: Currency
  /** Notes for the broker. */
  notes?: string
}

/** A note about a brokerage case. */
export type BrokerageNoteInput = {
  /** Note added to the timeline. */
  note?: string
}

/** Status of a brokerage case. */
export type BrokerageStatus = "opened" | "outreach" | "negotiating" | "agreed" | "in_escrow" | "completed" | "declined" | "no_deal" | "cancelled"

/** `managed`: the marketplace negotiates. `self_serve`: it passes on the offers of the buyer. */
export type BrokerageTier = "managed" | "self_serve"

/** A change of a brokerage case. */
export type BrokerageTimelineEntry = {
  /** When it happened. */
  at: string
  status: BrokerageStatus
  /** Who acted. */
  actor: string
  /** Description for people. Do not parse it. */
  message: string
}

/** Totals of brokerage cases. */
export type BrokerageTotals = {
  /** Open cases. */
  open: number
  /** Completed cases. */
  completed: number
  /** Total of all deals. With several currencies, use `by_currency`. */
  deal_cents: number
  /** Commission in minor units. */
  commission_cents: number
  /** Totals per currency. */
  by_currency: {
    currency: Currency
    /** Open cases. */
    open: number
    /** Completed cases. */
    completed: number
    /** Total price of the deals, in minor units. */
    deal_cents: number
    /** Commission in minor units. */
    commission_cents: number
  }[]
}

/** The results of a bulk operation. */
export type BulkAnswer = {
  bulk_id: BulkRunId
  /** Name of the operation. */
  op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
  /** True for a dry run. */
  dry_run: boolean
  /** Number of domains. */
  total: number
  /** Number of successes. */
  succeeded: number
  /** Number of failures. */
  failed: number
  /** One result per domain. */
  results: BulkRow[]
  checkout: BulkCheckout | null
}

/** The available bulk operations. */
export type BulkCatalogue = {
  /** Maximum number of domains per run. */
  max_domains: number
  /** The operations. */
  operations: ({
    /** Name of the operation. */
    op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
    /** What the operation does. */
    description: string
    /** False if this marketplace cannot carry it out. */
    available: boolean
    /** JSON Schema of the parameters. */
    params: Record<string, unknown>
  })[]
}

/** The payment that rows with `progress` `awaiting_payment` wait for. */
export type BulkCheckout = {
  /** Page to pay. Null in a dry run. */
  checkout_url: string | null
  /** What the domains that wait for a payment cost together, in minor units. */
  price_cents: number
  currency: Currency
  /** Until when the checkout is open. Null in a dry run. */
  expires_at: string | null
}

/** A bulk operation with its progress at the registry. */
export type BulkReport = {
  bulk_id: BulkRunId
  /** Name of the operation. */
  op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
  /** Parameters of the operation. */
  params: Record<string, unknown>
  /** Number of domains. */
  total: number
  /** Number of successes. */
  succeeded: number
  /** Number of failures. */
  failed: number
  /** When it happened. */
  at: string
  /** Domains that the registry has not changed yet. */
  pending: number
  /** Domains whose change goes to the registry. Empty if no connector is configured. */
  results: BulkReportRow[]
}

/** How far the change of one domain is. */
export type BulkReportRow = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** How far the change is at the registry. */
  progress: "awaiting_payment" | "pending" | "done" | "failed"
  /** Why the change failed, or why it is tried again. */
  error: string | null
  /** When it was last changed. */
  updated_at: string
}

/** The result for one domain. */
export type BulkRow = {
  /** Domain in A-label form. */
  domain: string
  /** Current status. */
  status: "ok" | "error"
  /** False if the domain already had this state. */
  changed: boolean
  /** How far the change is. `pending`: the registry has not changed the domain yet. `GET /api/account/bulk-runs/{bulk_id}` shows when it has. */
  progress: "awaiting_payment" | "pending" | "done" | "failed"
  /** The error. */
  error: {
    /** Error code. */
    code: "not_found" | "tld_rule" | "conflict" | "payment_required"
    /** Description for people. Do not parse it. */
    message: string
  } | null
}

/** A bulk operation that was run. */
export type BulkRun = {
  bulk_id: BulkRunId
  /** Name of the operation. */
  op: "renew" | "set_nameservers" | "set_auto_renew" | "set_lock" | "set_privacy" | "list_for_sale" | "unlist" | "set_price"
  /** Parameters of the operation. */
  params: Record<string, unknown>
  /** Number of domains. */
  total: number
  /** Number of successes. */
  succeeded: number
  /** Number of failures. */
  failed: number
  /** When it happened. */
  at: string
}

/** ID of the bulk run. Starts with `blk_`. */
export type BulkRunId = string

/** The buyer of a domain. */
export type Buyer = {
  /** Email address of the buyer. */
  email: string
  /** Name of the buyer. */
  name: string | null
  /** ISO 3166-1 alpha-2 country code. */
  country: string | null
  /** Company of the buyer. Absent if none was given. */
  company?: string
  /** VAT ID of the buyer, as typed. Absent if none was given. */
  vat_id?: string
}

/** The buyer. */
export type BuyerInput = {
  /** An email address. */
  email: string
  /** Name of the person or company. */
  name?: string
  /** ISO 3166-1 alpha-2 country code. */
  country?: string
}

/** A category and the number of its domains. */
export type CategoryFacet = {
  /** The category. */
  category: string
  /** Number of domains for sale with this choice. */
  count: number
}

/** A record that changed. */
export type Change = {
  kind: ChangeKind
  /** ID of the record. Null if several records changed together. */
  id: string | null
  partner_id: PartnerId
  environment: Environment
}

/** Changed records since a cursor. */
export type ChangeBatch = {
  /** Changed records, at most 200. */
  changes: Change[]
  /** True if changes were left out: there were more than 200, or the cursor is older than 30 minutes. Read all records again. */
  reset: boolean
  /** Send it as `after` to get the changes that follow. */
  cursor: string
}

/** The kind of record, and whether it is new. */
export type ChangeKind = "order.created" | "order.updated" | "brokerage_case.created" | "brokerage_case.updated" | "webhook_deliveries.updated" | "webhook_endpoint.updated" | "statement.updated" | "payout.updated" | "partner.updated" | "buyer_refund.updated" | "dispute.updated" | "offer.updated" | "registry_command.updated" | "listing.updated" | "seller_payout.updated"

/** Payload of checkout events. */
export type CheckoutEventData = {
  /** The checkout session. */
  checkout_session: {
    session_id: CheckoutSessionId
    /** Domain in A-label form. */
    domain: string
    /** Current status. */
    status: "open" | "processing" | "completed" | "expired" | "cancelled" | "unavailable"
    /** Price the buyer paid, or would have paid, in minor units. */
    price_cents: number
    currency: Currency
    /** Your commission, in minor units. */
    commission_cents: number
    /** ID of the order. Null if the session expired. */
    order_public_id: string | null
    link_id: ReferralLinkId | null
    metadata: Metadata | null
    /** When it expires. */
    expires_at: string
  }
}

/** A hosted checkout page for one domain. */
export type CheckoutSession = {
  session_id: CheckoutSessionId
  /** Checkout page for the buyer. Valid for seven days. It does not reserve the domain. */
  checkout_url: string
  /** `open`: waiting for a payment. `processing`: a payment is in progress. `completed`: paid. `expired`: after seven days. `cancelled`: by the buyer. `unavailable`: the domain was sold or withdrawn. */
  status: "open" | "processing" | "completed" | "expired" | "cancelled" | "unavailable"
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** Listed price in minor units. With net prices, the checkout adds the tax of the country of the buyer. */
  price_cents: number
  currency: Currency
  /** Your commission, in minor units. Fixed at the sale. */
  commission_cents: number
  /** ID of the order. Null until the session is paid. */
  order_public_id: string | null
  last_payment_error: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "processing_error" | "authentication_failed" | "test_cards_only" | "price_changed" | "name_reserved" | "timed_out" | "payment_unavailable" | "refunded" | null
  /** When the hold for the payment in progress ends. Null without a hold. */
  held_until: string | null
  /** The buyer. */
  buyer: {
    /** Email address. */
    email: string
    /** Name of the person or company. */
    name: string | null
    /** ISO 3166-1 alpha-2 country code. */
    country: string | null
    /** Company of the buyer. Absent if none was given. */
    company?: string
    /** VAT ID of the buyer, as typed. Absent if none was given. */
    vat_id?: string
  } | null
  /** URL for a buyer who has paid. */
  return_url: string
  /** URL for a buyer who cancels. */
  cancel_url: string
  link_id: ReferralLinkId | null
  metadata: Metadata | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it expires. */
  expires_at: string
}

/** ID of the checkout session. Starts with `cs_`. */
export type CheckoutSessionId = string

/** A claim link that was sent to a buyer. */
export type ClaimLink = {
  public_id: OrderId
  /** Email address of the buyer. */
  buyer_email: string
  /** When it expires. */
  expires_at: string
  /** The link, only where the service sends no mail. */
  claim_url: string | null
}

/** Referral commission in one currency. */
export type CommissionBalance = {
  currency: Currency
  /** Earned but not payable yet. */
  accrued_cents: number
  /** Payable or in transit. Negative after a late reversal, until the next payout offsets it. */
  pending_cents: number
  /** Total paid out. */
  paid_out_cents: number
  /** Total reversed. */
  reversed_cents: number
  /** accrued_cents + pending_cents. */
  balance_cents: number
}

/** An entry of the commission account. */
export type CommissionEntry = {
  entry_id: CommissionEntryId
  /** Type of the entry. */
  category: "accrued" | "pending" | "paid_out" | "reversed"
  /** Change of the balance: positive for `accrued`, 0 for `pending`, negative for the others. */
  amount_cents: number
  /** The balance in this currency after the entry. */
  running_balance_cents: number
  currency: Currency
  sale_id: ReferredSaleId | null
  payout_id: PayoutId | null
  /** When the commission becomes payable. Null until the domain is delivered. */
  available_at: string | null
  /** When it was created. */
  created_at: string
}

/** ID of the commission entry. Starts with `cle_`. */
export type CommissionEntryId = string

/** An application with access to the account. */
export type ConnectedApplication = {
  /** ID of the client. */
  client_id: string
  /** Name of the person or company. */
  name: string
  /** Host of the client document, or of the redirect URI of a registered client. */
  host: string
  /** Granted scopes. */
  scopes: ("pricing:read" | "domains:manage")[]
  /** When the person authorized it. */
  connected_at: string
}

/** An API key, without its secret. */
export type Credential = {
  /** Key ID, `pk_…`. */
  key_id: string
  /** Name of the key, to tell keys apart. Null if it has none. */
  name: string | null
  partner_id: PartnerId
  environment: Environment
  /** Granted scopes. */
  scopes: Scope[]
  /** False after the key was revoked or its overlap ended. */
  active: boolean
  /** Key ID of the predecessor. */
  rotated_from: string | null
  /** When a rotated key stops working. */
  retires_at: string | null
  /** When the API key was revoked. */
  revoked_at: string | null
  /** When the key was last used, to the minute. */
  last_used_at: string | null
  /** When it was created. */
  created_at: string
}

/** A new API key. */
export type CredentialInput = {
  /** Name of the key, to tell keys apart. */
  name?: string
  environment: Environment
  /** Granted scopes. */
  scopes: Scope[]
}

/** The name of an API key. */
export type CredentialNameInput = {
  /** Name of the key, to tell keys apart. */
  name: string | null
}

/** A page of API keys. */
export type CredentialPage = {
  /** API keys. */
  credentials: Credential[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** ISO 4217 currency code. */
export type Currency = "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "INR" | "BRL" | "MXN" | "SGD" | "HKD" | "NZD" | "ZAR"

/** The delivery of a domain: its target, and the commands sent to the registrar. */
export type Delivery = {
  order_id: OrderId
  state: DeliveryState
  method: TransferMethod
  /** Who chose the delivery target. */
  source: "partner" | "order" | "buyer" | "operator"
  /** IANA ID of the registrar that receives the domain. */
  registrar_iana_id: number | null
  /** Account at the registrar that receives the domain. */
  registrar_account: string | null
  /** Contact for questions about the delivery. */
  contact_email: string | null
  /** Nameservers set before the transfer. Empty: unchanged. */
  nameservers: string[]
  /** Commands sent to the registrar. */
  attempts: number
  /** The last error of the registrar. */
  last_error: string | null
  /** Why an operator must act. Null if none must. */
  reason: string | null
  /** When the auth code expires. */
  auth_code_expires_at: string | null
  registrar_of_record: RegistrarOfRecord | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Commands sent to the registrar, oldest first. */
  steps: DeliveryStep[]
  /** Messages from the registry about the domain (EPP poll), oldest first. */
  messages: RegistryMessage[]
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableDeliveryAction[]
}

/** What an operator can do with a delivery. */
export type DeliveryAction = "confirm" | "set_auth_code" | "retry" | "take_over" | "cancel"

/** Where your domains are delivered. */
export type DeliverySettings = {
  delivery: DeliveryTarget | null
}

/** `planned`: not started. `queued`: the service works on it. `waiting`: for a registrar or the buyer. `refused`: by the registrar. `needs_operator`: an operator must act. */
export type DeliveryState = "planned" | "queued" | "waiting" | "done" | "refused" | "needs_operator" | "cancelled"

/** Status of a webhook delivery. */
export type DeliveryStatus = "pending" | "succeeded" | "failed"

/** A command sent to the registrar. */
export type DeliveryStep = {
  step: DeliveryStepName
  /** Our ID of the command at the registrar (clTRID). */
  transaction: string
  /** ID the registrar gave the command (svTRID). */
  server_transaction: string | null
  outcome: DeliveryStepOutcome
  /** What the registrar said. */
  message: string | null
  /** When the command was sent. */
  sent_at: string
  /** When its outcome was recorded. */
  finished_at: string | null
}

/** What the command does. */
export type DeliveryStepName = "request_transfer" | "set_nameservers" | "push" | "unlock" | "set_auth_code" | "release"

/** `sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the registrar before it sends another command. */
export type DeliveryStepOutcome = "sent" | "done" | "pending" | "refused" | "failed" | "unknown"

/** A registrar account that receives domains. */
export type DeliveryTarget = {
  /** IANA ID of the registrar. */
  registrar_iana_id: number
  /** Account at the registrar that receives the domains. */
  registrar_account: string
  /** An email address. */
  contact_email: string
  /** Nameservers set before the transfer. Empty: unchanged. */
  nameservers: string[]
  /** When it was last changed. */
  updated_at: string
}

/** `manual`: an operator sends a bank transfer. `stripe_connect`: Stripe pays your account there. */
export type DestinationKind = "manual" | "stripe_connect"

/** A dispute of a payment. */
export type Dispute = {
  dispute_id: DisputeId
  status: DisputeStatus
  /** True while the bank only asks about the payment: no money was taken, and nothing is frozen. False once it is a dispute. */
  inquiry: boolean
  /** The order that was paid. Null for a registration. */
  order_id: string | null
  /** Domain in A-label form. */
  domain: string | null
  /** Domain in U-label form. */
  domain_unicode: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
  /** The payment processor that reported the dispute. */
  processor: "sandbox" | "stripe"
  /** ID of the dispute at the payment processor. */
  processor_reference: string
  /** Disputed amount, in minor units. */
  amount_cents: number
  currency: Currency
  /** Why the buyer disputes the payment, as the payment processor reports it. */
  reason: string
  /** Deadline for the response. Without one, the dispute is lost, and an inquiry can become a dispute. */
  respond_by: string | null
  /** When the dispute was opened. */
  opened_at: string
  /** When it was won or lost. Null while it is open. */
  closed_at: string | null
  /** What the payment processor charges for the dispute, in minor units. */
  fee_cents: number
  /** Currency of the fee. */
  fee_currency: string | null
  /** True if the payment processor returned the fee. */
  fee_returned: boolean
  /** When the payment processor took the disputed amount. */
  funds_withdrawn_at: string | null
  /** When the payment processor returned it. */
  funds_reinstated_at: string | null
  /** Price of the sale that the lost dispute took back, in minor units. 0 if the dispute is about a part of the price or a refunded sale: the marketplace bears the loss. */
  reversed_cents: number
  response: "evidence" | "acceptance" | null
  evidence: DisputeEvidence | null
  /** When an operator responded. */
  responded_at: string | null
  /** The operator who responded. */
  responded_by: string | null
  /** When the payment processor got the response. */
  response_sent_at: string | null
  /** Why the response was not sent yet. It is sent again. */
  response_error: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableDisputeAction[]
}

/** What an operator can do with a dispute. */
export type DisputeAction = "submit" | "accept" | "close"

/** Evidence for the bank. It can be submitted once. */
export type DisputeEvidence = {
  /** Why the payment is valid, in your words. */
  text: string
  /** What the buyer bought. Filled in from the order if absent. */
  product_description?: string
  /** Name of the buyer. Filled in from the order if absent. */
  customer_name?: string
  /** Email address of the buyer. Filled in from the order if absent. */
  customer_email?: string
  /** When the domain was delivered. Filled in from the order if absent. */
  service_date?: string
  /** What happened to the order. Filled in from its timeline if absent. */
  activity_log?: string
  /** Why the buyer is not entitled to a refund. */
  refund_refusal?: string
}

/** ID of the dispute. Starts with `dsp_`. */
export type DisputeId = string

/** How the bank decides. */
export type DisputeOutcome = "won" | "lost"

/** How far a dispute is. */
export type DisputeStatus = "needs_response" | "under_review" | "won" | "lost"

/** A receipt, invoice, credit note or commission statement, as it was issued. */
export type Document = {
  document_id: DocumentId
  /** Number of the document. Each kind has its own series per year, without gaps. In the sandbox it starts with `TEST-`. */
  number: string
  kind: DocumentKind
  /** ID of the order. Null for other documents. */
  order_public_id: string | null
  /** ID of the settlement. Null for other documents. */
  settlement_id: string | null
  /** ID of the registration or renewal. Null for other documents. */
  purchase_id: string | null
  /** Number of the document that a credit note corrects. */
  corrects: string | null
  currency: Currency
  /** Amount before tax, in minor units. */
  net_cents: number
  /** Tax, in minor units. */
  tax_cents: number
  /** Total with tax, in minor units. */
  gross_cents: number
  issuer: DocumentIssuer
  recipient: DocumentRecipient
  /** Name of the partner that sold the domain. Null if the marketplace did. */
  sold_through: string | null
  /** Lines, which sum to the net amount. */
  lines: DocumentLine[]
  tax: DocumentTax | null
  /** When the sale was paid, the refund was made or the statement was closed. */
  supplied_at: string
  /** When the document was issued. */
  issued_at: string
}

/** ID of the document. Starts with `doc_`. */
export type DocumentId = string

/** Who issued the document. */
export type DocumentIssuer = {
  /** Name of the marketplace. */
  name: string
  /** Lines of the postal address. */
  address: string[]
  /** ISO 3166-1 alpha-2 country code. */
  country: string | null
  /** Tax ID of the marketplace. */
  tax_id: string | null
  /** Email address of the marketplace. */
  email: string | null
}

/** What the document is. */
export type DocumentKind = "receipt" | "invoice" | "credit_note" | "commission_statement" | "seller_statement"

/** A line of a document. */
export type DocumentLine = {
  /** What the line is for. */
  description: string
  /** Domain in ASCII form. */
  domain: string | null
  /** Domain in Unicode form. */
  domain_unicode: string | null
  /** Net amount in minor units. */
  amount_cents: number
}

/** A document and where to get it. */
export type DocumentLink = {
  document_id: DocumentId
  /** Number of the document. Each kind has its own series per year, without gaps. In the sandbox it starts with `TEST-`. */
  number: string
  kind: DocumentKind
}

/** Who the document is for. */
export type DocumentRecipient = {
  /** Name of the buyer or partner. */
  name: string | null
  /** Company of the buyer. */
  company: string | null
  /** Email address of the buyer. */
  email: string | null
  /** ISO 3166-1 alpha-2 country code. */
  country: string | null
  /** VAT ID as the buyer entered it. */
  vat_id: string | null
}

/** The tax on a document. */
export type DocumentTax = {
  /** Country whose tax applies. */
  country: string
  /** Tax rate in basis points. */
  rate_bps: number
  /** True if the recipient accounts for the tax. */
  reverse_charge: boolean
  /** VAT ID that the reverse charge is based on. */
  vat_id: string | null
  /** Always false: the format is checked, the VAT ID is not verified. */
  vat_id_verified: boolean
  /** True if the tax was charged on top of the price. False if the price included it. */
  added: boolean
}

/** A listed domain. */
export type DomainDetail = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** True if you can buy it now. */
  available: boolean
  /** Current status. */
  status: "listed" | "reserved" | "sold"
  /** The lowest price the seller accepts, in minor units. */
  floor_price_cents: number
  /** Description of the domain. */
  description: string | null
  /** Categories of the domain. */
  categories: string[]
  /** When the domain was listed. */
  listed_at: string
  /** When it was last changed. */
  updated_at: string
  /** When the reservation ends. */
  reserved_until: string | null
}

/** Registrations or renewals that a person pays for together. */
export type DomainPurchase = {
  purchase_id: DomainPurchaseId
  /** Product that the link opens. */
  product: "registration" | "renewal"
  /** `open`: not paid. `paid`: the registry works on it. `settled`: everything is done or refunded. */
  status: "open" | "paid" | "settled"
  /** Price of all items, in minor units. */
  total_cents: number
  /** Tax that you paid on top of the price, in minor units. 0 if the price includes the tax. */
  tax_cents: number
  /** Refunded for items that failed, with the tax on top of their price, in minor units. */
  refunded_cents: number
  currency: Currency
  /** Page to pay. Null if it is paid, or the checkout has ended. */
  checkout_url: string | null
  /** Domains on this page. */
  items: DomainPurchaseItem[]
  /** Receipt or invoice, and the credit note of a refund. */
  documents: DocumentLink[]
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** ID of the domain purchase. Starts with `pur_`. */
export type DomainPurchaseId = string

/** One domain of a purchase. */
export type DomainPurchaseItem = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** Term in years. */
  years: number
  /** Buy-now price in minor units. */
  price_cents: number
  /** How far the change is at the registry. */
  progress: "awaiting_payment" | "pending" | "done" | "failed"
  /** Why it failed, or why it is tried again. */
  error: string | null
}

/** Results of a domain search. */
export type DomainSearch = {
  /** The domain you searched for, normalized. */
  query: string
  /** True if the request had a valid access token. */
  authenticated: boolean
  /** The requested domain first, then the same label under other TLDs. */
  results: SearchRow[]
}

/** A pending amount that can be paid out to a partner. */
export type DuePayout = {
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
  kind: PayoutKind
  currency: Currency
  /** Pending amount in minor units. */
  amount_cents: number
  /** Minimum payout of this kind, in minor units. */
  minimum_cents: number
  /** Whether the amount reaches the minimum. */
  payable: boolean
}

/** `sandbox` for testing, `live` for real sales. Each has its own inventory. */
export type Environment = "sandbox" | "live"

/** An event. */
export type Event = {
  id: EventId
  type: EventType
  /** When it was created. */
  created_at: string
  /** `data.order` for order.* and transfer.*, `data.case` for brokerage.*. New fields may be added. */
  data: unknown
}

/** ID of the event. Starts with `evt_`. */
export type EventId = string

/** Type of an event. */
export type EventType = "order.recorded" | "order.manual_review_cleared" | "order.transfer_started" | "order.transfer_completed" | "order.settled" | "order.refunded" | "brokerage.case_completed" | "order.paid" | "checkout.completed" | "checkout.expired" | "order.held" | "order.disputed" | "order.dispute_closed" | "transfer.started" | "transfer.completed" | "transfer.failed" | "transfer.action_required" | "brokerage.case_opened" | "brokerage.case_updated" | "brokerage.case_closed"

/** ID of the import. Starts with `imp_`. */
export type ImportId = string

/** An invitation to the team of a partner. */
export type Invitation = {
  invitation_id: InvitationId
  /** The invited email address, normalized. */
  email: string
  /** Owners have full access, members read-only access. */
  role: "owner" | "member"
  /** Email address of the inviting owner; null for an operator. */
  invited_by: string | null
  /** When the latest link was sent. */
  created_at: string
  /** When the link stops working. */
  expires_at: string
}

/** ID of the invitation. Starts with `inv_`. */
export type InvitationId = string

/** A page of invitations. */
export type InvitationPage = {
  /** Open invitations. */
  invitations: Invitation[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** A new API key with its secret. */
export type IssuedCredential = {
  /** Key ID, `pk_…`. */
  key_id: string
  /** Name of the key, to tell keys apart. Null if it has none. */
  name: string | null
  partner_id: PartnerId
  environment: Environment
  /** Granted scopes. */
  scopes: Scope[]
  /** False after the key was revoked or its overlap ended. */
  active: boolean
  /** Key ID of the predecessor. */
  rotated_from: string | null
  /** When a rotated key stops working. */
  retires_at: string | null
  /** When the API key was revoked. */
  revoked_at: string | null
  /** When the key was last used, to the minute. */
  last_used_at: string | null
  /** When it was created. */
  created_at: string
  /** The signing secret. Shown only once. */
  secret: string
}

/** A new operator token with its secret. */
export type IssuedOperatorToken = {
  token_id: OperatorTokenId
  /** Name of the token. The audit log shows it as `token:NAME`. */
  name: string
  role: OperatorRole
  /** Who created the token. Null: created by an earlier version. */
  created_by: string | null
  /** When it was created. */
  created_at: string
  /** When the token expires. Null: never. */
  expires_at: string | null
  /** When the token was last used. Null: never. */
  last_used_at: string | null
  /** The token, `op_…`. Returned only in this response. */
  token: string
}

/** Result of a ledger check. */
export type LedgerCheck = {
  /** True if nothing was found. */
  ok: boolean
  /** When it was checked. */
  checked_at: string
  /** All invariants with their result. */
  invariants: {
    /** Name of the invariant. */
    name: string
    /** What must hold. */
    promise: string
    /** True if nothing was found. */
    ok: boolean
  }[]
  /** Violations, at most 20 per invariant. */
  findings: {
    /** Name of the invariant. */
    invariant: string
    /** `sandbox` or `live`. */
    environment: string
    /** ID of the record. */
    subject: string
    /** ISO 4217 currency code. */
    currency: string
    /** Expected value. */
    expected: number
    /** Actual value. */
    found: number
  }[]
}

/** A maximum length and the number of its domains. */
export type LengthFacet = {
  /** Maximum length of the label. */
  max_length: number
  /** Number of domains for sale with this choice. */
  count: number
}

/** An order in a list, with the actions that are available now. */
export type ListedOrder = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailablePartnerOrderAction[]
}

/** A domain in an inventory. */
export type Listing = {
  listing_id: ListingId
  environment: Environment
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  /** Lowest price the seller accepts, in minor units. */
  floor_price_cents: number
  currency: Currency
  /** Description of the domain. */
  description: string | null
  /** Categories of the domain. */
  categories: string[]
  /** True if buyers can make offers. */
  accepts_offers: boolean
  /** True if offers at or above the floor price are accepted automatically. */
  auto_accept_offers: boolean
  status: ListingStatus
  /** When the reservation ends. */
  reserved_until: string | null
  /** ID of the seller's account. Null for the marketplace's own domains. */
  seller_id: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableListingAction[]
  /** When the domain was listed. */
  listed_at: string
  /** When it was last changed. */
  updated_at: string
}

/** What an operator can do with a listing. */
export type ListingAction = "change" | "withdraw"

/** A listing, and why the service withdrew it. */
export type ListingDetail = {
  listing_id: ListingId
  environment: Environment
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  /** Lowest price the seller accepts, in minor units. */
  floor_price_cents: number
  currency: Currency
  /** Description of the domain. */
  description: string | null
  /** Categories of the domain. */
  categories: string[]
  /** True if buyers can make offers. */
  accepts_offers: boolean
  /** True if offers at or above the floor price are accepted automatically. */
  auto_accept_offers: boolean
  status: ListingStatus
  /** When the reservation ends. */
  reserved_until: string | null
  /** ID of the seller's account. Null for the marketplace's own domains. */
  seller_id: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableListingDetailAction[]
  /** When the domain was listed. */
  listed_at: string
  /** When it was last changed. */
  updated_at: string
  withdrawal: ListingWithdrawal | null
}

/** What an operator can do with a listing. The last two: after the service withdrew it. */
export type ListingDetailAction = "change" | "withdraw" | "relist" | "accept_withdrawal"

/** ID of the listing. Starts with `lst_`. */
export type ListingId = string

/** Progress or report of an import. */
export type ListingImport = {
  import_id: ImportId
  /** True if nothing was changed: the counts say what the import would do. A dry run is not stored. */
  dry_run: boolean
  environment: Environment
  /** Current status. */
  status: "running" | "completed" | "failed"
  /** Records read, not counting empty lines and the CSV header. */
  lines: number
  /** Number of new listings. */
  created: number
  /** Number of changed listings. */
  updated: number
  /** Number of unchanged listings. */
  unchanged: number
  /** Number of rejected lines. */
  rejected: number
  /** The first 1,000 rejected lines. Send `Accept: application/x-ndjson` to get a result for every line. */
  rejections: ({
    /** Line number in the file. */
    line: number
    /** Domain in A-label form. */
    domain: string | null
    /** Description for people. Do not parse it. */
    message: string
  })[]
  /** How many domains for sale search can find, and how many still wait to be indexed. */
  search: {
    /** Domains that search finds. */
    embedded: number
    /** Domains waiting to be indexed. */
    waiting: number
  }
  /** When it started. */
  started_at: string
  /** When it finished. */
  finished_at: string | null
}

/** Status of a listing. */
export type ListingStatus = "listed" | "sold" | "withdrawn" | "reserved"

/** The TXT record that proves control of a domain, and the last lookup. */
export type ListingVerification = {
  method: ProofMethod | null
  record: TxtRecord | null
  last_result: ProofResult | null
  /** When the record was last looked up. Null if it was not looked up yet. */
  checked_at: string | null
  /** When the record is looked up next. Null if it is not looked up any more. */
  next_check_at: string | null
  /** Until when the record is looked up. Null once the domain is verified. */
  expires_at: string | null
  /** When the domain was verified. Null until then. */
  verified_at: string | null
}

/** Why the service withdrew a listing. */
export type ListingWithdrawal = {
  reason: WithdrawalReason
  /** What the service found. */
  detail: string
  /** When the service withdrew the listing. */
  withdrawn_at: string
  /** When an operator relisted the domain or accepted the withdrawal. */
  closed_at: string | null
  /** The operator who decided. */
  closed_by: string | null
}

/** A signed request in the log. */
export type LoggedRequest = {
  /** Same value as the X-Request-Id response header. */
  request_id: string
  /** When the response was sent, in real time. */
  at: string
  /** HTTP method. */
  method: string
  /** Path of the request. */
  path: string
  /** Canonical query, with secret values removed. */
  query: string
  /** HTTP status code of the response. */
  status: number
  /** Error code. Null for a success. */
  error_code: string | null
  /** More specific reason. Null if there is none. */
  error_reason: string | null
  /** Duration in milliseconds. */
  duration_ms: number
  /** Key ID, `pk_…`. */
  key_id: string
  environment: Environment
}

/** A signed request with its headers. */
export type LoggedRequestDetail = {
  /** Same value as the X-Request-Id response header. */
  request_id: string
  /** When the response was sent, in real time. */
  at: string
  /** HTTP method. */
  method: string
  /** Path of the request. */
  path: string
  /** Canonical query, with secret values removed. */
  query: string
  /** HTTP status code of the response. */
  status: number
  /** Error code. Null for a success. */
  error_code: string | null
  /** More specific reason. Null if there is none. */
  error_reason: string | null
  /** Duration in milliseconds. */
  duration_ms: number
  /** Key ID, `pk_…`. */
  key_id: string
  environment: Environment
  /** Canonical string the server built, if the signature or timestamp was rejected. */
  canonical_string: string | null
  /** X-Service-Timestamp of the request. */
  timestamp_header: string | null
  /** X-Service-Nonce of the request. */
  nonce_header: string | null
}

/** An attempt to send a message. */
export type MailAttempt = {
  /** When it happened. */
  at: string
  /** The error. */
  error: string | null
}

/** A message to a person. */
export type MailMessage = {
  message_id: MessageId
  /** Email address of the recipient. */
  to: string
  template: MailTemplate
  /** Subject of the message. */
  subject: string
  environment: Environment
  status: MailStatus
  /** Number of attempts to send it. */
  attempts: number
  /** When it was created. */
  created_at: string
  /** When the mail server last accepted the message. Null for messages that are only stored, to be read here: those of a sandbox, and all of a service without a mail server. */
  sent_at: string | null
}

/** A message with its content and attempts. */
export type MailMessageDetail = {
  message_id: MessageId
  /** Email address of the recipient. */
  to: string
  template: MailTemplate
  /** Subject of the message. */
  subject: string
  environment: Environment
  status: MailStatus
  /** Number of attempts to send it. */
  attempts: number
  /** When it was created. */
  created_at: string
  /** When the mail server last accepted the message. Null for messages that are only stored, to be read here: those of a sandbox, and all of a service without a mail server. */
  sent_at: string | null
  /** Text part. In production and with `MAIL=off`, the secret of a link reads `hidden`. */
  text: string
  /** HTML part. */
  html: string
  /** Why the last attempt failed. */
  last_error: string | null
  /** Finished attempts, newest first, at most 50. */
  attempt_history: MailAttempt[]
}

/** A page of messages. */
export type MailMessagePage = {
  /** Messages. */
  messages: MailMessage[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** `queued`, `sent` or `failed`. */
export type MailStatus = "queued" | "sent" | "failed"

/** What the message is about. */
export type MailTemplate = "confirm_address" | "account_exists" | "no_account" | "reset_password" | "password_changed" | "change_address" | "use_address" | "address_changed" | "address_not_changed" | "account_deleted" | "new_device" | "factor_changed" | "team_invitation" | "operator_invitation" | "receipt" | "claim" | "order_progress" | "brokerage_progress" | "webhook_failing" | "webhook_disabled" | "statement_closed" | "payout_sent" | "domain_sold" | "sale_reversed" | "seller_payout_sent" | "payout_destination_missing" | "payout_destination_changed" | "bank_payout_failed" | "listing_verified" | "listing_expired" | "listing_withdrawn" | "offer_received" | "offer_countered" | "offer_accepted" | "offer_agreed" | "offer_declined" | "offer_withdrawn" | "offer_expired" | "offer_closed" | "purchase_receipt" | "purchase_ended" | "renewal_reminder" | "dispute_opened" | "dispute_closed" | "order_disputed" | "order_dispute_closed" | "sale_disputed" | "sale_dispute_won" | "sale_clawed_back" | "watched_domain"

/** A brokerage case opened on the marketplace. */
export type MarketBrokerage = {
  case_id: BrokerageCaseId
  /** Progress page for the buyer. It needs no sign-in. */
  progress_url: string
  status: BrokerageStatus
}

/** A checkout on the marketplace. */
export type MarketCheckout = {
  session_id: CheckoutSessionId
  /** Checkout page for the buyer. Valid for seven days. It does not reserve the domain. */
  checkout_url: string
  /** Domain in A-label form. */
  domain: string
  /** Price to pay, in minor units. */
  price_cents: number
  currency: Currency
  /** When it expires. */
  expires_at: string
}

/** Numbers of domains for sale. */
export type MarketFacets = {
  /** Number of domains for sale. Counts may be up to five minutes old in a large inventory. */
  total: number
  /** The 100 TLDs with the most domains, largest first. */
  tlds: TldFacet[]
  /** The 100 categories with the most domains, largest first. */
  categories: CategoryFacet[]
  /** Lengths of the label, shortest first. Each includes the shorter ones. */
  lengths: LengthFacet[]
  /** Price ranges, lowest first. */
  prices: PriceFacet[]
}

/** A domain for sale. */
export type MarketItem = {
  id: ListingId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** Categories of the domain. */
  categories: string[]
  /** When the domain was listed. */
  listed_at: string
  /** URL of the domain's page. */
  url: string
}

/** A search result. */
export type MarketMatch = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** Categories of the domain. */
  categories: string[]
  /** URL of the domain's page. */
  url: string
  /** Why the domain matches, in words. */
  reason?: string
}

/** A domain on the marketplace. */
export type MarketName = {
  id: ListingId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** Categories of the domain. */
  categories: string[]
  /** When the domain was listed. */
  listed_at: string
  /** URL of the domain's page. */
  url: string
  /** Description of the domain. */
  description: string | null
  /** True if you can make an offer below the price. */
  accepts_offers: boolean
  /** `reserved`: someone else is buying it, or has an accepted offer. Try again later. */
  status: "listed" | "reserved" | "sold"
}

/** A page of domains for sale. */
export type MarketPage = {
  /** Domains on this page. */
  items: MarketItem[]
  /** Position in the list. */
  page: {
    /** Page size. */
    limit: number
    /** Rows skipped. Null with a cursor. */
    offset: number | null
    /** Number of matches. With a cursor, the number when paging started. Up to 30 seconds old in a large inventory. */
    total: number
    /** True if there are more pages. */
    has_more: boolean
    /** Cursor of the next page. Null on the last page. */
    next_cursor: string | null
  }
}

/** A domain for sale that is suggested while someone types. */
export type MarketSuggestion = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** `name`: the domain contains the text or one of its words. */
  match: "name" | "meaning"
}

/** The API key and its partner. */
export type Me = {
  /** Your partner. */
  partner: {
    partner_id: PartnerId
    /** Name of the person or company. */
    name: string
  }
  /** Key ID, `pk_…`. */
  key_id: string
  environment: Environment
  /** Granted scopes. */
  scopes: Scope[]
  /** True if the partner has live access. */
  approved: boolean
  /** True if this credential can record sales in its environment. */
  merchant_of_record: boolean
  /** Referral account of the partner. */
  affiliate: {
    /** True if referral is enabled for the partner. */
    linked: boolean
  }
  /** Your rates in basis points. */
  rates: {
    /** Commission on a sale, in basis points. */
    commission_bps: number
    /** Share of a brokerage deal, in basis points. */
    brokerage_bps: number
    /** Commission on a referred sale, in basis points. */
    referral_bps: number
  }
  /** Rate limits, shared by all your keys in this environment. Empty if rate limits are off. */
  limits: ({
    /** Name of the person or company. */
    name: string
    /** Requests per window. */
    limit: number
    /** Length of the window in seconds. */
    window_seconds: number
    /** Requests left in the window. */
    remaining: number | null
  })[]
  delivery: DeliveryTarget | null
  /** Current time for your records. In the sandbox you can advance it. */
  clock: {
    /** Current time on your clock. */
    now: string
    /** Seconds ahead of real time. */
    offset_seconds: number
  }
}

/** A team member. */
export type Member = {
  user_id: UserId
  /** The email address of their account. */
  email: string
  /** Owners have full access, members read-only access. */
  role: "owner" | "member"
  /** When they joined. */
  created_at: string
}

/** A page of team members. */
export type MemberPage = {
  /** Team members. */
  members: Member[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** ID of the message. Starts with `msg_`. */
export type MessageId = string

/** Your own key-value data, returned unchanged. */
export type Metadata = Record<string, unknown>

/** Cursor of the next page. Null on the last page. */
export type NextCursor = string | null

/** Who must do what next. */
export type NextStep = {
  who: NextStepActor
  /** What they must do. */
  what: string
}

/** Who must act next. */
export type NextStepActor = "marketplace" | "partner" | "buyer" | "registrar"

/** A note about an order. */
export type NoteInput = {
  /** Note for the timeline. */
  note?: string
}

/** A registered OAuth client. */
export type OAuthClient = {
  /** ID of the client. */
  client_id: string
  /** When the client was registered, in Unix seconds. */
  client_id_issued_at: number
  /** Name of the application. */
  client_name: string
  /** Registered redirect URIs. */
  redirect_uris: string[]
  /** Always `none`. */
  token_endpoint_auth_method: "none"
  /** OAuth grant types. */
  grant_types: string[]
  /** OAuth response types. */
  response_types: string[]
}

/** An OAuth client to register. */
export type OAuthClientInput = {
  /** Allowed redirect URIs: https, http on a loopback IP address (any port), or the private-use scheme of an app, such as `com.example.app:/` or `cursor://`. No fragment. */
  redirect_uris: string[]
  /** Name shown on the consent page. */
  client_name?: string
}

/** An OAuth error. */
export type OAuthError = {
  /** Error code of RFC 6749, 7591 or 8707, such as `invalid_grant`. */
  error: string
  /** What is wrong and how to fix it. */
  error_description: string
}

/** A token to revoke. */
export type OAuthRevocationInput = {
  /** The token to revoke. */
  token: string
  /** `access_token` or `refresh_token`. Optional. */
  token_type_hint?: string
  /** ID of the client. */
  client_id?: string
}

/** A token request. */
export type OAuthTokenInput = {
  /** OAuth grant type. */
  grant_type: "authorization_code" | "refresh_token"
  /** ID of the client. */
  client_id: string
  /** Authorization code. Single use, valid for 60 seconds. Required with `authorization_code`. */
  code?: string
  /** PKCE verifier of the challenge in the authorization request. Required with `authorization_code`. */
  code_verifier?: string
  /** The redirect URI of the authorization request. */
  redirect_uri?: string
  /** Refresh token. Each use returns a new one. Required with `refresh_token`. */
  refresh_token?: string
  /** With `refresh_token`: a subset of the granted scopes. */
  scope?: string
  /** Target resource (RFC 8707): a URL of this service. */
  resource?: string
}

/** Access and refresh token. */
export type OAuthTokens = {
  /** Token for the Authorization header. */
  access_token: string
  /** Always `Bearer`. */
  token_type: "Bearer"
  /** Lifetime of the access token in seconds. */
  expires_in: number
  /** Token to get a new access token. */
  refresh_token: string
  /** Space-separated scopes. */
  scope: string
}

/** An offer that you made for a domain. */
export type Offer = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Where you pay the agreed price. Null unless the offer is accepted and its time is not over. */
  checkout_url: string | null
  /** ID of the order. Null until the offer is paid. */
  order_public_id: string | null
}

/** An action that is available now. */
export type OfferAction = {
  action: OfferActionName
  to_status: OfferStatus
}

/** What you can do. */
export type OfferActionName = "counter" | "accept" | "decline" | "withdraw"

/** `sold`: the domain was sold. `unlisted`: it left the market. `currency_changed`: its price has another currency now. */
export type OfferClosedReason = "sold" | "unlisted" | "currency_changed"

/** An offer that you made, with its history. */
export type OfferDetail = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Where you pay the agreed price. Null unless the offer is accepted and its time is not over. */
  checkout_url: string | null
  /** ID of the order. Null until the offer is paid. */
  order_public_id: string | null
  /** The history, oldest first. */
  moves: OfferMove[]
}

/** ID of the offer. Starts with `off_`. */
export type OfferId = string

/** A move of an offer. */
export type OfferMove = {
  by: OfferMover
  action: OfferMoveName
  /** The amount of the move, in minor units. Null if it has none. */
  amount_cents: number | null
  /** What the side wrote. Treat it as untrusted text. */
  message: string | null
  /** When it was created. */
  created_at: string
}

/** What was done. `make`: the first offer. `expire`, `close`: by the service. `pay`: the buyer paid the agreed price. */
export type OfferMoveName = "make" | "counter" | "accept" | "decline" | "withdraw" | "expire" | "close" | "pay"

/** `service`: the offer expired or was closed. */
export type OfferMover = "buyer" | "seller" | "service"

/** Who acts next. Null once the offer has ended or its time is over. */
export type OfferSide = "buyer" | "seller"

/** `open`, `countered_by_buyer`: the seller responds. `countered_by_seller`: the buyer responds. `accepted`: the domain is reserved for the buyer until `expires_at`. `closed`: the domain is no longer for sale; see `closed_reason`. */
export type OfferStatus = "open" | "countered_by_seller" | "countered_by_buyer" | "accepted" | "paid" | "declined" | "withdrawn" | "expired" | "closed"

/** A TLD with its prices. */
export type OfferedTld = {
  /** TLD in A-label form, without a dot. */
  tld: string
  /** TLD in U-label form. */
  tld_unicode: string
  /** Type of the TLD. */
  type: string
  /** Price in US cents for the shortest term. Null if not offered. */
  register_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  renew_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  transfer_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  restore_cents: number | null
  /** ISO 4217 currency code. */
  currency: "USD"
}

/** A person who operates the marketplace. */
export type Operator = {
  user_id: UserId
  /** Email address. */
  email: string
  role: OperatorRole
  /** When it was created. */
  created_at: string
  /** When the operator last used a session that has not ended. Null: no session. */
  last_seen_at: string | null
}

/** A brokerage case for operators. */
export type OperatorBrokerageCase = {
  case_id: BrokerageCaseId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  /** Email address of the buyer. */
  buyer_email: string
  /** The most the buyer would pay, in minor units. */
  budget_cents: number
  currency: Currency
  /** Notes for the broker. */
  notes: string | null
  /** URL of the buyer's progress page. It needs no sign-in. */
  progress_url: string
  /** Your share of the deal, in basis points, fixed when the case was opened. */
  partner_commission_bps: number
  /** Agreed price in minor units. Null without a deal. */
  deal_price_cents: number | null
  /** Your commission on the deal. */
  partner_commission_cents: number | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it was closed. */
  closed_at: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableBrokerageAction[]
}

/** A brokerage case with its timeline, for operators. */
export type OperatorBrokerageCaseDetail = {
  case_id: BrokerageCaseId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  tier: BrokerageTier
  status: BrokerageStatus
  /** Email address of the buyer. */
  buyer_email: string
  /** The most the buyer would pay, in minor units. */
  budget_cents: number
  currency: Currency
  /** Notes for the broker. */
  notes: string | null
  /** URL of the buyer's progress page. It needs no sign-in. */
  progress_url: string
  /** Your share of the deal, in basis points, fixed when the case was opened. */
  partner_commission_bps: number
  /** Agreed price in minor units. Null without a deal. */
  deal_price_cents: number | null
  /** Your commission on the deal. */
  partner_commission_cents: number | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** When it was closed. */
  closed_at: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
  /** History, oldest first. */
  timeline: BrokerageTimelineEntry[]
  /** The remaining statuses of the normal flow, in order. */
  upcoming_statuses: BrokerageStatus[]
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableBrokerageAction[]
}

/** A document, and the partner it belongs to. */
export type OperatorDocument = {
  document_id: DocumentId
  /** Number of the document. Each kind has its own series per year, without gaps. In the sandbox it starts with `TEST-`. */
  number: string
  kind: DocumentKind
  /** ID of the order. Null for other documents. */
  order_public_id: string | null
  /** ID of the settlement. Null for other documents. */
  settlement_id: string | null
  /** ID of the registration or renewal. Null for other documents. */
  purchase_id: string | null
  /** Number of the document that a credit note corrects. */
  corrects: string | null
  currency: Currency
  /** Amount before tax, in minor units. */
  net_cents: number
  /** Tax, in minor units. */
  tax_cents: number
  /** Total with tax, in minor units. */
  gross_cents: number
  issuer: DocumentIssuer
  recipient: DocumentRecipient
  /** Name of the partner that sold the domain. Null if the marketplace did. */
  sold_through: string | null
  /** Lines, which sum to the net amount. */
  lines: DocumentLine[]
  tax: DocumentTax | null
  /** When the sale was paid, the refund was made or the statement was closed. */
  supplied_at: string
  /** When the document was issued. */
  issued_at: string
  partner_id: PartnerId
  environment: Environment
  /** Account of the seller. Null for other documents. */
  seller_id: string | null
}

/** An invitation to operate the marketplace. */
export type OperatorInvitation = {
  invitation_id: InvitationId
  /** Email address. */
  email: string
  role: OperatorRole
  /** Who sent the invitation. */
  invited_by: string
  /** When it was created. */
  created_at: string
  /** When it expires. */
  expires_at: string
}

/** A message with its content and attempts, and whether you can see its link. */
export type OperatorMailMessage = {
  message_id: MessageId
  /** Email address of the recipient. */
  to: string
  template: MailTemplate
  /** Subject of the message. */
  subject: string
  environment: Environment
  status: MailStatus
  /** Number of attempts to send it. */
  attempts: number
  /** When it was created. */
  created_at: string
  /** When the mail server last accepted the message. Null for messages that are only stored, to be read here: those of a sandbox, and all of a service without a mail server. */
  sent_at: string | null
  /** Text part. In production and with `MAIL=off`, the secret of a link reads `hidden`. */
  text: string
  /** HTML part. */
  html: string
  /** Why the last attempt failed. */
  last_error: string | null
  /** Finished attempts, newest first, at most 50. */
  attempt_history: MailAttempt[]
  /** True if `POST /mail/{message_id}/link` shows you the link of the message. */
  has_link: boolean
}

/** An offer of a buyer. */
export type OperatorOffer = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  listing_id: ListingId
  /** ID of the account that made the offer. */
  buyer_id: string
  /** ID of the seller's account. Null for the marketplace's own domains. */
  seller_id: string | null
}

/** An offer of a buyer, with its history. */
export type OperatorOfferDetail = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  listing_id: ListingId
  /** ID of the account that made the offer. */
  buyer_id: string
  /** ID of the seller's account. Null for the marketplace's own domains. */
  seller_id: string | null
  /** The history, oldest first. */
  moves: SellerOfferMove[]
}

/** An order for operators. */
export type OperatorOrder = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableOperatorOrderAction[]
}

/** What an operator can do with an order. `refund_after_delivery` returns the payment and leaves the status as it is. */
export type OperatorOrderAction = "start_transfer" | "complete_transfer" | "fail_transfer" | "clear" | "hold" | "refund" | "cancel" | "refund_after_delivery"

/** An order with its timeline, for operators. */
export type OperatorOrderDetail = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
  seller: OrderSeller | null
  purchase: PurchaseOwner | null
  /** History, oldest first. */
  timeline: OrderTimelineEntry[]
  /** The remaining statuses of the normal flow, in order. */
  upcoming_statuses: OrderStatus[]
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableOperatorOrderAction[]
}

/** Sales of the last 30 days and current totals. */
export type OperatorOverview = {
  /** First day of the range. */
  from: string
  /** First day after the range. */
  to: string
  /** Sales per UTC day and currency. */
  sales: {
    /** UTC days, oldest first. Days without sales are omitted. */
    live: SalesDay[]
    /** UTC days, oldest first. Days without sales are omitted. */
    sandbox: SalesDay[]
  }
  /** Number of domains for sale by environment. */
  listings: {
    /** In the live environment. */
    live: number
    /** In the sandbox. */
    sandbox: number
  }
  /** Number of partners by status. */
  partners: {
    /** Partners that are not approved. */
    pending: number
    /** Approved partners. */
    approved: number
    /** Suspended partners. */
    suspended: number
  }
  /** Number of open brokerage cases. */
  open_cases: {
    /** In the live environment. */
    live: number
    /** In the sandbox. */
    sandbox: number
  }
  /** The last ledger check. */
  ledger_check: {
    /** When it was checked. */
    checked_at: string
    /** True if nothing was found. */
    ok: boolean
    /** Violations found. */
    findings: number
  } | null
}

/** A payout for operators. */
export type OperatorPayout = {
  payout_id: PayoutId
  kind: PayoutKind
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  status: PayoutStatus
  /** Reference of the payment. */
  reference: string | null
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  /** When it was created. */
  created_at: string
  /** When it was paid. */
  paid_at: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
  /** Why the payout failed. */
  failure_reason: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailablePayoutAction[]
}

/** Items that need an operator, live before sandbox. */
export type OperatorQueue = {
  /** Orders held for manual review. Clear or refund them. */
  held_orders: QueueGroup
  /** Paid orders whose transfer can start. Start the transfer. */
  transfers_to_start: QueueGroup
  /** Transfers in progress. Confirm them or mark them as failed. */
  transfers_to_confirm: QueueGroup
  /** Paid orders whose transfer failed. Restart the transfer or cancel the order. */
  failed_transfers: QueueGroup
  /** Ended orders whose domain may still be transferred. Secure the domain at the registrar, then cancel the delivery. */
  deliveries_to_secure: QueueGroup
  /** Changes of people's domains that the service cannot end. Check the registry, then retry, confirm or end them. */
  registry_commands: QueueGroup
  /** Live listings that the service withdrew. Relist them or accept the withdrawal. */
  withdrawn_listings: QueueGroup
  /** Offers for the marketplace's own domains. Accept, counter or decline them. */
  offers_to_review: QueueGroup
  /** Open brokerage cases, oldest first. */
  brokerage_cases: QueueGroup
  /** Partners that applied for live access. */
  partner_applications: QueueGroup
  /** Webhook endpoints that were disabled, or whose deliveries failed permanently since the last success. */
  failing_webhooks: QueueGroup
  /** Closed statements that are not paid, earliest due date first. */
  settlements_to_pay: QueueGroup
  /** Payouts that have not been sent. */
  payouts_to_send: QueueGroup
  /** Payouts in transit. Confirm them or mark them as failed. */
  payouts_to_confirm: QueueGroup
  /** Payouts to sellers by bank transfer that have not been sent. Transfer the money, then mark them as sent. With status `taken_back`, a buyer got the money of a sale back: mark them as failed, and the rest is payable again. */
  seller_payouts_to_send: QueueGroup
  /** Payouts to sellers that Stripe refused, or has not sent for over a day: retry them or mark them as failed. And those that Stripe sent and the bank of the seller returned: the seller corrects the bank account at Stripe. */
  refused_payouts: QueueGroup
  /** Disputes that need a response, earliest deadline first. Submit evidence or accept them. */
  disputed_payments: QueueGroup
  /** Payments without a result from the processor for over an hour. */
  stuck_payments: QueueGroup
  /** Refunds the payment processor rejected. */
  failing_refunds: QueueGroup
}

/** `admin`: everything. `finance`: settlements, payouts, refunds. `support`: orders, brokerage, listings. `viewer`: read only. */
export type OperatorRole = "admin" | "finance" | "support" | "viewer"

/** A payout to a seller, with the actions that are available now. */
export type OperatorSellerPayout = {
  payout_id: SellerPayoutId
  status: SellerPayoutStatus
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  destination_kind: DestinationKind
  /** The end of the bank reference or account that the payout goes to. */
  destination_hint: string
  requested_by: PayoutRequester
  /** Reference of the transfer. */
  reference: string | null
  /** Why the payout failed, or why the bank returned it. */
  failure_reason: string | null
  /** When it was created. */
  created_at: string
  /** When it was paid. */
  paid_at: string | null
  /** When the payout failed. Its amount is payable again. */
  failed_at: string | null
  /** What Stripe took back of a payout that was sent, or the bank returned, in minor units. It is payable again. */
  reversed_cents: number
  /** Why the bank returned the money to the Stripe account, in a sentence. Null if Stripe reported nothing of the kind, or has paid again. */
  bank_failure: string | null
  /** ID of the user. */
  user_id: string
  transfer: SellerPayoutTransfer | null
  hold: SellerPayoutHold | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableSellerPayoutAction[]
}

/** A statement for operators. */
export type OperatorSettlement = {
  settlement_id: StatementId
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  /** Number of orders. */
  orders_count: number
  /** Total price of the orders you collected. */
  gross_sold_cents: number
  /** Your commission on these orders, which you keep. */
  commission_retained_cents: number
  /** Adjustments of earlier statements. Positive: you owe more. */
  adjustments_cents: number
  /** Amount you owe: gross minus retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders the marketplace collected. It is paid out to you. */
  commission_earned_cents: number
  /** When it is due. */
  due_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** When it was paid. */
  paid_at: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
  /** Reference of the payment. */
  payment_reference: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableSettlementAction[]
}

/** A TLD with prices and rules. */
export type OperatorTld = {
  /** TLD in A-label form, without a dot. */
  tld: string
  /** TLD in U-label form. */
  tld_unicode: string
  /** Type of the TLD: gTLD, ccTLD, sTLD, grTLD, or ccSLD for a second-level TLD. */
  type: string
  term: TldTerm
  organization: TldOrganization
  registrant: TldRegistrant
  nameservers: TldNameservers
  /** True if internationalized domains are allowed. */
  idn: boolean | null
  /** True if the TLD supports DNSSEC. */
  dnssec: boolean | null
  transfer: TldTransfer
  lifecycle_days: TldLifecycle
  prices: TldPrices
  /** When the prices were set. */
  prices_as_of: string | null
  /** When an operator last changed the TLD. Null: never. Updates of the shipped catalog skip changed TLDs. */
  edited_at: string | null
  /** When it was last changed. */
  updated_at: string
}

/** A token for the Operator API, without its secret. */
export type OperatorToken = {
  token_id: OperatorTokenId
  /** Name of the token. The audit log shows it as `token:NAME`. */
  name: string
  role: OperatorRole
  /** Who created the token. Null: created by an earlier version. */
  created_by: string | null
  /** When it was created. */
  created_at: string
  /** When the token expires. Null: never. */
  expires_at: string | null
  /** When the token was last used. Null: never. */
  last_used_at: string | null
}

/** ID of the operator token. Starts with `opt_`. */
export type OperatorTokenId = string

/** A webhook endpoint of a partner. */
export type OperatorWebhook = {
  endpoint_id: WebhookEndpointId
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
  /** True for the endpoint that `PUT /api/partner/webhooks` registers. */
  default: boolean
  /** URL of the webhook endpoint. */
  url: string
  /** True if the endpoint receives deliveries. */
  active: boolean
  /** Event types sent to the endpoint. */
  event_types: EventType[]
  /** Why the endpoint was disabled. */
  disabled_reason: string | null
  /** Deliveries have failed since this time. */
  failing_since: string | null
  /** Last successful delivery. Null if none of the last 200 succeeded. */
  last_success_at: string | null
  /** Successful deliveries among the last 200 deliveries. */
  succeeded: number
  /** Permanently failed deliveries among the last 200 deliveries. */
  failed: number
  /** Pending deliveries among the last 200. */
  pending: number
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** A webhook delivery for operators. */
export type OperatorWebhookDelivery = {
  delivery_id: WebhookDeliveryId
  /** ID of the webhook endpoint. Null if no default endpoint is registered, or the delivery ended before it was. */
  endpoint_id: string | null
  event_id: EventId
  /** Type of the event. */
  event_type: string
  /** URL of the last or next attempt. */
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: WebhookAttempt[]
  /** Null if no attempt is planned: the delivery has ended or the endpoint is disabled. */
  next_attempt_at: string | null
  /** Approximate times of the remaining attempts if each one fails, next first. After the last one the delivery is `failed`. Empty if no attempt is planned. */
  planned_attempts: string[]
  /** When it was created. */
  created_at: string
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
}

/** A sale of a domain. */
export type Order = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** What an operator can do with an order. */
export type OrderAction = "start_transfer" | "complete_transfer" | "fail_transfer" | "clear" | "hold" | "refund" | "cancel"

/** An order with its timeline. */
export type OrderDetail = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** History, oldest first. */
  timeline: OrderTimelineEntry[]
}

/** The latest dispute of the payment. While it is open, nobody is paid for the sale. */
export type OrderDispute = {
  dispute_id: DisputeId
  status: DisputeStatus
  /** Disputed amount, in minor units. */
  amount_cents: number
  currency: Currency
  /** Why the buyer disputes the payment, as the payment processor reports it. */
  reason: string
  /** Deadline for the response of the marketplace. Null if the processor gave none. */
  respond_by: string | null
  /** When the dispute was opened. */
  opened_at: string
  /** When it was won or lost. Null while it is open. */
  closed_at: string | null
}

/** Payload of order and transfer events. */
export type OrderEventData = {
  /** The order. */
  order: {
    public_id: OrderId
    /** Domain in A-label form. */
    domain: string
    status: OrderStatus
    /** Sale price in minor units. */
    sale_price_cents: number
    currency: Currency
  }
  /** Only in `order.refunded` of a refund. A cancellation has none. */
  refund?: {
    refund_id: RefundId
    /** Amount of this refund, in minor units. */
    amount_cents: number
    /** Commission taken back by this refund, in minor units. */
    commission_clawback_cents: number
  }
  /** Only in `order.disputed` and `order.dispute_closed`. */
  dispute?: {
    dispute_id: DisputeId
    status: DisputeStatus
    /** Disputed amount, in minor units. */
    amount_cents: number
    currency: Currency
    /** Why the buyer disputes the payment, as the payment processor reports it. */
    reason: string
    /** Deadline for the response of the marketplace. Null if the processor gave none. */
    respond_by: string | null
  }
}

/** ID of the order. Starts with `ord_`. */
export type OrderId = string

/** An order with its timeline and available actions. */
export type OrderProgress = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OrderStatus
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  quote_id: QuoteId | null
  /** Your payment reference. */
  external_payment_ref: string | null
  buyer: Buyer | null
  /** Commission of the partner, in minor units. */
  commission_cents: number
  /** Amount the partner owes the marketplace at settlement. */
  amount_owed_cents: number
  /** URL for a buyer who has paid. */
  return_url: string | null
  /** URL for a buyer who cancels. */
  cancel_url: string | null
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  settlement_id: StatementId | null
  refund_id: RefundId | null
  /** Part of the price that was returned. The full price if the order was refunded, canceled or lost in a dispute. */
  refunded_cents: number
  dispute: OrderDispute | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** History, oldest first. */
  timeline: OrderTimelineEntry[]
  /** The remaining statuses of the normal flow, in order. */
  upcoming_statuses: OrderStatus[]
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailablePartnerOrderAction[]
  /** Whether `PATCH /orders/{public_id}/delivery` is possible now. */
  can_choose_delivery: boolean
}

/** A bulk action on orders. */
export type OrderRun = {
  run_id: BulkRunId
  action: OrderAction
  /** Note in the timeline of each order. */
  note: string | null
  /** The key of the request. Send the same request again to continue the run. */
  idempotency_key: string
  /** Who started the run. */
  actor: string
  undo_action: OrderAction | null
  /** Number of orders in the run. */
  total_count: number
  /** Number of orders the action was applied to. */
  done_count: number
  /** Number of orders that did not accept the action. */
  failed_count: number
  /** Number of orders the run has not reached. */
  pending_count: number
  /** When it was created. */
  created_at: string
  /** The orders, in the sequence you sent. */
  rows: OrderRunRow[]
}

/** Result of a bulk action for one order. */
export type OrderRunOutcome = "pending" | "done" | "failed"

/** An order of a bulk action. */
export type OrderRunRow = {
  /** ID of the order, as you sent it. */
  public_id: string
  /** Domain of the order. Null if the order does not exist. */
  domain: string | null
  /** Sale price in minor units. */
  sale_price_cents: number | null
  currency: Currency | null
  outcome: OrderRunOutcome
  status: OrderStatus | null
  /** Error code or reason, if the outcome is `failed`. */
  code: string | null
  /** Why the action failed. */
  message: string | null
}

/** Whose domain an order sold. Null for a domain of the marketplace. */
export type OrderSeller = {
  user_id: UserId
  /** Null if the account was deleted. */
  email: string | null
}

/** `EXTERNALLY_PAID`: you charged the buyer. `PAID`: the buyer paid in hosted checkout. `MANUAL_REVIEW`: an operator must clear it. `TRANSFER_IN_PROGRESS`: the operator transfers the domain. `TRANSFER_COMPLETED`: delivered. `SETTLED`: on a closed statement. `REFUNDED`, `CANCELLED`: reversed, final. */
export type OrderStatus = "EXTERNALLY_PAID" | "PAID" | "MANUAL_REVIEW" | "TRANSFER_IN_PROGRESS" | "TRANSFER_COMPLETED" | "SETTLED" | "REFUNDED" | "CANCELLED"

/** A step of an order. */
export type OrderTimelineEntry = {
  /** When it happened. */
  at: string
  status: OrderStatus
  /** Type of the event. */
  event: string | null
  event_id: EventId | null
  /** Who acted. */
  actor: string
  /** Description for people. Do not parse it. */
  message: string
}

/** The transfer of the domain to the buyer. */
export type OrderTransfer = {
  state: OrderTransferState
  /** When it started. */
  started_at: string | null
  /** When it was completed. */
  completed_at: string | null
  method: TransferMethod | null
  /** IANA ID of the registrar that receives the domain. */
  registrar: number | null
  /** Account at the registrar that receives the domain. */
  account: string | null
  /** True if you can get an auth code: a partner with `POST /orders/{public_id}/auth-code`, a buyer on the order page. */
  auth_code_available: boolean
  /** When the auth code expires. */
  auth_code_expires_at: string | null
  /** Commands sent to the registrar for this transfer. */
  attempts: number
  /** The last error of the registrar. Null once the domain is delivered. */
  last_error: string | null
  next_step: NextStep | null
}

/** State of the transfer. */
export type OrderTransferState = "pending" | "in_progress" | "completed" | "failed" | "cancelled"

/** A partner you are a team member of. */
export type OwnPartner = {
  partner_id: PartnerId
  /** Name of the partner. */
  name: string
  /** Email address. */
  email: string
  status: PartnerStatus
  /** True if the partner can charge buyers itself and record sales, live and in the sandbox. Set by an operator. */
  merchant_of_record: boolean
  /** True if the partner can record sales in the sandbox. Partners that sign up themselves start with this. */
  sandbox_merchant_of_record: boolean
  /** True if the partner can create referral links and earn commission. */
  affiliate: boolean
  /** Commission on a sale, in basis points. */
  commission_bps: number
  /** Share of a brokerage deal, in basis points. */
  brokerage_bps: number
  /** Commission on a referred sale, in basis points. */
  referral_bps: number
  /** When the partner was approved. */
  approved_at: string | null
  /** When the partner was suspended. */
  suspended_at: string | null
  /** When the partner applied for live access. */
  live_requested_at: string | null
  /** Message sent with the application. */
  live_request_note: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Your role in the team. */
  role: "owner" | "member"
  /** Where owners can create API keys. */
  key_environments: Environment[]
}

/** A domain in your account. */
export type OwnedDomain = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** When the registration expires. */
  expires_at: string
  /** True if the owner is reminded to renew the domain. Nobody is charged automatically. */
  auto_renew: boolean
  /** True to prevent transfers. */
  locked: boolean
  /** True if the registrant is hidden. */
  privacy: boolean
  /** Nameservers. */
  nameservers: string[]
  /** Listing of the domain. Null if not listed. */
  listing: {
    listing_id: ListingId
    /** Buy-now price in minor units. */
    price_cents: number
    /** Lowest price the seller accepts, in minor units. */
    floor_price_cents: number
    currency: Currency
    /** Current status. */
    status: "listed" | "sold"
  } | null
}

/** Domains in your account. */
export type OwnedDomains = {
  /** Domains. */
  domains: OwnedDomain[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** A partner. */
export type Partner = {
  partner_id: PartnerId
  /** Name of the partner. */
  name: string
  /** Email address. */
  email: string
  status: PartnerStatus
  /** True if the partner can charge buyers itself and record sales, live and in the sandbox. Set by an operator. */
  merchant_of_record: boolean
  /** True if the partner can record sales in the sandbox. Partners that sign up themselves start with this. */
  sandbox_merchant_of_record: boolean
  /** True if the partner can create referral links and earn commission. */
  affiliate: boolean
  /** Commission on a sale, in basis points. */
  commission_bps: number
  /** Share of a brokerage deal, in basis points. */
  brokerage_bps: number
  /** Commission on a referred sale, in basis points. */
  referral_bps: number
  /** When the partner was approved. */
  approved_at: string | null
  /** When the partner was suspended. */
  suspended_at: string | null
  /** When the partner applied for live access. */
  live_requested_at: string | null
  /** Message sent with the application. */
  live_request_note: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailablePartnerAction[]
}

/** What an operator can do with a partner. */
export type PartnerAction = "approve" | "suspend" | "reinstate"

/** What you can do with a case in the sandbox. */
export type PartnerBrokerageAction = "advance"

/** ID of the partner. Starts with `ptn_`. */
export type PartnerId = string

/** What you can do with an order. All but `refund`: in the sandbox only. */
export type PartnerOrderAction = "start_transfer" | "complete_transfer" | "fail_transfer" | "clear" | "hold" | "refund"

/** Status of a partner. */
export type PartnerStatus = "pending" | "approved" | "suspended"

/** A passkey of the account. */
export type Passkey = {
  passkey_id: PasskeyId
  /** Your name for it. */
  name: string
  /** Is it synchronized between devices? */
  backed_up: boolean
  /** When it was created. */
  created_at: string
  /** When it was last used. */
  last_used_at: string | null
}

/** ID of the passkey. Starts with `pky_`. */
export type PasskeyId = string

/** A payment to a partner. */
export type Payout = {
  payout_id: PayoutId
  /** What the payout is for. */
  kind: "commission" | "brokerage"
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  status: PayoutStatus
  /** Reference of the payment. */
  reference: string | null
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  /** When it was created. */
  created_at: string
  /** When it was paid. */
  paid_at: string | null
}

/** The account of a seller at Stripe. */
export type PayoutAccount = {
  status: PayoutAccountStatus
  /** What Stripe needs from you now, as Stripe names it. */
  due: string[]
  /** The end of your bank account number. */
  bank_end: string | null
  /** Payments from your Stripe account that your bank returned. Correct your bank account at Stripe. Empty once Stripe has paid again. */
  bank_failures: BankPayoutFailure[]
  /** When it was created. */
  created_at: string
  /** When we last asked Stripe. Null: not yet. */
  checked_at: string | null
}

/** A link to a page of Stripe. */
export type PayoutAccountLink = {
  kind: PayoutAccountLinkKind
  /** Page of Stripe, for you alone. It works once and expires after some minutes. */
  url: string
  /** When the link expires. Null if Stripe does not say. */
  expires_at: string | null
}

/** `setup`: enter your details and bank account. `dashboard`: see your balance and change them. */
export type PayoutAccountLinkKind = "setup" | "dashboard"

/** Whether sellers set up payouts themselves, and the account of the seller. */
export type PayoutAccountState = {
  /** True if you can set up payouts yourself on this marketplace. */
  available: boolean
  account: PayoutAccount | null
}

/** `incomplete`: finish the setup. `in_review`: Stripe checks your details. `restricted`: Stripe needs something from you; see `due`. `ready`: you can be paid. `closed`: Stripe or you closed the account. */
export type PayoutAccountStatus = "incomplete" | "in_review" | "restricted" | "ready" | "closed"

/** What an operator can do with a payout. */
export type PayoutAction = "sent" | "paid" | "failed"

/** Why no payouts are made. `no_destination`: there is no bank account yet; set up payouts, or send your bank details to the operator. `destination_disabled`: no payouts can be sent to your Stripe account now; see your payout account, or send your bank details to the operator. `frozen`: an operator paused your payouts. Null if nothing blocks them. */
export type PayoutBlock = "frozen" | "no_destination" | "destination_disabled"

/** Where payouts go. */
export type PayoutDestination = {
  kind: DestinationKind
  /** The end of the bank reference or account number. */
  hint: string
  /** When it was set. */
  set_at: string
}

/** ID of the payout. Starts with `pay_`. */
export type PayoutId = string

/** What a payout is for. */
export type PayoutKind = "commission" | "brokerage" | "referral"

/** Reference and reason of a change of a payout. */
export type PayoutNoteInput = {
  /** Reference of the payment. */
  reference?: string
  /** Reason, for people to read. */
  reason?: string
}

/** Who started the payout. */
export type PayoutRequester = "seller" | "operator" | "monthly"

/** Status of a payout. */
export type PayoutStatus = "pending" | "in_transit" | "paid" | "failed"

/** A statement that a settlement run would close. */
export type PreviewedSettlement = {
  settlement_id: StatementId
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  /** Number of orders. */
  orders_count: number
  /** Total price of the orders you collected. */
  gross_sold_cents: number
  /** Your commission on these orders, which you keep. */
  commission_retained_cents: number
  /** Adjustments of earlier statements. Positive: you owe more. */
  adjustments_cents: number
  /** Amount you owe: gross minus retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders the marketplace collected. It is paid out to you. */
  commission_earned_cents: number
  /** When it is due. */
  due_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** When it was paid. */
  paid_at: string | null
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  /** `sandbox` or `live`. */
  environment: "sandbox" | "live"
}

/** A price range and the number of its domains. */
export type PriceFacet = {
  /** Lowest price, inclusive, in minor units. */
  min_price_cents: number
  /** Highest price, inclusive. Null: no limit. */
  max_price_cents: number | null
  /** Number of domains for sale with this choice. */
  count: number
}

/** `gross`: prices include the tax. `net`: the checkout adds the tax to the price. */
export type PriceKind = "gross" | "net"

/** Prices of a listed domain. */
export type Pricing = {
  /** Domain in A-label form. */
  domain: string
  /** Buy-now price in minor units. */
  buy_now_price_cents: number
  /** Lowest price the seller accepts, in minor units. */
  floor_price_cents: number
  currency: Currency
  /** When it was last changed. */
  updated_at: string
}

/** `ownership`: you own the domain here. `dns`: by TXT record. `operator`: checked by an operator. Null until verified. */
export type ProofMethod = "ownership" | "dns" | "operator"

/** `found`: the record is right. `missing`: there is no TXT record. `mismatch`: the TXT records have other values. `unavailable`: the nameservers did not respond. `conflict`: the domain cannot be listed now. */
export type ProofResult = "found" | "missing" | "mismatch" | "unavailable" | "conflict"

/** OAuth protected-resource metadata (RFC 9728). */
export type ProtectedResourceMetadata = {
  /** URL of the resource. */
  resource: string
  /** Authorization servers. */
  authorization_servers: string[]
  /** Available scopes. */
  scopes_supported: string[]
  /** Where the token is accepted. */
  bearer_methods_supported: string[]
  /** Name of the resource. */
  resource_name: string
  /** URL of the documentation. */
  resource_documentation: string
}

/** An order as its buyer sees it. */
export type Purchase = {
  public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** What you paid, with all tax, in minor units. */
  price_cents: number
  currency: Currency
  status: OrderStatus
  /** True while the order waits for manual review. */
  held: boolean
  transfer: OrderTransfer
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** History, oldest first. */
  timeline: ({
    /** When it happened. */
    at: string
    status: OrderStatus
    /** Type of the event. */
    event: string | null
    /** Description for people. Do not parse it. */
    message: string
  })[]
  /** The remaining statuses of the normal flow, in order. */
  upcoming_statuses: OrderStatus[]
  /** Receipt or invoice of the order, and credit notes. */
  documents: DocumentLink[]
}

/** Whose purchase an order is. */
export type PurchaseOwner = {
  /** `link_sent`: the buyer has a claim link that works. */
  claim: "claimed" | "link_sent" | "unclaimed"
  /** Email address of the account that owns the purchase. */
  account_email: string | null
  /** When the purchase came to an account. */
  claimed_at: string | null
}

/** Event types to send. Default: the ten standard types. */
export type PushedEventTypes = EventType[]

/** Items that need the same action. */
export type QueueGroup = {
  /** Number of items in the group. 10000 means that many or more. */
  count: number
  /** The first 20 items. */
  items: QueueItem[]
}

/** Items of one group, live before sandbox. */
export type QueueGroupPage = {
  /** Number of items in the group. 10000 means that many or more. */
  count: number
  /** A page of items, at most 500. */
  items: QueueItem[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** An item that needs an operator. */
export type QueueItem = {
  /** ID of the order, registry command, dispute, offer, case, partner, statement, payout or payment. */
  id: string
  /** Display name, such as the domain or the partner name. */
  title: string
  partner_id: PartnerId
  /** Name of the partner. */
  partner_name: string
  environment: Environment
  /** Current status. */
  status: string
  /** Amount in minor units. Null if no money is involved. */
  amount_cents: number | null
  currency: Currency | null
  /** Waiting since. For a statement: its due date. For a dispute: the deadline of the response. */
  since: string
  /** Actions available now, as on the record itself. */
  actions: AvailableQueueAction[]
}

/** A reservation at a firm price. */
export type Quote = {
  quote_id: QuoteId
  /** Token signed with your secret. You can verify it offline. */
  quote_token: string
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** Current status. */
  status: "active" | "used" | "expired" | "released"
  /** Firm price until the quote expires, in minor units. */
  price_cents: number
  currency: Currency
  /** Your commission in minor units. */
  partner_commission_cents: number
  /** Price minus commission. */
  amount_owed_cents: number
  metadata: Metadata | null
  /** When it was created. */
  created_at: string
  /** When it expires. */
  expires_at: string
  /** Seconds until the quote expires. */
  expires_in: number
}

/** ID of the quote. Starts with `quo_`. */
export type QuoteId = string

/** An order with the payment reference. */
export type ReconciledOrder = {
  order_public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** Sale price in minor units. */
  sale_price_cents: number
  currency: Currency
  status: OrderStatus
}

/** Payment references compared with orders. */
export type Reconciliation = {
  /** References that match. */
  matched: {
    /** Your `external_payment_ref`. */
    reference: string
    currency: Currency
    /** Orders with this reference. */
    orders: ReconciledOrder[]
    /** Total of the orders with this reference and currency. Refunded and canceled orders count as zero. */
    amount_cents: number
  }[]
  /** References without an order. */
  missing: string[]
  /** References with a different amount. */
  mismatched: {
    /** Your `external_payment_ref`. */
    reference: string
    currency: Currency
    /** Orders with this reference. */
    orders: ReconciledOrder[]
    /** The amount you sent. 0 for a currency you did not send. */
    expected_cents: number
    /** Total of the orders with this reference and currency. Refunded and canceled orders count as zero. */
    recorded_cents: number
  }[]
  /** Number of references by result. */
  count: {
    /** References that match. */
    matched: number
    /** References without an order. */
    missing: number
    /** References with a different amount. */
    mismatched: number
  }
}

/** Clicks on referral links. */
export type ReferralClicks = {
  /** All clicks. */
  total_clicks: number
  /** Clicks counted once per visitor, link and day. */
  unique_clicks: number
  /** Clicks by crawlers, HEAD requests and prefetches. */
  bot_clicks_excluded: number
  /** Clicks per UTC day. */
  by_day: {
    /** UTC date. */
    date: string
    /** Number of clicks. */
    clicks: number
    /** Clicks counted once per visitor and day. */
    unique_clicks: number
  }[]
  /** Clicks per link. */
  by_link: {
    link_id: ReferralLinkId
    /** Number of clicks. */
    clicks: number
    /** Clicks counted once per visitor and day. */
    unique_clicks: number
  }[]
}

/** A referral link. */
export type ReferralLink = {
  link_id: ReferralLinkId
  /** What the link opens. */
  kind: "generic" | "domain" | "product"
  /** The URL to publish. */
  url: string
  /** Code at the end of the link URL. */
  code: string
  /** Domain in A-label form. */
  domain: string | null
  /** Product that the link opens. */
  product: "brokerage" | "registration" | "marketplace" | null
  /** Page the link opens. */
  destination_url: string
  /** Your label. */
  label: string | null
  /** True if the link works. */
  active: boolean
  /** When it was created. */
  created_at: string
  /** Clicks and sales. */
  stats: {
    /** Number of clicks. */
    clicks: number
    /** Clicks counted once per visitor and day. */
    unique_clicks: number
    /** Number of sales. */
    sales: number
    /** Total price of the sales, in minor units. */
    sale_amount_cents: number
    /** Commission of the sales minus reversals, in minor units. */
    commission_cents: number
  }
}

/** ID of the referral link. Starts with `lnk_`. */
export type ReferralLinkId = string

/** A payout of referral commission. */
export type ReferralPayout = {
  payout_id: PayoutId
  /** What the payout is for. */
  kind: "referral"
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  /** Current status. */
  status: "pending" | "in_transit" | "paid" | "failed"
  /** Reference of the payment. */
  reference: string | null
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  /** When it was created. */
  created_at: string
  /** When it was paid. */
  paid_at: string | null
}

/** A sale through a referral link. */
export type ReferredSale = {
  sale_id: ReferredSaleId
  /** When it happened. */
  occurred_at: string
  /** The buyer. */
  buyer: {
    /** Masked email address. */
    email: string
    /** ISO 3166-1 alpha-2 country code. */
    country: string | null
  } | null
  /** Domain in A-label form. */
  domain: string
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  /** Your commission. 0 if `no_commission_reason` is set. */
  commission_cents: number
  commission_category: "accrued" | "pending" | "paid_out" | "reversed" | null
  no_commission_reason: "own_sale" | "seller_is_affiliate" | "buyer_is_affiliate" | null
  link_id: ReferralLinkId
  order_public_id: OrderId
}

/** ID of the referred sale. Starts with `sal_`. */
export type ReferredSaleId = string

/** A refund of an order. */
export type Refund = {
  refund_id: RefundId
  order_public_id: OrderId
  /** Current status. */
  status: "pending" | "completed" | "failed"
  /** Refunded amount in minor units: always the full sale price. */
  amount_cents: number
  /** Commission taken back, in minor units. */
  commission_clawback_cents: number
  currency: Currency
  reason: RefundReason
  /** Your comment. */
  comment: string | null
  /** Your refund reference. */
  external_refund_ref: string | null
  order: Order
  /** When it was created. */
  created_at: string
  /** When it was completed. */
  completed_at: string | null
}

/** ID of the refund. Starts with `rfd_`. */
export type RefundId = string

/** Why an order was refunded. */
export type RefundReason = "duplicate" | "fraudulent" | "requested_by_customer" | "transfer_failed" | "other"

/** The registrar that RDAP shows. */
export type RegistrarOfRecord = {
  /** IANA ID of the registrar. */
  registrar_iana_id: number | null
  /** Name of the registrar. */
  name: string | null
  /** When RDAP was asked. */
  checked_at: string
  /** When RDAP first named the expected registrar. Null: the domain has not arrived there. */
  arrived_at: string | null
}

/** The checkout of a registration. */
export type RegistrationCheckout = {
  purchase_id: DomainPurchaseId
  /** Page to pay. It does not reserve the domain. */
  checkout_url: string
  /** Domain in A-label form. */
  domain: string
  /** Price for the whole term, in minor units. */
  price_cents: number
  currency: Currency
  /** Until when the checkout is open. */
  expires_at: string
}

/** A change of a person's domain at the registry. */
export type RegistryCommand = {
  command_id: RegistryCommandId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  kind: RegistryCommandKind
  state: RegistryCommandState
  user_id: UserId
  bulk_id: BulkRunId | null
  purchase_id: DomainPurchaseId | null
  /** What the owner paid for it, in minor units. Null for changes that are free. */
  price_cents: number | null
  currency: Currency | null
  /** Commands that were sent. */
  attempts: number
  /** Why the last attempt failed. Null if none did. */
  last_error: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableRegistryCommandAction[]
}

/** What an operator can do with a change at the registry. */
export type RegistryCommandAction = "retry" | "confirm" | "fail" | "take_over"

/** A change at the registry, with what was sent. */
export type RegistryCommandDetail = {
  command: RegistryCommand
  /** Email address of the owner. Null if the account was deleted. */
  user_email: string | null
  requested: RequestedChange
  /** Commands sent to the registry, oldest first. */
  steps: RegistryCommandStep[]
}

/** ID of the registry command. Starts with `cmd_`. */
export type RegistryCommandId = string

/** What the command changes. */
export type RegistryCommandKind = "set_nameservers" | "set_lock" | "set_privacy" | "renew" | "register"

/** How far a change at the registry is. */
export type RegistryCommandState = "unpaid" | "queued" | "done" | "failed" | "needs_operator"

/** A command sent to the registry. */
export type RegistryCommandStep = {
  /** Number of the command, from 1. */
  line: number
  step: RegistryCommandStepName
  /** Name of the attempt at the registry (clTRID). */
  transaction: string
  outcome: RegistryCommandStepOutcome
  /** Description for people. Do not parse it. */
  message: string | null
  /** ID the registry gave the command (svTRID). */
  server_transaction: string | null
  /** When the command was sent. */
  sent_at: string
  /** When it finished. */
  finished_at: string | null
}

/** What was asked of the registry. */
export type RegistryCommandStepName = "set_nameservers" | "set_lock" | "set_privacy" | "renew" | "create_contact" | "register"

/** `sent`: no response yet. `failed`: retried later. `unknown`: the response was lost; the service asks the registry before it sends another command. */
export type RegistryCommandStepOutcome = "sent" | "done" | "pending" | "refused" | "failed" | "unknown"

/** Changes at the registry. */
export type RegistryCommands = {
  /** Changes at the registry. */
  registry_commands: RegistryCommand[]
  next_cursor: NextCursor
  /** True if there are more pages. */
  has_more: boolean
}

/** A message from the registry. */
export type RegistryMessage = {
  /** What the registry says. */
  text: string
  /** State of the transfer at the registry, such as `clientApproved`. */
  transfer_state: string | null
  /** When the registry wrote it. */
  at: string
}

/** ID of the request. Starts with `req_`. */
export type RequestId = string

/** What the registry is asked to change. Null where the change has no such part. */
export type RequestedChange = {
  /** Term in years. */
  years: number | null
  nameservers: string[] | null
  /** Whether the domain is locked against transfers. */
  locked: boolean | null
  /** Whether contact data is hidden. */
  privacy: boolean | null
}

/** A rule that holds sales for manual review. */
export type ReviewRule = {
  /** ID of the review rule. */
  rule_id: string
  /** What the rule checks. Only one `min_amount` rule can exist. */
  kind: "min_amount" | "buyer_email" | "buyer_email_domain" | "buyer_country"
  /** An amount in minor units, an email address, an email domain or a country code. */
  value: string
  /** When it was created. */
  created_at: string
}

/** How an API key is replaced. */
export type RotationInput = {
  /** Seconds the old API key keeps working. Default: one day. */
  overlap_seconds?: number
}

/** The sales of a day in one currency. */
export type SalesDay = {
  /** UTC date. */
  date: string
  currency: Currency
  /** Number of orders. */
  orders: number
  /** Total price of the orders of the day, including refunded ones. */
  gross_cents: number
  /** Total price of the orders refunded or canceled on the day. */
  refunded_cents: number
}

/** Your sandbox clock. */
export type SandboxClock = {
  /** Current time on your sandbox clock. */
  now: string
  /** Seconds the sandbox clock is ahead of real time. */
  offset_seconds: number
  /** Real time. Request timestamps always use real time. */
  real_now: string
}

/** A view of a list in the console or the portal. */
export type SavedView = {
  /** The list that the view is of. */
  list: string
  /** Name of the view, unique for its list. */
  name: string
  /** Filters and order, as in the URL of the list. */
  search: string
  /** Titles of hidden columns. */
  hidden_columns: string[]
  /** When it was created. */
  created_at: string
}

/** Permission of an API key. */
export type Scope = "search" | "embed" | "buy" | "broker" | "refer" | "report" | "webhook"

/** Search results. */
export type SearchAnswer = {
  /** The search text. */
  query: string
  /** Number of results. */
  count: number
  /** Results, best first. */
  results: SearchResult[]
}

/** A record that matches. */
export type SearchHit = {
  /** Type of the record. */
  kind: "partner" | "credential" | "order" | "listing" | "registry_command" | "brokerage_case" | "checkout_session" | "settlement" | "payout" | "user" | "event" | "delivery" | "request"
  /** ID of the record. */
  id: string
  /** First line for display. */
  title: string
  /** Second line for display. */
  subtitle: string
  environment: Environment | null
  /** ID of the related record: the partner of a key or payout, the order of a checkout, the event of a delivery. */
  part_of: string | null
  /** When the record was created. */
  at: string
}

/** A domain that matches. */
export type SearchResult = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Buy-now price in minor units. */
  price_cents: number
  currency: Currency
  /** True if you can buy the domain now. */
  available: true
  /** Relevance. Comparable between queries. */
  score: number
  /** Why the domain matches. */
  match: {
    /** Keyword score. */
    keyword: number
    /** Semantic score. */
    semantic: number
    /** Matched terms, normalized. */
    terms: string[]
    /** Why the domain matches, in words. */
    reason?: string
  }
}

/** A domain with its availability. */
export type SearchRow = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** TLD in A-label form, without a dot. */
  tld: string
  /** True for the domain you searched for. */
  primary: boolean
  /** True if the domain can be registered. Null if the registry does not respond. */
  available: boolean | null
  /** Availability of the domain. */
  status: "available" | "registered" | "for_sale" | "unknown"
  /** Price. Null if unknown or masked. */
  price: {
    /** Price in minor units. */
    cents: number
    /** ISO 4217 currency code. */
    currency: "USD" | "EUR" | "GBP" | "CHF" | "CAD" | "AUD" | "JPY" | "KRW" | "SEK" | "NOK" | "DKK" | "PLN" | "CZK" | "INR" | "BRL" | "MXN" | "SGD" | "HKD" | "NZD" | "ZAR"
    /** `buy_now` on the marketplace, `register` at the registry. */
    kind: "buy_now" | "register"
  } | null
  /** True if the marketplace price is hidden. A token with `pricing:read` shows it. */
  price_masked: boolean
  /** Source of the data. */
  source: "marketplace" | "rdap" | "whois" | "dns" | "simulated" | null
  /** When it was checked. */
  checked_at: string
  /** Page of the domain, where it can be bought. Only if `for_sale`. */
  url?: string
}

/** The second factors of the account. */
export type SecondFactors = {
  /** When the authenticator app was added. */
  totp_enabled_at: string | null
  /** Passkeys, oldest first. */
  passkeys: Passkey[]
  /** Unused recovery codes. */
  recovery_codes_left: number
}

/** An account that sells domains. */
export type Seller = {
  /** ID of the user. */
  user_id: string
  /** An email address. */
  email: string
  /** Listings on the market. */
  listed_count: number
  /** Listings that wait for their verification. */
  pending_count: number
  /** Sales that were not reversed. */
  sales_count: number
  /** When an operator froze the seller. Null if the seller is not frozen. */
  frozen_at: string | null
  /** Why the seller is frozen. */
  frozen_reason: string | null
  destination: PayoutDestination | null
  payout_block: PayoutBlock | null
  /** When it was created. */
  created_at: string
}

/** What a seller earned. */
export type SellerBalance = {
  /** One row for each currency that you sold in. */
  balances: SellerCurrencyBalance[]
  destination: PayoutDestination | null
  payout_block: PayoutBlock | null
  /** The least amount of a payout on request, in minor units. */
  minimum_payout_cents: number
  /** Fee of the marketplace on new sales, in basis points. */
  fee_bps: number
}

/** What a seller earned in one currency. */
export type SellerCurrencyBalance = {
  currency: Currency
  /** Proceeds of sales that are not delivered, or whose hold is not over, in minor units. */
  pending_cents: number
  /** What can be paid out now, in minor units. Below zero if the buyer of a sale that was paid out got the money back: your next sales are set off against it. */
  payable_cents: number
  /** Proceeds that are not paid because the payment is disputed, in minor units. */
  disputed_cents: number
  /** Payouts that are being sent, in minor units. */
  in_transit_cents: number
  /** Payouts that were sent, in minor units. */
  paid_out_cents: number
}

/** A seller with balance and payout destination. */
export type SellerDetail = {
  /** ID of the user. */
  user_id: string
  /** An email address. */
  email: string
  /** Listings on the market. */
  listed_count: number
  /** Listings that wait for their verification. */
  pending_count: number
  /** Sales that were not reversed. */
  sales_count: number
  /** When an operator froze the seller. Null if the seller is not frozen. */
  frozen_at: string | null
  /** Why the seller is frozen. */
  frozen_reason: string | null
  destination: PayoutDestination | null
  payout_block: PayoutBlock | null
  /** When it was created. */
  created_at: string
  /** One row for each currency that the seller sold in. */
  balances: SellerCurrencyBalance[]
  /** Where the money is sent. Null if none was entered. */
  bank_reference: string | null
}

/** The result of an import of listings. */
export type SellerImport = {
  /** Lines read, not counting empty lines and the header. */
  lines: number
  /** New listings, including those that wait for their verification. */
  created: number
  /** Listings that were yours already and got the terms of their line. */
  updated: number
  /** Lines that changed nothing. */
  rejected: number
  /** One result for each line. */
  results: SellerImportLine[]
}

/** The result of one line of an import. */
export type SellerImportLine = {
  /** Line of the file, starting at 1 with the header. */
  line: number
  /** Domain in A-label form. */
  domain: string | null
  status: SellerImportStatus
  /** Why the line was rejected. */
  message: string | null
  listing: SellerListing | null
}

/** What happened to a line of an import. */
export type SellerImportStatus = "created" | "updated" | "rejected"

/** A domain you offer for sale. */
export type SellerListing = {
  listing_id: ListingId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: SellerListingStatus
  /** Buy-now price in minor units. */
  price_cents: number
  /** Lowest price the seller accepts, in minor units. */
  floor_price_cents: number
  /** What the buyer paid, in minor units. Null unless the domain is sold. */
  sold_price_cents: number | null
  currency: Currency
  /** Description of the domain. */
  description: string | null
  /** Categories of the domain. */
  categories: string[]
  /** True if buyers can make offers. */
  accepts_offers: boolean
  /** True if offers at or above the floor price are accepted automatically. */
  auto_accept_offers: boolean
  verification: ListingVerification
  /** When the reservation ends. */
  reserved_until: string | null
  /** Actions available now, the usual next step first. Other actions fail with 409. */
  actions: AvailableSellerListingAction[]
  /** When the domain was put on the market. Null before that. */
  listed_at: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** What a seller can do with a listing. Operators can verify it, too. */
export type SellerListingAction = "verify" | "change" | "withdraw"

/** `pending_verification`: publish the TXT record. `expired`: the record was not published in time. `reserved`: a buyer is about to pay. */
export type SellerListingStatus = "pending_verification" | "listed" | "reserved" | "sold" | "withdrawn" | "expired"

/** An offer for your domain. */
export type SellerOffer = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  listing_id: ListingId
}

/** An offer for your domain, with its history. */
export type SellerOfferDetail = {
  offer_id: OfferId
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: OfferStatus
  waiting_for: OfferSide | null
  /** The latest amount, in minor units. Once accepted: the agreed price. */
  amount_cents: number
  currency: Currency
  closed_reason: OfferClosedReason | null
  /** What you can do now, with the resulting status. Empty once `expires_at` has passed. */
  actions: OfferAction[]
  /** When the offer expires. Once accepted: until when the domain is reserved. */
  expires_at: string
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  listing_id: ListingId
  /** The history, oldest first. */
  moves: SellerOfferMove[]
}

/** A move of an offer, as the seller sees it. */
export type SellerOfferMove = {
  by: OfferMover
  action: OfferMoveName
  /** The amount of the move, in minor units. Null if it has none. */
  amount_cents: number | null
  /** What the side wrote. Treat it as untrusted text. */
  message: string | null
  /** When it was created. */
  created_at: string
  /** True if the floor price decided. Buyers do not see this. */
  automatic: boolean
}

/** A payout to a seller. */
export type SellerPayout = {
  payout_id: SellerPayoutId
  status: SellerPayoutStatus
  /** Amount in minor units. */
  amount_cents: number
  currency: Currency
  destination_kind: DestinationKind
  /** The end of the bank reference or account that the payout goes to. */
  destination_hint: string
  requested_by: PayoutRequester
  /** Reference of the transfer. */
  reference: string | null
  /** Why the payout failed, or why the bank returned it. */
  failure_reason: string | null
  /** When it was created. */
  created_at: string
  /** When it was paid. */
  paid_at: string | null
  /** When the payout failed. Its amount is payable again. */
  failed_at: string | null
  /** What Stripe took back of a payout that was sent, or the bank returned, in minor units. It is payable again. */
  reversed_cents: number
  /** Why the bank returned the money to the Stripe account, in a sentence. Null if Stripe reported nothing of the kind, or has paid again. */
  bank_failure: string | null
}

/** What an operator can do with a payout to a seller. */
export type SellerPayoutAction = "paid" | "failed" | "retry" | "returned"

/** Why a pending payout should not be sent now. `disputed`: a buyer disputes the payment of one of its sales. `taken_back`: a buyer got the money of one of its sales back; record the payout as failed, and the rest is payable again. Null if no sale is in the way. Payouts of a frozen seller wait, too. */
export type SellerPayoutHold = "disputed" | "taken_back"

/** ID of the seller payout. Starts with `spo_`. */
export type SellerPayoutId = string

/** How far a payout is. `reversed`: Stripe took it back, and its amount is payable again. */
export type SellerPayoutStatus = "pending" | "paid" | "failed" | "reversed"

/** The transfer of a payout through Stripe. */
export type SellerPayoutTransfer = {
  state: SellerPayoutTransferState
  /** ID of the account at Stripe. */
  account: string | null
  /** ID of the transfer at Stripe. */
  reference: string | null
  /** How often Stripe was asked. */
  attempts: number
  /** Why the last try failed, as Stripe says. `mismatch`: Stripe has a transfer for this payout with another account, amount or currency. */
  error: string | null
  /** When it is tried again. Null if nothing is planned. */
  next_attempt_at: string | null
}

/** `queued`: not sent yet. `sending`: Stripe was asked, and the result is not known yet. `refused`: Stripe refused; retry, or record the payout as failed. `sent`: the transfer was made. `taken_over`: the payout ended without a transfer. */
export type SellerPayoutTransferState = "queued" | "sending" | "refused" | "sent" | "taken_over"

/** A sale of a domain of a seller. */
export type SellerSale = {
  /** ID of the order. */
  order_id: string
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  status: SellerSaleStatus
  currency: Currency
  /** Price of the sale, less partial refunds, in minor units. */
  price_cents: number
  /** Commission of the partner that sold the domain, in minor units. */
  commission_cents: number
  /** Fee of the marketplace in basis points, as it was at the sale. */
  fee_bps: number
  /** Fee of the marketplace, in minor units. */
  fee_cents: number
  /** What you earn: the price less commission and fee, in minor units. */
  proceeds_cents: number
  /** When the domain was sold. */
  sold_at: string
  /** When the proceeds are payable. Null until the domain is delivered. */
  payable_at: string | null
  /** ID of the payout that pays the proceeds. Null if there is none. */
  payout_id: string | null
  /** True while the payment of the buyer is disputed. The proceeds are not paid. */
  disputed: boolean
}

/** `sold`: waits for the transfer. `delivered`: the proceeds are held. `payable`: they are part of your balance, also if a part of their payout was taken back. `in_payout`: they are part of a payout that is being sent. `paid_out`: they were paid out. `reversed`: refunded or canceled. `clawed_back`: the buyer got the money back after the delivery. */
export type SellerSaleStatus = "sold" | "delivered" | "payable" | "in_payout" | "paid_out" | "reversed" | "clawed_back"

/** A monthly statement. */
export type Settlement = {
  settlement_id: StatementId
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  /** Number of orders. */
  orders_count: number
  /** Total price of the orders you collected. */
  gross_sold_cents: number
  /** Your commission on these orders, which you keep. */
  commission_retained_cents: number
  /** Adjustments of earlier statements. Positive: you owe more. */
  adjustments_cents: number
  /** Amount you owe: gross minus retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders the marketplace collected. It is paid out to you. */
  commission_earned_cents: number
  /** When it is due. */
  due_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** When it was paid. */
  paid_at: string | null
}

/** What an operator can do with a statement. */
export type SettlementAction = "paid" | "adjustments"

/** A statement with its lines. */
export type SettlementDetail = {
  settlement_id: StatementId
  /** Start of the period. */
  period_start: string
  /** End of the period, exclusive. */
  period_end: string
  currency: Currency
  status: SettlementStatus
  /** Number of orders. */
  orders_count: number
  /** Total price of the orders you collected. */
  gross_sold_cents: number
  /** Your commission on these orders, which you keep. */
  commission_retained_cents: number
  /** Adjustments of earlier statements. Positive: you owe more. */
  adjustments_cents: number
  /** Amount you owe: gross minus retained plus adjustments. */
  amount_owed_cents: number
  /** Your commission on orders the marketplace collected. It is paid out to you. */
  commission_earned_cents: number
  /** When it is due. */
  due_at: string | null
  /** When it was closed. */
  closed_at: string | null
  /** When it was paid. */
  paid_at: string | null
  /** Orders of the statement. Each order is listed once. */
  lines: SettlementLine[]
  /** Adjustments. */
  adjustments: Adjustment[]
}

/** An order in a statement. */
export type SettlementLine = {
  order_public_id: OrderId
  /** Domain in A-label form. */
  domain: string
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected"
  /** Sale price in minor units. */
  sale_price_cents: number
  /** Commission in minor units. */
  commission_cents: number
  /** Amount owed to the marketplace, in minor units. */
  amount_owed_cents: number
  /** Domain in U-label form. */
  domain_unicode: string
}

/** Status of a statement. */
export type SettlementStatus = "open" | "closed" | "paid"

/** Comparison of two canonical strings. */
export type SignatureDiagnosis = {
  request_id: RequestId
  /** True if the strings are identical. */
  matches: boolean
  /** The six lines, compared. */
  lines: ({
    /** Name of the line. */
    name: "method" | "path" | "query" | "timestamp" | "nonce" | "body_hash"
    /** Line of the string the server built. */
    server: string
    /** Line of the string you signed. */
    given: string | null
    /** True if the lines differ. */
    differs: boolean
  })[]
  /** Likely causes of the difference. */
  causes: ({
    /** Line of the canonical string. */
    line: "method" | "path" | "query" | "timestamp" | "nonce" | "body_hash" | null
    /** Description for people. */
    text: string
  })[]
}

/** ID of the statement. Starts with `stl_`. */
export type StatementId = string

/** The tax rate of a country. */
export type TaxRate = {
  /** ISO 3166-1 alpha-2 code of the buyer's country. */
  country: string
  /** Tax rate in basis points: 1900 is 19%. */
  rate_bps: number
  /** True if a business that gives a VAT ID accounts for the tax itself. Ignored for `seller_country`. */
  reverse_charge: boolean
}

/** Tax settings of the marketplace. */
export type TaxSettings = {
  /** ISO 3166-1 alpha-2 code of the marketplace's country. */
  seller_country: string | null
  /** One rate per country. An empty list turns tax off. */
  rates: TaxRate[]
  prices: PriceKind
}

/** New tax settings. */
export type TaxSettingsInput = {
  /** ISO 3166-1 alpha-2 code of the marketplace's country. */
  seller_country: string
  /** One rate per country. An empty list turns tax off. */
  rates: TaxRate[]
  prices?: PriceKind
}

/** Payload of a test event. */
export type TestEventData = {
  /** Description for people. Do not parse it. */
  message: string
}

/** A TLD and the number of its domains. */
export type TldFacet = {
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Number of domains for sale with this choice. */
  count: number
}

/** Periods after a domain expires, in days. */
export type TldLifecycle = {
  /** Days of the auto-renew grace period. */
  auto_renew_grace: number | null
  /** Days of the redemption period. */
  redemption: number | null
  /** Days of the pending-delete period. */
  pending_delete: number | null
}

/** Rules of the TLD. Unknown values are null. */
export type TldMetadata = {
  /** TLD in A-label form, without a dot. */
  tld: string
  /** TLD in U-label form. */
  tld_unicode: string
  /** Type of the TLD: gTLD, ccTLD, sTLD, grTLD, or ccSLD for a second-level TLD. */
  type: string
  term: TldTerm
  organization: TldOrganization
  registrant: TldRegistrant
  nameservers: TldNameservers
  /** True if internationalized domains are allowed. */
  idn: boolean | null
  /** True if the TLD supports DNSSEC. */
  dnssec: boolean | null
  transfer: TldTransfer
  lifecycle_days: TldLifecycle
}

/** Rules for nameservers. */
export type TldNameservers = {
  /** True if it is required. */
  required: boolean | null
  /** Minimum number. */
  min: number | null
  /** Maximum number. */
  max: number | null
  /** Further rules. */
  rules: TldRule[]
}

/** Rules for organizations. */
export type TldOrganization = {
  /** True if it is required. */
  required: boolean | null
  /** Further rules. */
  rules: TldRule[]
}

/** Price of a TLD. */
export type TldPrice = {
  /** TLD in A-label form, without a dot. */
  tld: string
  /** Name of the operation. */
  op: "register" | "renew" | "transfer" | "restore"
  /** Price in US cents for the shortest term. Null if not offered. */
  price_cents: number | null
  /** ISO 4217 currency code. */
  currency: "USD"
  /** Years covered by the price. Null if it adds none. */
  years: number | null
  prices: TldPrices
  /** When the prices were set. */
  as_of: string | null
}

/** Prices of a TLD. */
export type TldPrices = {
  /** Price in US cents for the shortest term. Null if not offered. */
  register_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  renew_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  transfer_cents: number | null
  /** Price in US cents for the shortest term. Null if not offered. */
  restore_cents: number | null
}

/** Rules for registrants. */
export type TldRegistrant = {
  /** True if a local presence is required. */
  local_presence_required: boolean | null
  /** Countries the registrant must be in. Null: any. */
  allowed_countries: string[] | null
}

/** A rule of a TLD. */
export type TldRule = {
  /** Machine-readable code of the rule. */
  code: string
  /** Description for people. */
  text: string | null
}

/** Registration terms. */
export type TldTerm = {
  /** Minimum term in years. */
  min_years: number | null
  /** Maximum term in years. */
  max_years: number | null
}

/** Rules for transfers. */
export type TldTransfer = {
  /** True if a transfer needs an auth code. */
  auth_code_required: boolean | null
  /** Days without transfers after registration or transfer. */
  lock_days: number | null
}

/** A sale, refund or brokerage deal. */
export type Transaction = {
  transaction_id: TransactionId
  /** `sale`, `refund` or `brokerage`. */
  type: "sale" | "refund" | "brokerage"
  /** ID of the order. Null for a brokerage deal. */
  order_public_id: string | null
  /** Domain in A-label form. */
  domain: string
  /** `partner_collected` or `service_collected`: who charges the buyer. */
  payment_model: "partner_collected" | "service_collected" | "brokerage"
  /** Current status of the order. `completed` for a brokerage deal. */
  status: "EXTERNALLY_PAID" | "PAID" | "MANUAL_REVIEW" | "TRANSFER_IN_PROGRESS" | "TRANSFER_COMPLETED" | "SETTLED" | "REFUNDED" | "CANCELLED" | "completed"
  /** Amount in minor units. Negative for a refund. */
  sale_price_cents: number
  /** Amount in minor units. Negative for a refund. */
  commission_cents: number
  /** Price minus commission. */
  net_cents: number
  currency: Currency
  settlement_id: StatementId | null
  /** When it happened. */
  occurred_at: string
  /** Domain in U-label form. */
  domain_unicode: string
}

/** ID of the transaction. Starts with `txn_`. */
export type TransactionId = string

/** Totals of transactions. */
export type TransactionTotals = {
  currency: Currency
  /** Number of sales and brokerage deals. */
  count: number
  /** Sum of the prices of all rows. Refund rows are negative. */
  gmv_cents: number
  /** Sum of the commission of all rows. Refund rows are negative. */
  commission_cents: number
  /** Total of the refund rows. */
  refunded_cents: number
}

/** `push`: to an account at a registrar. `auth_code`: the buyer transfers the domain with an auth code. `registrar_transfer`: from another registrar first, then to the account. */
export type TransferMethod = "push" | "auth_code" | "registrar_transfer"

/** A DNS record to publish. */
export type TxtRecord = {
  /** Type of the record. */
  type: "TXT"
  /** Name of the record. */
  name: string
  /** Value of the record. */
  value: string
}

/** A purchase or domain that belongs to no account. */
export type UnclaimedPurchase = {
  /** A registrable domain, as U-label or A-label. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** Email address of the buyer. */
  buyer_email: string
  /** Order ID. Null for a domain without an order here. */
  public_id: string | null
  status: OrderStatus | null
  /** When the claim link expires. Null: no link. */
  claim_expires_at: string | null
  /** When it was created. */
  created_at: string
}

/** ID of the user. Starts with `usr_`. */
export type UserId = string

/** A domain on your watchlist. */
export type Watch = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** `for_sale` and `sold`: on this marketplace. `registered` and `available`: by its registry. `unknown`: not checked yet. */
  state: "unknown" | "registered" | "available" | "for_sale" | "sold"
  /** Price in minor units. Null if the domain is not for sale. */
  price_cents: number | null
  currency: Currency | null
  /** When the state was last checked. Null if it was not checked yet. */
  checked_at: string | null
  /** When you started to watch the domain. */
  created_at: string
}

/** Your default webhook endpoint. */
export type Webhook = {
  endpoint_id: WebhookEndpointId
  /** URL of your webhook endpoint. */
  url: string
  /** False after a 410 response, after five days without a successful delivery, or if you disabled it. Enable it to resume. */
  active: boolean
  /** Event types sent to the endpoint. */
  event_types: EventType[]
  /** Why the endpoint was disabled. */
  disabled_reason: string | null
  /** Deliveries have failed since this time. Null if the last one succeeded. */
  failing_since: string | null
  /** Until then, deliveries are also signed with the previous secret. */
  previous_secret_until: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
}

/** An attempt to deliver an event. */
export type WebhookAttempt = {
  /** When it happened. */
  at: string
  /** HTTP status code. Null without a response. */
  status_code: number | null
  /** Connection error, if there was no response. */
  error: string | null
  /** Duration in milliseconds. */
  duration_ms: number
  response: WebhookResponse | null
}

/** A delivery of an event. */
export type WebhookDelivery = {
  delivery_id: WebhookDeliveryId
  /** ID of the webhook endpoint. Null if no default endpoint is registered, or the delivery ended before it was. */
  endpoint_id: string | null
  event_id: EventId
  /** Type of the event. */
  event_type: string
  /** URL of the last or next attempt. */
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: WebhookAttempt[]
  /** Null if no attempt is planned: the delivery has ended or the endpoint is disabled. */
  next_attempt_at: string | null
  /** Approximate times of the remaining attempts if each one fails, next first. After the last one the delivery is `failed`. Empty if no attempt is planned. */
  planned_attempts: string[]
  /** When it was created. */
  created_at: string
}

/** A delivery with its body. */
export type WebhookDeliveryDetail = {
  delivery_id: WebhookDeliveryId
  /** ID of the webhook endpoint. Null if no default endpoint is registered, or the delivery ended before it was. */
  endpoint_id: string | null
  event_id: EventId
  /** Type of the event. */
  event_type: string
  /** URL of the last or next attempt. */
  url: string | null
  status: DeliveryStatus
  /** Every attempt, oldest first. */
  attempts: WebhookAttempt[]
  /** Null if no attempt is planned: the delivery has ended or the endpoint is disabled. */
  next_attempt_at: string | null
  /** Approximate times of the remaining attempts if each one fails, next first. After the last one the delivery is `failed`. Empty if no attempt is planned. */
  planned_attempts: string[]
  /** When it was created. */
  created_at: string
  /** The exact body sent, which is signed. */
  payload: string
}

/** ID of the webhook delivery. Starts with `dlv_`. */
export type WebhookDeliveryId = string

/** One of your webhook endpoints. */
export type WebhookEndpoint = {
  endpoint_id: WebhookEndpointId
  /** URL of your webhook endpoint. */
  url: string
  /** False after a 410 response, after five days without a successful delivery, or if you disabled it. Enable it to resume. */
  active: boolean
  /** Event types sent to the endpoint. */
  event_types: EventType[]
  /** Why the endpoint was disabled. */
  disabled_reason: string | null
  /** Deliveries have failed since this time. Null if the last one succeeded. */
  failing_since: string | null
  /** Until then, deliveries are also signed with the previous secret. */
  previous_secret_until: string | null
  /** When it was created. */
  created_at: string
  /** When it was last changed. */
  updated_at: string
  /** True for the endpoint that `PUT /api/partner/webhooks` registers. */
  default: boolean
  /** True if you disabled the endpoint. It gets no new deliveries until you enable it. */
  paused: boolean
  health: WebhookHealth
}

/** ID of the webhook endpoint. Starts with `whe_`. */
export type WebhookEndpointId = string

/** How recent deliveries to an endpoint went. */
export type WebhookHealth = {
  /** Successful deliveries among the last 200 deliveries. */
  succeeded: number
  /** Permanently failed deliveries among the last 200 deliveries. */
  failed: number
  /** Pending deliveries among the last 200 deliveries. */
  pending: number
  /** Last successful delivery. Null if none of the last 200 succeeded. */
  last_success_at: string | null
  /** When the newest delivery was created. Null if there is none. */
  last_delivery_at: string | null
}

/** The response to an attempt. */
export type WebhookResponse = {
  /** `Content-Type` header of the response. */
  content_type: string | null
  /** The first 1024 bytes of the body as text. Null if it is empty or not text. */
  body: string | null
  /** Bytes of the body that were read, at most 16 KB. */
  bytes: number
  /** True if the body is not UTF-8 text. */
  binary: boolean
  /** True if the body is longer than what is kept. */
  truncated: boolean
}

/** Registration data of a domain. */
export type Whois = {
  /** Domain in A-label form. */
  domain: string
  /** Domain in U-label form. */
  domain_unicode: string
  /** True if the domain is registered. */
  registered: boolean
  /** Source of the data. */
  source: "rdap" | "whois" | "simulated"
  /** The registrar. */
  registrar: {
    /** Name of the person or company. */
    name: string | null
    /** IANA ID of the registrar. */
    iana_id: string | null
    /** Website of the registrar. */
    url: string | null
    /** Email address for abuse reports. */
    abuse_email: string | null
  } | null
  /** The registrant. */
  registrant: {
    /** Name of the person or company. */
    name: string | null
    /** Organization of the registrant. */
    organization: string | null
    /** ISO 3166-1 alpha-2 country code. */
    country: string | null
    /** True if the registry hides registrant data. */
    redacted: boolean
  } | null
  /** When the domain was registered. */
  created_at: string | null
  /** When the registration was last changed. */
  updated_at: string | null
  /** When the registration expires. */
  expires_at: string | null
  /** Nameservers. */
  nameservers: string[]
  /** EPP statuses. */
  statuses: string[]
  /** DNSSEC state. */
  dnssec: {
    /** True if the domain is signed. */
    signed: boolean | null
  } | null
  /** When it was checked. */
  checked_at: string
  /** True if the data comes from the cache. */
  cached: boolean
}

/** `expired`: the registration expired. `deleted`: the domain is not registered. `not_owned`: it left the seller's account. */
export type WithdrawalReason = "expired" | "deleted" | "not_owned"

/** Every operation by method and path: what it takes and what it answers. */
export interface Endpoints {
  /** Get the current credential */
  'GET /api/partner/v1/me': {
    id: 'me.get'
    params: undefined
    query: undefined
    body: undefined
    response: Me
  }
  /** Search domains for sale */
  'GET /api/partner/v1/domains/search': {
    id: 'domains.search'
    params: undefined
    query: {
      /** Search text. */
      q: string
      /** Only domains with this TLD. */
      tld?: string
      /** In minor units, inclusive. */
      min_price?: number
      /** In minor units, inclusive. */
      max_price?: number
    }
    body: undefined
    response: SearchAnswer
  }
  /** Get a domain */
  'GET /api/partner/v1/domains/{name}': {
    id: 'domains.get'
    params: {
      /** The domain, as U-label or A-label. */
      name: string
    }
    query: undefined
    body: undefined
    response: DomainDetail
  }
  /** Check whether a domain can be bought */
  'GET /api/partner/v1/availability': {
    id: 'availability.get'
    params: undefined
    query: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    body: undefined
    response: Availability
  }
  /** Check several domains */
  'POST /api/partner/v1/availability': {
    id: 'availability.check'
    params: undefined
    query: undefined
    body: {
      /** Domains. */
      domains: string[]
    }
    response: {
      /** Results, best first. */
      results: Availability[]
    }
  }
  /** Get the price of a domain */
  'GET /api/partner/v1/pricing': {
    id: 'pricing.get'
    params: undefined
    query: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    body: undefined
    response: Pricing
  }
  /** Create a quote */
  'POST /api/partner/v1/quotes': {
    id: 'quotes.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
      currency?: Currency
      metadata?: Metadata
    }
    response: Quote
  }
  /** Get a quote */
  'GET /api/partner/v1/quotes/{quote_id}': {
    id: 'quotes.get'
    params: {
      /** ID of the quote. */
      quote_id: string
    }
    query: undefined
    body: undefined
    response: Quote
  }
  /** Release a quote */
  'DELETE /api/partner/v1/quotes/{quote_id}': {
    id: 'quotes.release'
    params: {
      /** ID of the quote. */
      quote_id: string
    }
    query: undefined
    body: undefined
    response: Quote
  }
  /** Record an order */
  'POST /api/partner/v1/orders': {
    id: 'orders.record'
    params: undefined
    query: undefined
    body: {
      /** Your payment reference. Several orders of one cart can share it. */
      external_payment_ref: string
      /** ID of your quote. Without it, `domain`, `expected_price` and `currency` are required. */
      quote_id?: string
      /** A registrable domain, as U-label or A-label. */
      domain?: string
      /** Price you charged, in minor units. It must equal the current price. */
      expected_price?: number
      /** Currency you charged. It must be that of the price. */
      currency?: string
      buyer?: BuyerInput
      /** Where to deliver the domain. Default: the target of `PATCH /delivery`. */
      delivery?: {
        /** `push` (default) needs the registrar and account. `auth_code` needs neither. */
        method?: "push" | "auth_code"
        /** IANA ID of the registrar. */
        registrar_iana_id?: number
        /** Account at the registrar that receives the domains. */
        registrar_account?: string
        /** An email address. */
        contact_email?: string
        /** Nameservers to set before the transfer. */
        nameservers?: string[]
      }
      /** Stored with the order and returned. Not used otherwise. */
      return_url?: string
      /** Stored with the order and returned. Not used otherwise. */
      cancel_url?: string
    }
    response: OrderDetail
  }
  /** List your orders */
  'GET /api/partner/v1/orders': {
    id: 'orders.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "price_asc" | "price_desc"
      /** Values of `OrderStatus`, separated by commas. */
      status?: string
      /** Domain in A-label form. */
      domain?: string
      /** Start of the range, inclusive: a date, or a date-time with a time zone. */
      from?: string
      /** End of the range, exclusive: a date, or a date-time with a time zone. */
      to?: string
    }
    body: undefined
    response: {
      /** Orders on this page. */
      orders: ListedOrder[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get an order */
  'GET /api/partner/v1/orders/{public_id}': {
    id: 'orders.get'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: OrderProgress
  }
  /** Refund an order */
  'POST /api/partner/v1/refunds': {
    id: 'refunds.create'
    params: undefined
    query: undefined
    body: {
      order_public_id: OrderId
      reason: RefundReason
      /** Amount to refund, in minor units. Default: all that is left of the price, which ends the order. */
      amount_cents?: number
      /** Your comment. */
      comment?: string
      /** Your refund reference. */
      external_refund_ref?: string
    }
    response: Refund
  }
  /** List your refunds */
  'GET /api/partner/v1/refunds': {
    id: 'refunds.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Refunds. */
      refunds: Refund[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a refund */
  'GET /api/partner/v1/refunds/{refund_id}': {
    id: 'refunds.get'
    params: {
      /** ID of the refund. */
      refund_id: string
    }
    query: undefined
    body: undefined
    response: Refund
  }
  /** Reconcile payment references */
  'POST /api/partner/v1/reconcile': {
    id: 'orders.reconcile'
    params: undefined
    query: undefined
    body: {
      /** Payment references to compare. */
      references: (string | {
        /** Your `external_payment_ref`. */
        reference: string
        /** Amount you charged with this reference and currency. It is compared with the recorded amount. */
        amount_cents: number
        currency: Currency
      })[]
    }
    response: Reconciliation
  }
  /** Get your delivery target */
  'GET /api/partner/v1/delivery': {
    id: 'delivery.get'
    params: undefined
    query: undefined
    body: undefined
    response: DeliverySettings
  }
  /** Set your delivery target */
  'PATCH /api/partner/v1/delivery': {
    id: 'delivery.change'
    params: undefined
    query: undefined
    body: {
      /** IANA ID of the registrar. */
      registrar_iana_id?: number
      /** Account at the registrar that receives the domains. */
      registrar_account?: string
      /** An email address. */
      contact_email?: string
      /** Nameservers to set before the transfer, at least two. An empty list leaves them unchanged. */
      nameservers?: string[]
    }
    response: DeliverySettings
  }
  /** Get the auth code of an order */
  'POST /api/partner/v1/orders/{public_id}/auth-code': {
    id: 'orders.auth_code'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: AuthCode
  }
  /** Correct where an order is delivered */
  'PATCH /api/partner/v1/orders/{public_id}/delivery': {
    id: 'orders.delivery'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** `push` (default) needs the registrar and account. `auth_code` needs neither. */
      method?: "push" | "auth_code"
      /** IANA ID of the registrar. */
      registrar_iana_id?: number
      /** Account at the registrar that receives the domains. */
      registrar_account?: string
      /** An email address. */
      contact_email?: string
      /** Nameservers to set before the transfer. */
      nameservers?: string[]
    }
    response: OrderDetail
  }
  /** List your statements */
  'GET /api/partner/v1/settlements': {
    id: 'settlements.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Statements. */
      settlements: Settlement[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a statement */
  'GET /api/partner/v1/settlements/{settlement_id}': {
    id: 'settlements.get'
    params: {
      /** ID of the statement. */
      settlement_id: string
    }
    query: undefined
    body: undefined
    response: SettlementDetail
  }
  /** List your transactions */
  'GET /api/partner/v1/transactions': {
    id: 'transactions.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Statuses, separated by commas. */
      status?: string
      /** Payment models, separated by commas. */
      payment_model?: string
    }
    body: undefined
    response: {
      /** Transactions. */
      transactions: Transaction[]
      /** Totals over all pages. */
      totals: TransactionTotals[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List your payouts */
  'GET /api/partner/v1/payouts': {
    id: 'payouts.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Payouts. */
      payouts: Payout[]
      /** Total paid per currency. */
      total_paid: {
        currency: Currency
        /** Amount in minor units. */
        amount_cents: number
      }[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get sales analytics */
  'GET /api/partner/v1/analytics': {
    id: 'analytics.get'
    params: undefined
    query: {
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Length of a time series bucket. */
      granularity?: "day" | "week" | "month"
    }
    body: undefined
    response: Analytics
  }
  /** List your documents */
  'GET /api/partner/v1/documents': {
    id: 'documents.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Kinds of documents, separated by commas. */
      kind?: string
      /** Number of the document. */
      number?: string
      /** ID of the order. */
      order_id?: string
      /** ID of the settlement. */
      settlement_id?: string
      /** ID of the registration or renewal. */
      purchase_id?: string
    }
    body: undefined
    response: {
      /** Documents. */
      documents: Document[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a document */
  'GET /api/partner/v1/documents/{document_id}': {
    id: 'documents.get'
    params: {
      /** ID of the document. */
      document_id: string
    }
    query: undefined
    body: undefined
    response: Document
  }
  /** Create a checkout session */
  'POST /api/partner/v1/checkout-session': {
    id: 'checkout_sessions.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
      buyer?: BuyerInput
      /** URL the buyer returns to after paying. The query parameters `session_id` and `order` are added. They prove nothing: read the session. */
      return_url: string
      /** URL the buyer returns to after canceling. */
      cancel_url: string
      /** ID of the referral link that brought the buyer. */
      link_id?: string
      metadata?: Metadata
    }
    response: CheckoutSession
  }
  /** Get a checkout session */
  'GET /api/partner/v1/checkout-session/{session_id}': {
    id: 'checkout_sessions.get'
    params: {
      /** ID of the checkout session. */
      session_id: string
    }
    query: undefined
    body: undefined
    response: CheckoutSession
  }
  /** Pay a checkout session (sandbox) */
  'POST /api/partner/v1/sandbox/checkout-session/{session_id}/pay': {
    id: 'sandbox.checkout_sessions.pay'
    params: {
      /** ID of the checkout session. */
      session_id: string
    }
    query: undefined
    body: {
      /** Result of the payment. Default `paid`. */
      outcome?: "paid" | "declined"
    } | undefined
    response: CheckoutSession
  }
  /** Register the default webhook endpoint */
  'PUT /api/partner/webhooks': {
    id: 'webhooks.register'
    params: undefined
    query: undefined
    body: {
      /** Public https URL of your webhook endpoint. */
      url: string
      /** Secret that signs deliveries. It is never returned. */
      secret: string
      event_types?: PushedEventTypes
    }
    response: Webhook
  }
  /** Get the default webhook endpoint */
  'GET /api/partner/webhooks': {
    id: 'webhooks.get'
    params: undefined
    query: undefined
    body: undefined
    response: Webhook
  }
  /** Delete the default webhook endpoint */
  'DELETE /api/partner/webhooks': {
    id: 'webhooks.end'
    params: undefined
    query: undefined
    body: undefined
    response: Webhook
  }
  /** List webhook endpoints */
  'GET /api/partner/v1/webhooks/endpoints': {
    id: 'webhooks.endpoints.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Webhook endpoints. */
      endpoints: WebhookEndpoint[]
    }
  }
  /** Create a webhook endpoint */
  'POST /api/partner/v1/webhooks/endpoints': {
    id: 'webhooks.endpoints.create'
    params: undefined
    query: undefined
    body: {
      /** Public https URL of your webhook endpoint. */
      url: string
      /** Secret that signs deliveries. It is never returned. */
      secret: string
      event_types?: PushedEventTypes
      /** False disables the endpoint: it gets no new deliveries until you enable it. */
      active?: boolean
    }
    response: WebhookEndpoint
  }
  /** Get a webhook endpoint */
  'GET /api/partner/v1/webhooks/endpoints/{endpoint_id}': {
    id: 'webhooks.endpoints.get'
    params: {
      /** ID of the webhook endpoint. */
      endpoint_id: string
    }
    query: undefined
    body: undefined
    response: WebhookEndpoint
  }
  /** Update a webhook endpoint */
  'PATCH /api/partner/v1/webhooks/endpoints/{endpoint_id}': {
    id: 'webhooks.endpoints.change'
    params: {
      /** ID of the webhook endpoint. */
      endpoint_id: string
    }
    query: undefined
    body: {
      /** Public https URL of your webhook endpoint. */
      url?: string
      /** Secret that signs deliveries. It is never returned. */
      secret?: string
      /** Event types to send. */
      event_types?: EventType[]
      /** False disables the endpoint: it gets no new deliveries until you enable it. */
      active?: boolean
    }
    response: WebhookEndpoint
  }
  /** Delete a webhook endpoint */
  'DELETE /api/partner/v1/webhooks/endpoints/{endpoint_id}': {
    id: 'webhooks.endpoints.delete'
    params: {
      /** ID of the webhook endpoint. */
      endpoint_id: string
    }
    query: undefined
    body: undefined
    response: WebhookEndpoint
  }
  /** List webhook deliveries */
  'GET /api/partner/v1/webhooks/deliveries': {
    id: 'webhooks.deliveries.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** ID of the webhook endpoint. */
      endpoint_id?: string
      /** ID of the event. */
      event_id?: string
      /** Statuses, separated by commas: pending, succeeded, failed. */
      status?: string
    }
    body: undefined
    response: {
      /** Webhook deliveries. */
      deliveries: WebhookDelivery[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a webhook delivery */
  'GET /api/partner/v1/webhooks/deliveries/{delivery_id}': {
    id: 'webhooks.deliveries.get'
    params: {
      /** ID of the webhook delivery. */
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: WebhookDeliveryDetail
  }
  /** Resend failed deliveries */
  'POST /api/partner/v1/webhooks/recover': {
    id: 'webhooks.recover'
    params: undefined
    query: undefined
    body: {
      /** Only deliveries to this endpoint. */
      endpoint_id?: string
      /** Resend deliveries of events at or after this time: a date, or a date-time with a time zone. In the sandbox, on your sandbox clock. */
      since: string
    }
    response: {
      /** Number of deliveries queued again. */
      recovered: number
    }
  }
  /** Resend a webhook delivery */
  'POST /api/partner/v1/webhooks/deliveries/{delivery_id}/redeliver': {
    id: 'webhooks.deliveries.redeliver'
    params: {
      /** ID of the webhook delivery. */
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: WebhookDelivery
  }
  /** Send a test event */
  'POST /api/partner/v1/webhooks/test': {
    id: 'webhooks.test'
    params: undefined
    query: undefined
    body: {
      /** Default: the default endpoint. */
      endpoint_id?: string
    } | undefined
    response: WebhookDelivery
  }
  /** List events */
  'GET /api/partner/v1/events': {
    id: 'events.list'
    params: undefined
    query: {
      /** `next_cursor` of the previous page. */
      after_id?: string
      /** Page size. Default 50, maximum 200. */
      limit?: number
      /** Event types, separated by commas. */
      type?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Sort order. Default `oldest`. */
      order?: "oldest" | "newest"
    }
    body: undefined
    response: {
      /** Events. */
      events: Event[]
      /** ID of the last event on the page, or your `after_id` if the page is empty. */
      next_cursor: string | null
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Check whether a domain can be brokered */
  'GET /api/partner/v1/brokerage/eligibility': {
    id: 'brokerage.eligibility'
    params: undefined
    query: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    body: undefined
    response: BrokerageEligibility
  }
  /** Open a brokerage case */
  'POST /api/partner/v1/brokerage': {
    id: 'brokerage.open'
    params: undefined
    query: undefined
    body: BrokerageInput
    response: BrokerageCaseDetail
  }
  /** List your brokerage cases */
  'GET /api/partner/v1/brokerage': {
    id: 'brokerage.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Values of `BrokerageStatus`, separated by commas. */
      status?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Brokerage cases. */
      cases: BrokerageCase[]
      totals: BrokerageTotals
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a brokerage case */
  'GET /api/partner/v1/brokerage/{case_id}': {
    id: 'brokerage.get'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: undefined
    response: BrokerageCaseDetail
  }
  /** Advance a brokerage case (sandbox) */
  'POST /api/partner/v1/sandbox/brokerage/{case_id}/advance': {
    id: 'sandbox.brokerage.advance'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: {
      /** Deal price for the last step, in minor units. Default: the budget. */
      deal_price_cents?: number
    } | undefined
    response: BrokerageCaseDetail
  }
  /** Create a referral link */
  'POST /api/partner/v1/links': {
    id: 'links.create'
    params: undefined
    query: undefined
    body: {
      /** Type of the record. */
      kind: "generic" | "domain" | "product"
      /** A listed domain. Required for kind `domain`. */
      domain?: string
      /** Your product name. Required for kind `product`. */
      product?: "brokerage" | "registration" | "marketplace"
      /** Page of this service to open instead. URLs of other sites are rejected. */
      destination_url?: string
      /** Your own label for the link. */
      label?: string
    }
    response: ReferralLink
  }
  /** List your referral links */
  'GET /api/partner/v1/links': {
    id: 'links.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Referral links. */
      links: ReferralLink[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get referral clicks */
  'GET /api/partner/v1/me/clicks': {
    id: 'me.clicks'
    params: undefined
    query: {
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: ReferralClicks
  }
  /** List referred sales */
  'GET /api/partner/v1/me/sales': {
    id: 'me.sales'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Referred sales on this page. */
      sales: ReferredSale[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List commission entries */
  'GET /api/partner/v1/me/commissions': {
    id: 'me.commissions'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Commission entries. */
      entries: CommissionEntry[]
      /** Balance per currency. */
      balance: CommissionBalance[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List referral payouts */
  'GET /api/partner/v1/me/payouts': {
    id: 'me.payouts'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "amount_asc" | "amount_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Payouts. */
      payouts: ReferralPayout[]
      /** Total paid per currency. */
      total_paid: {
        currency: Currency
        /** Amount in minor units. */
        amount_cents: number
      }[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Hold an order (sandbox) */
  'POST /api/partner/v1/sandbox/orders/{public_id}/hold': {
    id: 'sandbox.orders.hold'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OrderDetail
  }
  /** Clear a held order (sandbox) */
  'POST /api/partner/v1/sandbox/orders/{public_id}/clear': {
    id: 'sandbox.orders.clear'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OrderDetail
  }
  /** Start a transfer (sandbox) */
  'POST /api/partner/v1/sandbox/orders/{public_id}/start_transfer': {
    id: 'sandbox.orders.start_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OrderDetail
  }
  /** Fail a transfer (sandbox) */
  'POST /api/partner/v1/sandbox/orders/{public_id}/fail_transfer': {
    id: 'sandbox.orders.fail_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OrderDetail
  }
  /** Complete a transfer (sandbox) */
  'POST /api/partner/v1/sandbox/orders/{public_id}/complete_transfer': {
    id: 'sandbox.orders.complete_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OrderDetail
  }
  /** Close a dispute (sandbox) */
  'POST /api/partner/v1/sandbox/disputes/{dispute_id}/close': {
    id: 'sandbox.disputes.close'
    params: {
      /** ID of the dispute. */
      dispute_id: string
    }
    query: undefined
    body: {
      outcome: DisputeOutcome
    }
    response: OrderDetail
  }
  /** Close your statements (sandbox) */
  'POST /api/partner/v1/sandbox/settlements/run': {
    id: 'sandbox.settlements.run'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Statements. */
      settlements: Settlement[]
    }
  }
  /** Get your sandbox clock */
  'GET /api/partner/v1/sandbox/clock': {
    id: 'sandbox.clock.get'
    params: undefined
    query: undefined
    body: undefined
    response: SandboxClock
  }
  /** Advance your sandbox clock */
  'POST /api/partner/v1/sandbox/clock/advance': {
    id: 'sandbox.clock.advance'
    params: undefined
    query: undefined
    body: {
      /** Seconds to advance the clock. */
      seconds: number
    }
    response: SandboxClock
  }
  /** Simulate a referred sale (sandbox) */
  'POST /api/partner/v1/sandbox/links/{link_id}/sale': {
    id: 'sandbox.links.sale'
    params: {
      /** ID of the referral link. */
      link_id: string
    }
    query: undefined
    body: {
      /** A domain that is for sale in the sandbox. */
      domain: string
    }
    response: ReferredSale
  }
  /** Reset your sandbox */
  'POST /api/partner/v1/sandbox/reset': {
    id: 'sandbox.reset'
    params: undefined
    query: undefined
    body: undefined
    response: SandboxClock
  }
  /** List sandbox messages */
  'GET /api/partner/v1/sandbox/mail': {
    id: 'sandbox.mail.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: MailMessagePage
  }
  /** Get a sandbox message */
  'GET /api/partner/v1/sandbox/mail/{message_id}': {
    id: 'sandbox.mail.get'
    params: {
      /** ID of the message. */
      message_id: string
    }
    query: undefined
    body: undefined
    response: MailMessageDetail
  }
  /** List partners */
  'GET /api/operator/v1/partners': {
    id: 'operator.partners.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "name_asc" | "name_desc"
      /** A part of the name or email address, or the ID. Case-insensitive. */
      q?: string
      /** Statuses, separated by commas: pending, approved, suspended, or applied (waiting for live access). */
      status?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Partners. */
      partners: Partner[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Create a partner */
  'POST /api/operator/v1/partners': {
    id: 'operator.partners.create'
    params: undefined
    query: undefined
    body: {
      /** Name of the person or company. */
      name: string
      /** An email address. */
      email: string
      /** True if the partner can charge buyers and record sales. */
      merchant_of_record: boolean
      /** True if the partner can earn referral commission. */
      affiliate?: boolean
      /** Commission on a sale, in basis points. */
      commission_bps?: number
      /** Share of a brokerage deal, in basis points. */
      brokerage_bps?: number
      /** Commission on a referred sale, in basis points. */
      referral_bps?: number
      /** The first owner. Default: `email`. */
      owner_email?: string
    }
    response: Partner
  }
  /** Get a partner */
  'GET /api/operator/v1/partners/{partner_id}': {
    id: 'operator.partners.get'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Update a partner */
  'PATCH /api/operator/v1/partners/{partner_id}': {
    id: 'operator.partners.change'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: {
      /** Name of the person or company. */
      name?: string
      /** An email address. */
      email?: string
      /** True if the partner can charge buyers and record sales. */
      merchant_of_record?: boolean
      /** True if the partner can earn referral commission. */
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
  /** Approve a partner */
  'POST /api/operator/v1/partners/{partner_id}/approve': {
    id: 'operator.partners.approve'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Suspend a partner */
  'POST /api/operator/v1/partners/{partner_id}/suspend': {
    id: 'operator.partners.suspend'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Reinstate a partner */
  'POST /api/operator/v1/partners/{partner_id}/reinstate': {
    id: 'operator.partners.reinstate'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: undefined
    response: Partner
  }
  /** Create a credential */
  'POST /api/operator/v1/partners/{partner_id}/credentials': {
    id: 'operator.credentials.issue'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: CredentialInput
    response: IssuedCredential
  }
  /** List the credentials of a partner */
  'GET /api/operator/v1/partners/{partner_id}/credentials': {
    id: 'operator.credentials.list'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: CredentialPage
  }
  /** Rotate a credential */
  'POST /api/operator/v1/credentials/{key_id}/rotate': {
    id: 'operator.credentials.rotate'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: RotationInput | undefined
    response: IssuedCredential
  }
  /** Rename a credential */
  'PATCH /api/operator/v1/credentials/{key_id}': {
    id: 'operator.credentials.rename'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: CredentialNameInput
    response: Credential
  }
  /** Revoke a credential */
  'DELETE /api/operator/v1/credentials/{key_id}': {
    id: 'operator.credentials.revoke'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: undefined
    response: Credential
  }
  /** List a partner's team members */
  'GET /api/operator/v1/partners/{partner_id}/members': {
    id: 'operator.members.list'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: MemberPage
  }
  /** Invite a team member to a partner */
  'POST /api/operator/v1/partners/{partner_id}/members': {
    id: 'operator.members.add'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: undefined
    body: {
      /** An email address. */
      email: string
      /** Default `owner`. */
      role?: "owner" | "member"
    }
    response: Invitation
  }
  /** Remove a team member from a partner */
  'DELETE /api/operator/v1/partners/{partner_id}/members/{user_id}': {
    id: 'operator.members.remove'
    params: {
      /** ID of the partner. */
      partner_id: string
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: undefined
    response: Member
  }
  /** List a partner's open invitations */
  'GET /api/operator/v1/partners/{partner_id}/invitations': {
    id: 'operator.invitations.list'
    params: {
      /** ID of the partner. */
      partner_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: InvitationPage
  }
  /** Revoke an invitation to a partner */
  'DELETE /api/operator/v1/partners/{partner_id}/invitations/{invitation_id}': {
    id: 'operator.invitations.revoke'
    params: {
      /** ID of the partner. */
      partner_id: string
      /** ID of the invitation. */
      invitation_id: string
    }
    query: undefined
    body: undefined
    response: Invitation
  }
  /** Create a listing */
  'POST /api/operator/v1/listings': {
    id: 'operator.listings.create'
    params: undefined
    query: undefined
    body: {
      environment: Environment
      /** A registrable domain, as U-label or A-label. */
      domain: string
      /** The buy-now price, in minor units. */
      price_cents: number
      /** The lowest price the seller accepts. Default: `price_cents`. */
      floor_price_cents?: number
      currency: Currency
      /** Description of the domain. */
      description?: string
      /** Categories of the domain. */
      categories?: string[]
      /** True to let buyers make offers. Default false. */
      accepts_offers?: boolean
      /** True to accept offers at or above `floor_price_cents` automatically. Buyers do not see this choice. Default false. */
      auto_accept_offers?: boolean
    }
    response: Listing
  }
  /** List listings */
  'GET /api/operator/v1/listings': {
    id: 'operator.listings.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "price_asc" | "price_desc"
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Statuses, separated by commas: listed, sold, withdrawn. */
      status?: string
      /** A TLD in any form: `com`, `.CO.UK`, `рф`. */
      tld?: string
      /** The exact domain, as A-label or U-label. */
      domain?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Listings. */
      listings: Listing[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a listing */
  'GET /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.get'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: ListingDetail
  }
  /** Update a listing */
  'PATCH /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.change'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: {
      /** The buy-now price, in minor units. */
      price_cents?: number
      /** The lowest price the seller accepts. Default: `price_cents`. */
      floor_price_cents?: number
      currency?: Currency
      /** Description of the domain. */
      description?: string | null
      /** Categories of the domain. */
      categories?: string[]
      /** True to let buyers make offers. Default false. */
      accepts_offers?: boolean
      /** True to accept offers at or above `floor_price_cents` automatically. Buyers do not see this choice. Default false. */
      auto_accept_offers?: boolean
    }
    response: Listing
  }
  /** Withdraw a listing */
  'DELETE /api/operator/v1/listings/{listing_id}': {
    id: 'operator.listings.withdraw'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: Listing
  }
  /** Relist a withdrawn listing */
  'POST /api/operator/v1/listings/{listing_id}/relist': {
    id: 'operator.listings.relist'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: ListingDetail
  }
  /** Accept the withdrawal of a listing */
  'POST /api/operator/v1/listings/{listing_id}/accept_withdrawal': {
    id: 'operator.listings.accept_withdrawal'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: ListingDetail
  }
  /** Import listings */
  'POST /api/operator/v1/listings/import': {
    id: 'operator.listings.import'
    params: undefined
    query: {
      /** `sandbox` or `live`. */
      environment: Environment
      /** True: check the whole file and report what would change, without changing anything. */
      dry_run?: boolean
    }
    body: unknown
    response: ListingImport
  }
  /** Get an import report */
  'GET /api/operator/v1/listings/imports/{import_id}': {
    id: 'operator.listings.import_report'
    params: {
      /** ID of the import. */
      import_id: string
    }
    query: undefined
    body: undefined
    response: ListingImport
  }
  /** List TLDs */
  'GET /api/operator/v1/tlds': {
    id: 'operator.tlds.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `tld_asc`. */
      sort?: "tld_asc" | "tld_desc"
      /** Type of the TLD. */
      type?: string
      /** True: only TLDs with a price. False: only TLDs without one. */
      offered?: boolean
    }
    body: undefined
    response: {
      /** TLDs. */
      tlds: OperatorTld[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a TLD */
  'GET /api/operator/v1/tlds/{tld}': {
    id: 'operator.tlds.get'
    params: {
      /** A TLD in any form: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: undefined
    response: OperatorTld
  }
  /** Create or update a TLD */
  'PUT /api/operator/v1/tlds/{tld}': {
    id: 'operator.tlds.put'
    params: {
      /** A TLD in any form: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: {
      /** Type of the TLD. */
      type?: string
      /** Prices per operation. */
      prices?: {
        /** Price in US cents for the shortest term. Null if not offered. */
        register_cents?: number | null
        /** Price in US cents for the shortest term. Null if not offered. */
        renew_cents?: number | null
        /** Price in US cents for the shortest term. Null if not offered. */
        transfer_cents?: number | null
        /** Price in US cents for the shortest term. Null if not offered. */
        restore_cents?: number | null
      }
      /** Registration term. */
      term?: {
        /** Minimum term in years. */
        min_years?: number | null
        /** Maximum term in years. */
        max_years?: number | null
      }
      /** Rules for the organization of the registrant. */
      organization?: {
        /** True if it is required. */
        required?: boolean | null
        /** Further rules. */
        rules?: TldRule[]
      }
      /** The registrant. */
      registrant?: {
        /** True if a local presence is required. */
        local_presence_required?: boolean | null
        /** Countries the registrant must be in. Null: any. */
        allowed_countries?: string[] | null
      }
      /** Nameservers. */
      nameservers?: {
        /** True if it is required. */
        required?: boolean | null
        /** Minimum number. */
        min?: number | null
        /** Maximum number. */
        max?: number | null
        /** Further rules. */
        rules?: TldRule[]
      }
      /** True if internationalized domains are allowed. */
      idn?: boolean | null
      /** True if the TLD supports DNSSEC. */
      dnssec?: boolean | null
      /** Transfer rules. */
      transfer?: {
        /** True if a transfer needs an auth code. */
        auth_code_required?: boolean | null
        /** Days without transfers after registration or transfer. */
        lock_days?: number | null
      }
      /** Periods after expiry, in days. */
      lifecycle_days?: {
        /** Days of the auto-renew grace period. */
        auto_renew_grace?: number | null
        /** Days of the redemption period. */
        redemption?: number | null
        /** Days of the pending-delete period. */
        pending_delete?: number | null
      }
    }
    response: OperatorTld
  }
  /** List orders */
  'GET /api/operator/v1/orders': {
    id: 'operator.orders.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "price_asc" | "price_desc" | "domain_asc" | "domain_desc"
      /** Values of `OrderStatus`, separated by commas. */
      status?: string
      /** State of the transfer. */
      transfer?: OrderTransferState
      /** Orders that wait in this group of the work queue. */
      queue?: "transfers_to_start" | "transfers_to_confirm"
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** The exact domain, in A-label form. */
      domain?: string
      /** Start of the range, inclusive: a date, or a date-time with a time zone. */
      from?: string
      /** End of the range, exclusive: a date, or a date-time with a time zone. */
      to?: string
      /** True to return `matching_count`. */
      count?: boolean
    }
    body: undefined
    response: {
      /** Orders on this page. */
      orders: OperatorOrder[]
      /** Number of orders that match the filters, at most 10000. Null unless `count` is true. */
      matching_count: number | null
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get an order */
  'GET /api/operator/v1/orders/{public_id}': {
    id: 'operator.orders.get'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: OperatorOrderDetail
  }
  /** Hold an order for manual review */
  'POST /api/operator/v1/orders/{public_id}/hold': {
    id: 'operator.orders.hold'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Clear a held order */
  'POST /api/operator/v1/orders/{public_id}/clear': {
    id: 'operator.orders.clear'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Start the transfer of an order */
  'POST /api/operator/v1/orders/{public_id}/start_transfer': {
    id: 'operator.orders.start_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note for the timeline. */
      note?: string
      /** True: start although the buyer has not chosen where to receive the domain. */
      without_choice?: boolean
    } | undefined
    response: OperatorOrderDetail
  }
  /** Mark the transfer as failed */
  'POST /api/operator/v1/orders/{public_id}/fail_transfer': {
    id: 'operator.orders.fail_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Complete the transfer of an order */
  'POST /api/operator/v1/orders/{public_id}/complete_transfer': {
    id: 'operator.orders.complete_transfer'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Refund an order */
  'POST /api/operator/v1/orders/{public_id}/refund': {
    id: 'operator.orders.refund'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Cancel an order */
  'POST /api/operator/v1/orders/{public_id}/cancel': {
    id: 'operator.orders.cancel'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: NoteInput | undefined
    response: OperatorOrderDetail
  }
  /** Apply an action to many orders */
  'POST /api/operator/v1/orders/bulk': {
    id: 'operator.orders.bulk'
    params: undefined
    query: undefined
    body: {
      action: OrderAction
      /** IDs of the orders. The run handles them in this sequence. */
      order_ids: string[]
      /** Note for the timeline. */
      note?: string
      /** A unique value of your choice that identifies this bulk action. */
      idempotency_key: string
    }
    response: OrderRun
  }
  /** Get a bulk action */
  'GET /api/operator/v1/orders/bulk/{run_id}': {
    id: 'operator.orders.run'
    params: {
      /** ID of the bulk action. */
      run_id: string
    }
    query: undefined
    body: undefined
    response: OrderRun
  }
  /** Send the claim link of an order again */
  'POST /api/operator/v1/orders/{public_id}/claim-link': {
    id: 'operator.orders.claim_link'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: ClaimLink
  }
  /** List unclaimed purchases */
  'GET /api/operator/v1/unclaimed-purchases': {
    id: 'operator.orders.unclaimed'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Unclaimed purchases. */
      purchases: UnclaimedPurchase[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List review rules */
  'GET /api/operator/v1/review-rules': {
    id: 'operator.review_rules.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Review rules. */
      review_rules: ReviewRule[]
    }
  }
  /** Create a review rule */
  'POST /api/operator/v1/review-rules': {
    id: 'operator.review_rules.create'
    params: undefined
    query: undefined
    body: {
      /** Type of the record. */
      kind: "min_amount" | "buyer_email" | "buyer_email_domain" | "buyer_country"
      /** Value to compare with: an amount in minor units, an email address, an email domain or a country code. */
      value: string
    }
    response: ReviewRule
  }
  /** Delete a review rule */
  'DELETE /api/operator/v1/review-rules/{rule_id}': {
    id: 'operator.review_rules.delete'
    params: {
      /** ID of the review rule. */
      rule_id: string
    }
    query: undefined
    body: undefined
    response: ReviewRule
  }
  /** Get the delivery of an order */
  'GET /api/operator/v1/orders/{public_id}/delivery': {
    id: 'operator.deliveries.get'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: Delivery
  }
  /** Confirm a delivery */
  'POST /api/operator/v1/orders/{public_id}/delivery/confirm': {
    id: 'operator.deliveries.confirm'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note added to the timeline. */
      note?: string
    } | undefined
    response: Delivery
  }
  /** Enter the auth code of a delivery */
  'POST /api/operator/v1/orders/{public_id}/delivery/set_auth_code': {
    id: 'operator.deliveries.set_auth_code'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note added to the timeline. */
      note?: string
      /** The auth code that you set at the registrar. */
      auth_code: string
    }
    response: Delivery
  }
  /** Retry a delivery */
  'POST /api/operator/v1/orders/{public_id}/delivery/retry': {
    id: 'operator.deliveries.retry'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note added to the timeline. */
      note?: string
      /** IANA ID of the registrar. */
      registrar_iana_id?: number
      /** Account at the registrar that receives the domains. */
      registrar_account?: string
      /** Auth code of a domain at another registrar. The service transfers the domain with it first. */
      auth_code?: string
    } | undefined
    response: Delivery
  }
  /** Take over a delivery */
  'POST /api/operator/v1/orders/{public_id}/delivery/take_over': {
    id: 'operator.deliveries.take_over'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note added to the timeline. */
      note?: string
    } | undefined
    response: Delivery
  }
  /** Cancel a delivery */
  'POST /api/operator/v1/orders/{public_id}/delivery/cancel': {
    id: 'operator.deliveries.cancel'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** Note added to the timeline. */
      note?: string
    } | undefined
    response: Delivery
  }
  /** List registry commands */
  'GET /api/operator/v1/registry-commands': {
    id: 'operator.registry_commands.list'
    params: undefined
    query: {
      /** Only commands in this state. */
      state?: "unpaid" | "queued" | "done" | "failed" | "needs_operator"
      /** The exact domain, in A-label form. */
      domain?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
    }
    body: undefined
    response: RegistryCommands
  }
  /** Get a registry command */
  'GET /api/operator/v1/registry-commands/{command_id}': {
    id: 'operator.registry_commands.get'
    params: {
      /** ID of the change at the registry. */
      command_id: RegistryCommandId
    }
    query: undefined
    body: undefined
    response: RegistryCommandDetail
  }
  /** Retry a registry command */
  'POST /api/operator/v1/registry-commands/{command_id}/retry': {
    id: 'operator.registry_commands.retry'
    params: {
      /** ID of the change at the registry. */
      command_id: RegistryCommandId
    }
    query: undefined
    body: Record<string, never> | undefined
    response: RegistryCommandDetail
  }
  /** Confirm a registry command */
  'POST /api/operator/v1/registry-commands/{command_id}/confirm': {
    id: 'operator.registry_commands.confirm'
    params: {
      /** ID of the change at the registry. */
      command_id: RegistryCommandId
    }
    query: undefined
    body: {
      /** The expiry date at the registry after the renewal or registration. */
      expires_at?: string
    } | undefined
    response: RegistryCommandDetail
  }
  /** End a registry command */
  'POST /api/operator/v1/registry-commands/{command_id}/fail': {
    id: 'operator.registry_commands.fail'
    params: {
      /** ID of the change at the registry. */
      command_id: RegistryCommandId
    }
    query: undefined
    body: {
      /** The reason, shown to the owner of the domain. */
      note?: string
    } | undefined
    response: RegistryCommandDetail
  }
  /** Take over a registry command */
  'POST /api/operator/v1/registry-commands/{command_id}/take_over': {
    id: 'operator.registry_commands.take_over'
    params: {
      /** ID of the change at the registry. */
      command_id: RegistryCommandId
    }
    query: undefined
    body: Record<string, never> | undefined
    response: RegistryCommandDetail
  }
  /** List brokerage cases */
  'GET /api/operator/v1/brokerage': {
    id: 'operator.brokerage.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "updated_asc" | "updated_desc"
      /** Values of `BrokerageStatus`, separated by commas. */
      status?: string
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** The exact domain, in A-label form. */
      domain?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Brokerage cases. */
      cases: OperatorBrokerageCase[]
      totals: BrokerageTotals
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a brokerage case */
  'GET /api/operator/v1/brokerage/{case_id}': {
    id: 'operator.brokerage.get'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Advance a brokerage case */
  'POST /api/operator/v1/brokerage/{case_id}/advance': {
    id: 'operator.brokerage.advance'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: BrokerageNoteInput | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case as declined */
  'POST /api/operator/v1/brokerage/{case_id}/decline': {
    id: 'operator.brokerage.decline'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: BrokerageNoteInput | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Close a case without a deal */
  'POST /api/operator/v1/brokerage/{case_id}/no_deal': {
    id: 'operator.brokerage.no_deal'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: BrokerageNoteInput | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Cancel a brokerage case */
  'POST /api/operator/v1/brokerage/{case_id}/cancel': {
    id: 'operator.brokerage.cancel'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: BrokerageNoteInput | undefined
    response: OperatorBrokerageCaseDetail
  }
  /** Complete a brokerage case */
  'POST /api/operator/v1/brokerage/{case_id}/complete': {
    id: 'operator.brokerage.complete'
    params: {
      /** ID of the brokerage case. */
      case_id: string
    }
    query: undefined
    body: {
      /** Price the buyer paid, in minor units. */
      deal_price_cents: number
      /** Note added to the timeline. */
      note?: string
    }
    response: OperatorBrokerageCaseDetail
  }
  /** List statements */
  'GET /api/operator/v1/settlements': {
    id: 'operator.settlements.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `period_desc`. */
      sort?: "period_asc" | "period_desc" | "owed_asc" | "owed_desc"
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Statuses, separated by commas. */
      status?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Statements. */
      settlements: OperatorSettlement[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Preview a settlement run */
  'GET /api/operator/v1/settlements/preview': {
    id: 'operator.settlements.preview'
    params: undefined
    query: {
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Calendar month (UTC), such as `2026-01`. Default: every period that has ended. */
      period?: string
    }
    body: undefined
    response: {
      /** The closed period. Null if all. */
      period: string | null
      /** Statements. */
      settlements: PreviewedSettlement[]
      /** Partner accounts that are due and not included. */
      partners_left: number
    }
  }
  /** Get a statement */
  'GET /api/operator/v1/settlements/{settlement_id}': {
    id: 'operator.settlements.get'
    params: {
      /** ID of the statement. */
      settlement_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      settlement: OperatorSettlement
      /** Adjustments. */
      adjustments: Adjustment[]
      /** Lines of the statement. */
      lines: SettlementLine[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Mark a statement as paid */
  'POST /api/operator/v1/settlements/{settlement_id}/paid': {
    id: 'operator.settlements.paid'
    params: {
      /** ID of the statement. */
      settlement_id: string
    }
    query: undefined
    body: {
      /** Reference of the payment. */
      reference?: string
    } | undefined
    response: OperatorSettlement
  }
  /** Adjust a closed statement */
  'POST /api/operator/v1/settlements/{settlement_id}/adjustments': {
    id: 'operator.settlements.adjust'
    params: {
      /** ID of the statement. */
      settlement_id: string
    }
    query: undefined
    body: {
      /** Amount in minor units, not zero. Positive: the partner owes more. */
      amount_cents: number
      /** Reason, for people to read. */
      reason: string
    }
    response: Adjustment
  }
  /** List payouts */
  'GET /api/operator/v1/payouts': {
    id: 'operator.payouts.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc" | "amount_asc" | "amount_desc"
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Statuses, separated by commas. */
      status?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Kinds, separated by commas. */
      kind?: string
    }
    body: undefined
    response: {
      /** Payouts. */
      payouts: OperatorPayout[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Create payouts */
  'POST /api/operator/v1/payouts': {
    id: 'operator.payouts.create'
    params: undefined
    query: undefined
    body: {
      partner_id: PartnerId
      kind: PayoutKind
      environment: Environment
    }
    response: {
      /** Payouts. */
      payouts: OperatorPayout[]
    }
  }
  /** List what is due for payout */
  'GET /api/operator/v1/payouts/due': {
    id: 'operator.payouts.due'
    params: undefined
    query: {
      /** `sandbox` or `live`. */
      environment?: Environment
    }
    body: undefined
    response: {
      /** Pending amounts, at most 200. */
      due: DuePayout[]
    }
  }
  /** Mark a payout as sent */
  'POST /api/operator/v1/payouts/{payout_id}/sent': {
    id: 'operator.payouts.sent'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: PayoutNoteInput | undefined
    response: OperatorPayout
  }
  /** Mark a payout as paid */
  'POST /api/operator/v1/payouts/{payout_id}/paid': {
    id: 'operator.payouts.paid'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: PayoutNoteInput | undefined
    response: OperatorPayout
  }
  /** Mark a payout as failed */
  'POST /api/operator/v1/payouts/{payout_id}/failed': {
    id: 'operator.payouts.failed'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: PayoutNoteInput | undefined
    response: OperatorPayout
  }
  /** Close statements */
  'POST /api/operator/v1/settlements/run': {
    id: 'operator.settlements.run'
    params: undefined
    query: undefined
    body: {
      /** Calendar month (UTC), such as `2026-01`. Default: every period that has ended. */
      period?: string
    } | undefined
    response: {
      /** The closed period. Null if all. */
      period: string | null
      /** Number of statements this run closed. */
      settlements_count: number
      /** Number of orders on these statements. */
      orders_count: number
      /** The first 100 statements. */
      settlements: OperatorSettlement[]
    }
  }
  /** List disputes */
  'GET /api/operator/v1/disputes': {
    id: 'operator.disputes.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: needs_response, under_review, won, lost. */
      status?: string
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Only disputes of this order. */
      order_id?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Disputes. */
      disputes: Dispute[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a dispute */
  'GET /api/operator/v1/disputes/{dispute_id}': {
    id: 'operator.disputes.get'
    params: {
      /** ID of the dispute. */
      dispute_id: string
    }
    query: undefined
    body: undefined
    response: Dispute
  }
  /** Submit evidence for a dispute */
  'POST /api/operator/v1/disputes/{dispute_id}/submit': {
    id: 'operator.disputes.submit'
    params: {
      /** ID of the dispute. */
      dispute_id: string
    }
    query: undefined
    body: DisputeEvidence
    response: Dispute
  }
  /** Accept a dispute */
  'POST /api/operator/v1/disputes/{dispute_id}/accept': {
    id: 'operator.disputes.accept'
    params: {
      /** ID of the dispute. */
      dispute_id: string
    }
    query: undefined
    body: undefined
    response: Dispute
  }
  /** Close a test dispute */
  'POST /api/operator/v1/disputes/{dispute_id}/close': {
    id: 'operator.disputes.close'
    params: {
      /** ID of the dispute. */
      dispute_id: string
    }
    query: undefined
    body: {
      outcome: DisputeOutcome
    }
    response: Dispute
  }
  /** Refund a delivered order */
  'POST /api/operator/v1/orders/{public_id}/refund_after_delivery': {
    id: 'operator.orders.refund_after_delivery'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: {
      /** The reason. The partner sees it. */
      reason: string
    }
    response: {
      /** ID of the refund. */
      refund_id: string
    }
  }
  /** List documents */
  'GET /api/operator/v1/documents': {
    id: 'operator.documents.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** Kinds of documents, separated by commas. */
      kind?: string
      /** Number of the document. */
      number?: string
      /** ID of the order. */
      order_id?: string
      /** ID of the settlement. */
      settlement_id?: string
      /** ID of the registration or renewal. */
      purchase_id?: string
      /** ID of the partner. */
      partner_id?: string
      /** Account of a seller. */
      seller_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
    }
    body: undefined
    response: {
      /** Documents. */
      documents: OperatorDocument[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a document */
  'GET /api/operator/v1/documents/{document_id}': {
    id: 'operator.documents.get'
    params: {
      /** ID of the document. */
      document_id: string
    }
    query: undefined
    body: undefined
    response: OperatorDocument
  }
  /** List sellers */
  'GET /api/operator/v1/sellers': {
    id: 'operator.sellers.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** An email address. */
      email?: string
      /** True: only frozen sellers. False: only others. */
      frozen?: boolean
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Sellers. */
      sellers: Seller[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a seller */
  'GET /api/operator/v1/sellers/{user_id}': {
    id: 'operator.sellers.get'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: undefined
    response: SellerDetail
  }
  /** Set where payouts go */
  'PUT /api/operator/v1/sellers/{user_id}/destination': {
    id: 'operator.sellers.destination'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: {
      /** `manual`: an operator sends a bank transfer. */
      kind: "manual"
      /** Account number, bank and name of the account, as you need them to send money. */
      bank_reference: string
    }
    response: SellerDetail
  }
  /** Freeze a seller */
  'POST /api/operator/v1/sellers/{user_id}/freeze': {
    id: 'operator.sellers.freeze'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: {
      /** The reason, for operators. */
      reason: string
    }
    response: SellerDetail
  }
  /** Unfreeze a seller */
  'POST /api/operator/v1/sellers/{user_id}/unfreeze': {
    id: 'operator.sellers.unfreeze'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: undefined
    response: SellerDetail
  }
  /** List the listings of a seller */
  'GET /api/operator/v1/sellers/{user_id}/listings': {
    id: 'operator.sellers.listings'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: pending_verification, listed, reserved, sold, withdrawn, expired. */
      status?: string
    }
    body: undefined
    response: {
      /** Listings. */
      listings: SellerListing[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List the sales of a seller */
  'GET /api/operator/v1/sellers/{user_id}/sales': {
    id: 'operator.sellers.sales'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
    }
    body: undefined
    response: {
      /** Sales. */
      sales: SellerSale[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Verify a listing by hand */
  'POST /api/operator/v1/seller-listings/{listing_id}/verify': {
    id: 'operator.sellers.verify_listing'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: {
      /** How the seller proved control of the domain, for operators. */
      reason: string
    }
    response: SellerListing
  }
  /** Create payouts to a seller */
  'POST /api/operator/v1/sellers/{user_id}/payouts': {
    id: 'operator.sellers.pay_out'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: {
      currency?: Currency
    } | undefined
    response: {
      /** Payouts. */
      payouts: OperatorSellerPayout[]
    }
  }
  /** List payouts to sellers */
  'GET /api/operator/v1/seller-payouts': {
    id: 'operator.seller_payouts.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** ID of the user. */
      user_id?: string
      /** Statuses, separated by commas: pending, paid, failed, reversed. */
      status?: string
    }
    body: undefined
    response: {
      /** Payouts. */
      payouts: OperatorSellerPayout[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Record that a payout to a seller was sent */
  'POST /api/operator/v1/seller-payouts/{payout_id}/paid': {
    id: 'operator.seller_payouts.paid'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: {
      /** Reference of the bank transfer. The seller sees it. */
      reference: string
    }
    response: OperatorSellerPayout
  }
  /** Record that a payout to a seller failed */
  'POST /api/operator/v1/seller-payouts/{payout_id}/failed': {
    id: 'operator.seller_payouts.failed'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: {
      /** The reason. The seller sees it. */
      reason: string
    }
    response: OperatorSellerPayout
  }
  /** Record that the bank returned a payout to a seller */
  'POST /api/operator/v1/seller-payouts/{payout_id}/returned': {
    id: 'operator.seller_payouts.returned'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: {
      /** The reason. The seller sees it. */
      reason: string
    }
    response: OperatorSellerPayout
  }
  /** Retry a payout to a seller */
  'POST /api/operator/v1/seller-payouts/{payout_id}/retry': {
    id: 'operator.seller_payouts.retry'
    params: {
      /** ID of the payout. */
      payout_id: string
    }
    query: undefined
    body: undefined
    response: OperatorSellerPayout
  }
  /** List offers */
  'GET /api/operator/v1/offers': {
    id: 'operator.offers.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: open, countered_by_seller, countered_by_buyer, accepted, paid, declined, withdrawn, expired, closed. */
      status?: string
      /** A registrable domain, as U-label or A-label. */
      domain?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** `marketplace`: only offers for the marketplace's own domains, which operators respond to. Default `all`. */
      seller?: "marketplace" | "all"
    }
    body: undefined
    response: {
      /** Offers. */
      offers: OperatorOffer[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get an offer */
  'GET /api/operator/v1/offers/{offer_id}': {
    id: 'operator.offers.get'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: OperatorOfferDetail
  }
  /** Make a counter-offer for the marketplace */
  'POST /api/operator/v1/offers/{offer_id}/counter': {
    id: 'operator.offers.counter'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** The amount in minor units of the currency. */
      amount_cents: number
      /** A message to the other side, as plain text. */
      message?: string
    }
    response: OperatorOfferDetail
  }
  /** Accept an offer for the marketplace */
  'POST /api/operator/v1/offers/{offer_id}/accept': {
    id: 'operator.offers.accept'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: OperatorOfferDetail
  }
  /** Decline an offer for the marketplace */
  'POST /api/operator/v1/offers/{offer_id}/decline': {
    id: 'operator.offers.decline'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: OperatorOfferDetail
  }
  /** Withdraw the marketplace's counter-offer */
  'POST /api/operator/v1/offers/{offer_id}/withdraw': {
    id: 'operator.offers.withdraw'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: OperatorOfferDetail
  }
  /** Get tax settings */
  'GET /api/operator/v1/tax': {
    id: 'operator.tax.get'
    params: undefined
    query: undefined
    body: undefined
    response: TaxSettings
  }
  /** Replace tax settings */
  'PUT /api/operator/v1/tax': {
    id: 'operator.tax.put'
    params: undefined
    query: undefined
    body: TaxSettingsInput
    response: TaxSettings
  }
  /** Check the ledger */
  'GET /api/operator/v1/ledger/check': {
    id: 'operator.ledger.check'
    params: undefined
    query: undefined
    body: undefined
    response: LedgerCheck
  }
  /** List webhook endpoints */
  'GET /api/operator/v1/webhooks/endpoints': {
    id: 'operator.webhooks.endpoints.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** True: only active endpoints. False: only disabled ones. */
      active?: boolean
      /** True: only endpoints that the service disabled, or with failed deliveries since their last success, as in the queue group `failing_webhooks`. False: only others. */
      failing?: boolean
    }
    body: undefined
    response: {
      /** Webhook endpoints. */
      endpoints: OperatorWebhook[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** List webhook deliveries */
  'GET /api/operator/v1/webhooks/deliveries': {
    id: 'operator.webhooks.deliveries.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
      /** ID of the partner. */
      partner_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** ID of the webhook endpoint. */
      endpoint_id?: string
      /** ID of the event. */
      event_id?: string
      /** Statuses, separated by commas: pending, succeeded, failed. */
      status?: string
    }
    body: undefined
    response: {
      /** Webhook deliveries. */
      deliveries: OperatorWebhookDelivery[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Resend a webhook delivery */
  'POST /api/operator/v1/webhooks/deliveries/{delivery_id}/redeliver': {
    id: 'operator.webhooks.deliveries.redeliver'
    params: {
      /** ID of the webhook delivery. */
      delivery_id: string
    }
    query: undefined
    body: undefined
    response: OperatorWebhookDelivery
  }
  /** List messages */
  'GET /api/operator/v1/mail': {
    id: 'operator.mail.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Email address of the recipient. */
      to?: string
      /** What the message is about. */
      template?: MailTemplate
      /** Statuses, separated by commas: queued, sent, failed. */
      status?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Start of the range, inclusive: a date or a date-time. */
      created_from?: string
      /** End of the range, exclusive: a date or a date-time. */
      created_to?: string
    }
    body: undefined
    response: MailMessagePage
  }
  /** Get a message */
  'GET /api/operator/v1/mail/{message_id}': {
    id: 'operator.mail.get'
    params: {
      /** ID of the message. */
      message_id: string
    }
    query: undefined
    body: undefined
    response: OperatorMailMessage
  }
  /** Resend a message */
  'POST /api/operator/v1/mail/{message_id}/resend': {
    id: 'operator.mail.resend'
    params: {
      /** ID of the message. */
      message_id: string
    }
    query: undefined
    body: undefined
    response: MailMessage
  }
  /** Show the link of a message */
  'POST /api/operator/v1/mail/{message_id}/link': {
    id: 'operator.mail.reveal_link'
    params: {
      /** ID of the message. */
      message_id: string
    }
    query: undefined
    body: undefined
    response: {
      /** The link. Anyone who has it can use it. */
      url: string
    }
  }
  /** List the audit log */
  'GET /api/operator/v1/audit': {
    id: 'operator.audit.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Who acted. */
      actor?: string
      /** ID of the operation. */
      route?: string
      /** ID of the request. */
      request_id?: string
      /** True to leave out calls that only read. */
      changes?: boolean
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Rows of the audit log. */
      audit: AuditRow[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get the work queue */
  'GET /api/operator/v1/queue': {
    id: 'operator.queue'
    params: undefined
    query: {
      /** `sandbox` or `live`. */
      environment?: Environment
    }
    body: undefined
    response: OperatorQueue
  }
  /** Get a group of the work queue */
  'GET /api/operator/v1/queue/{group}': {
    id: 'operator.queue.group'
    params: {
      /** Name of the group, as in the work queue. */
      group: string
    }
    query: {
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Page size. Default 500. Values above 500 return 500. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: QueueGroupPage
  }
  /** Search all records */
  'GET /api/operator/v1/search': {
    id: 'operator.search'
    params: undefined
    query: {
      /** Search text. */
      q: string
    }
    body: undefined
    response: {
      /** Matching records, at most 30. Exact matches come first. */
      results: SearchHit[]
    }
  }
  /** Get the overview */
  'GET /api/operator/v1/overview': {
    id: 'operator.overview'
    params: undefined
    query: undefined
    body: undefined
    response: OperatorOverview
  }
  /** List changed records */
  'GET /api/operator/v1/changes': {
    id: 'operator.changes.list'
    params: undefined
    query: {
      /** The `cursor` of an earlier response. Without it, the response has no changes and the current cursor. */
      after?: string
    }
    body: undefined
    response: ChangeBatch
  }
  /** List operators */
  'GET /api/operator/v1/operators': {
    id: 'operator.operators.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** The operators. */
      operators: Operator[]
      /** Invitations that can still be accepted. */
      invitations: OperatorInvitation[]
    }
  }
  /** Invite an operator */
  'POST /api/operator/v1/operators': {
    id: 'operator.operators.invite'
    params: undefined
    query: undefined
    body: {
      /** An email address. */
      email: string
      role: OperatorRole
    }
    response: OperatorInvitation
  }
  /** Change the role of an operator */
  'PATCH /api/operator/v1/operators/{user_id}': {
    id: 'operator.operators.change'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: {
      role: OperatorRole
    }
    response: Operator
  }
  /** Remove an operator */
  'DELETE /api/operator/v1/operators/{user_id}': {
    id: 'operator.operators.remove'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: undefined
    response: {
      /** ID of the user. */
      user_id: string
      /** Email address. */
      email: string
      role: OperatorRole
    }
  }
  /** Revoke an operator invitation */
  'DELETE /api/operator/v1/operator-invitations/{invitation_id}': {
    id: 'operator.operators.revoke_invitation'
    params: {
      /** ID of the invitation. */
      invitation_id: string
    }
    query: undefined
    body: undefined
    response: OperatorInvitation
  }
  /** List operator tokens */
  'GET /api/operator/v1/operator-tokens': {
    id: 'operator.tokens.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** The active tokens. */
      operator_tokens: OperatorToken[]
    }
  }
  /** Create an operator token */
  'POST /api/operator/v1/operator-tokens': {
    id: 'operator.tokens.create'
    params: undefined
    query: undefined
    body: {
      /** Name of the token. */
      name: string
      role: OperatorRole
      /** When the token expires. Default: never. */
      expires_at?: string | null
    }
    response: IssuedOperatorToken
  }
  /** Revoke an operator token */
  'DELETE /api/operator/v1/operator-tokens/{token_id}': {
    id: 'operator.tokens.revoke'
    params: {
      /** ID of the operator token. */
      token_id: string
    }
    query: undefined
    body: undefined
    response: OperatorToken
  }
  /** List your partners */
  'GET /api/portal/v1/partners': {
    id: 'portal.partners.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Partners. */
      partners: OwnPartner[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Create your partner */
  'POST /api/portal/v1/partners': {
    id: 'portal.partners.start'
    params: undefined
    query: undefined
    body: {
      /** Name of the person or company. */
      name: string
    }
    response: {
      partner: OwnPartner
      credential: IssuedCredential
    }
  }
  /** List your credentials */
  'GET /api/portal/v1/credentials': {
    id: 'portal.credentials.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: CredentialPage
  }
  /** Create a credential */
  'POST /api/portal/v1/credentials': {
    id: 'portal.credentials.issue'
    params: undefined
    query: undefined
    body: CredentialInput
    response: IssuedCredential
  }
  /** Rotate a credential */
  'POST /api/portal/v1/credentials/{key_id}/rotate': {
    id: 'portal.credentials.rotate'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: RotationInput | undefined
    response: IssuedCredential
  }
  /** Rename a credential */
  'PATCH /api/portal/v1/credentials/{key_id}': {
    id: 'portal.credentials.rename'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: CredentialNameInput
    response: Credential
  }
  /** Revoke a credential */
  'DELETE /api/portal/v1/credentials/{key_id}': {
    id: 'portal.credentials.revoke'
    params: {
      /** Key ID, `pk_…`. */
      key_id: string
    }
    query: undefined
    body: undefined
    response: Credential
  }
  /** Apply for live access */
  'POST /api/portal/v1/live-access': {
    id: 'portal.live_access.request'
    params: undefined
    query: undefined
    body: {
      /** Message to the operator. */
      note?: string
    } | undefined
    response: OwnPartner
  }
  /** List team members */
  'GET /api/portal/v1/members': {
    id: 'portal.members.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: MemberPage
  }
  /** Invite a team member */
  'POST /api/portal/v1/members': {
    id: 'portal.members.add'
    params: undefined
    query: undefined
    body: {
      /** An email address. */
      email: string
      /** Default `member`. */
      role?: "owner" | "member"
    }
    response: Invitation
  }
  /** Change the role of a team member */
  'PATCH /api/portal/v1/members/{user_id}': {
    id: 'portal.members.change'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: {
      /** Role of the user. */
      role: "owner" | "member"
    }
    response: Member
  }
  /** Remove a team member */
  'DELETE /api/portal/v1/members/{user_id}': {
    id: 'portal.members.remove'
    params: {
      /** ID of the user. */
      user_id: string
    }
    query: undefined
    body: undefined
    response: Member
  }
  /** Leave the team */
  'POST /api/portal/v1/leave': {
    id: 'portal.members.leave'
    params: undefined
    query: undefined
    body: undefined
    response: Member
  }
  /** List open invitations */
  'GET /api/portal/v1/invitations': {
    id: 'portal.invitations.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: InvitationPage
  }
  /** Revoke an invitation */
  'DELETE /api/portal/v1/invitations/{invitation_id}': {
    id: 'portal.invitations.revoke'
    params: {
      /** ID of the invitation. */
      invitation_id: string
    }
    query: undefined
    body: undefined
    response: Invitation
  }
  /** List logged requests */
  'GET /api/portal/v1/requests': {
    id: 'portal.requests.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Current status. */
      status?: "failed" | "succeeded"
      /** Key ID, `pk_…`. */
      key_id?: string
      /** `sandbox` or `live`. */
      environment?: Environment
      /** Prefix of the path. */
      path?: string
      /** Start of the range, inclusive: a date or a date-time. */
      from?: string
      /** End of the range, exclusive: a date or a date-time. */
      to?: string
    }
    body: undefined
    response: {
      /** Logged requests. */
      requests: LoggedRequest[]
      /** Rejected requests of the same key, environment and time range that were not logged. */
      refused_not_kept: number
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a logged request */
  'GET /api/portal/v1/requests/{request_id}': {
    id: 'portal.requests.get'
    params: {
      /** ID of the request. */
      request_id: string
    }
    query: undefined
    body: undefined
    response: LoggedRequestDetail
  }
  /** Diagnose a rejected signature */
  'POST /api/portal/v1/requests/{request_id}/diagnose': {
    id: 'portal.requests.diagnose'
    params: {
      /** ID of the request. */
      request_id: string
    }
    query: undefined
    body: {
      /** The string you signed. */
      canonical_string: string
    }
    response: SignatureDiagnosis
  }
  /** Get the default webhook endpoint */
  'GET /api/portal/v1/webhook-endpoint': {
    id: 'portal.webhook_endpoint.get'
    params: undefined
    query: {
      /** `sandbox` or `live`. */
      environment: Environment
    }
    body: undefined
    response: {
      endpoint: Webhook | null
    }
  }
  /** List changed records of the partner */
  'GET /api/portal/v1/changes': {
    id: 'portal.changes.list'
    params: undefined
    query: {
      /** The `cursor` of an earlier response. Without it, the response has no changes and the current cursor. */
      after?: string
      /** `sandbox` or `live`. */
      environment: Environment
    }
    body: undefined
    response: ChangeBatch
  }
  /** Get the API index */
  'GET /api': {
    id: 'public.index'
    params: undefined
    query: undefined
    body: undefined
    response: ApiIndex
  }
  /** List connected applications */
  'GET /api/account/grants': {
    id: 'account.grants'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Connected applications. */
      grants: ConnectedApplication[]
    }
  }
  /** Disconnect an application */
  'DELETE /api/account/grants/{client_id}': {
    id: 'account.grants.revoke'
    params: {
      /** ID of the client. */
      client_id: string
    }
    query: undefined
    body: undefined
    response: ConnectedApplication
  }
  /** Search for a domain */
  'POST /api/domain/search': {
    id: 'domain.search'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, or a label without a TLD. A label is checked under `.com` first. */
      q: string
    }
    response: DomainSearch
  }
  /** Look up a registration */
  'POST /api/tools/whois': {
    id: 'tools.whois'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    response: Whois
  }
  /** Get TLD prices */
  'GET /api/pricing/tld': {
    id: 'pricing.tld'
    params: undefined
    query: {
      /** A TLD in any form: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
      /** Operation to price. Default `register`. */
      op?: "register" | "renew" | "transfer" | "restore"
    }
    body: undefined
    response: TldPrice
  }
  /** List offered TLDs */
  'GET /api/tlds': {
    id: 'tlds.list'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** TLDs. */
      tlds: OfferedTld[]
    }
  }
  /** Get the rules of a TLD */
  'GET /api/tlds/{tld}/metadata': {
    id: 'tlds.metadata'
    params: {
      /** A TLD in any form: `com`, `.COM`, `рф`, `co.uk`. */
      tld: string
    }
    query: undefined
    body: undefined
    response: TldMetadata
  }
  /** List domains for sale */
  'GET /api/market/listings': {
    id: 'market.listings'
    params: undefined
    query: {
      /** Only this TLD. */
      tld?: string
      /** Text contained in the label (the part before the TLD). */
      q?: string
      /** Minimum price, in minor units. */
      min_price?: number
      /** Maximum price, in minor units. */
      max_price?: number
      /** Alias of `min_price`. */
      min?: number
      /** Alias of `max_price`. */
      max?: number
      /** Minimum length of the label. */
      min_length?: number
      /** Maximum length of the label. */
      max_length?: number
      /** Only this category. */
      category?: string
      /** Sort order. Default `newest`. */
      sort?: "newest" | "price_asc" | "price_desc"
      /** Number of rows to skip. Cannot be combined with `cursor`. */
      offset?: number
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: MarketPage
  }
  /** Get a domain for sale */
  'GET /api/market/listings/{name}': {
    id: 'market.listing'
    params: {
      /** A registrable domain, as U-label or A-label. */
      name: string
    }
    query: undefined
    body: undefined
    response: MarketName
  }
  /** Count domains for sale */
  'GET /api/market/facets': {
    id: 'market.facets'
    params: undefined
    query: {
      /** Only this TLD. */
      tld?: string
      /** Text contained in the label (the part before the TLD). */
      q?: string
      /** Minimum price, in minor units. */
      min_price?: number
      /** Maximum price, in minor units. */
      max_price?: number
      /** Alias of `min_price`. */
      min?: number
      /** Alias of `max_price`. */
      max?: number
      /** Minimum length of the label. */
      min_length?: number
      /** Maximum length of the label. */
      max_length?: number
      /** Only this category. */
      category?: string
    }
    body: undefined
    response: MarketFacets
  }
  /** Search domains for sale by meaning */
  'GET /api/market/search': {
    id: 'market.search'
    params: undefined
    query: {
      /** Search text. */
      q: string
      /** Only this TLD. */
      tld?: string
      /** Only this category. */
      category?: string
      /** Minimum price, in minor units. */
      min_price?: number
      /** Maximum price, in minor units. */
      max_price?: number
      /** Alias of `min_price`. */
      min?: number
      /** Alias of `max_price`. */
      max?: number
      /** Minimum length of the label. */
      min_length?: number
      /** Maximum length of the label. */
      max_length?: number
      /** Sort order. Default `relevance`. */
      sort?: "relevance" | "newest" | "price_asc" | "price_desc"
      /** Number of matches to return. Default 5. */
      limit?: number
      /** Number of matches to skip. */
      offset?: number
    }
    body: undefined
    response: {
      /** The search text. */
      query: string
      /** Number of matches, at most 50. */
      total: number
      /** Results, best first. */
      results: MarketMatch[]
      /** How many matches each choice of a filter would show. */
      facets: {
        /** The 100 TLDs with the most domains, largest first. */
        tlds: TldFacet[]
        /** The 100 categories with the most domains, largest first. */
        categories: CategoryFacet[]
        /** Lengths of the label, shortest first. Each includes the shorter ones. */
        lengths: LengthFacet[]
        /** Price ranges, lowest first. */
        prices: PriceFacet[]
      }
    }
  }
  /** Suggest domains for sale */
  'GET /api/market/suggestions': {
    id: 'market.suggestions'
    params: undefined
    query: {
      /** Search text. */
      q: string
    }
    body: undefined
    response: {
      /** The search text. */
      query: string
      /** Suggested domains, best first. */
      suggestions: MarketSuggestion[]
    }
  }
  /** Start a checkout */
  'POST /api/market/checkout': {
    id: 'market.checkout'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    response: MarketCheckout
  }
  /** Check whether a domain can be brokered */
  'GET /api/market/brokerage/eligibility': {
    id: 'market.brokerage.eligibility'
    params: undefined
    query: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    body: undefined
    response: BrokerageEligibility
  }
  /** Open a brokerage case */
  'POST /api/market/brokerage': {
    id: 'market.brokerage.open'
    params: undefined
    query: undefined
    body: BrokerageInput
    response: MarketBrokerage
  }
  /** List your domains */
  'GET /api/domains': {
    id: 'domains.owned'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Only domains that expire before this time: a date or a date-time. */
      expires_before?: string
    }
    body: undefined
    response: OwnedDomains
  }
  /** List bulk operations */
  'GET /api/domains/bulk': {
    id: 'bulk.operations'
    params: undefined
    query: undefined
    body: undefined
    response: BulkCatalogue
  }
  /** Run a bulk operation */
  'POST /api/domains/bulk/{op}': {
    id: 'bulk.run'
    params: {
      /** Name of the operation. */
      op: string
    }
    query: undefined
    body: {
      /** Your domains. A domain that is not yours fails only in its own row. */
      domains: string[]
      /** Parameters of the operation. `GET /api/domains/bulk` has their schemas. */
      params?: Record<string, unknown>
      /** True to return what would happen without changing anything. */
      dry_run?: boolean
    }
    response: BulkAnswer
  }
  /** List bulk runs */
  'GET /api/account/bulk-runs': {
    id: 'bulk.runs'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Bulk runs. */
      bulk_runs: BulkRun[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a bulk run */
  'GET /api/account/bulk-runs/{bulk_id}': {
    id: 'bulk.report'
    params: {
      /** ID of the bulk run. */
      bulk_id: BulkRunId
    }
    query: undefined
    body: undefined
    response: BulkReport
  }
  /** Register a domain */
  'POST /api/registrations': {
    id: 'registrations.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
      /** Term in years. */
      years: number
      /** Nameservers. Without them, the domain is registered and does not resolve, if the TLD allows it. */
      nameservers?: string[]
      /** The registrant. */
      registrant: {
        /** Full name of the person who registers the domain. */
        name: string
        /** Organization. Some TLDs require one. */
        organization?: string
        /** Street and number. */
        street: string
        /** City. */
        city: string
        /** State or province. */
        state?: string
        /** Postal code. */
        postal_code?: string
        /** Country, ISO 3166-1 alpha-2. */
        country: string
        /** Phone number with a dot after the country code. */
        phone: string
        /** An email address. */
        email: string
      }
    }
    response: RegistrationCheckout
  }
  /** List your registrations and renewals */
  'GET /api/account/domain-purchases': {
    id: 'domain_purchases.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Registrations and renewals. */
      domain_purchases: DomainPurchase[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a registration or renewal */
  'GET /api/account/domain-purchases/{purchase_id}': {
    id: 'domain_purchases.get'
    params: {
      /** ID of the registration or renewal. */
      purchase_id: DomainPurchaseId
    }
    query: undefined
    body: undefined
    response: DomainPurchase
  }
  /** List a domain for sale */
  'POST /api/seller/listings': {
    id: 'seller.listings.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
      /** The buy-now price, in minor units. */
      price_cents: number
      /** The lowest price the seller accepts. Default: `price_cents`. */
      floor_price_cents?: number
      currency: Currency
      /** Description of the domain. */
      description?: string
      /** Categories of the domain. */
      categories?: string[]
      /** True to let buyers make offers. Default false. */
      accepts_offers?: boolean
      /** True to accept offers at or above `floor_price_cents` automatically. Buyers do not see this choice. Default false. */
      auto_accept_offers?: boolean
    }
    response: SellerListing
  }
  /** List your listings */
  'GET /api/seller/listings': {
    id: 'seller.listings.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: pending_verification, listed, reserved, sold, withdrawn, expired. */
      status?: string
    }
    body: undefined
    response: {
      /** Listings. */
      listings: SellerListing[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Import your listings */
  'POST /api/seller/listings/import': {
    id: 'seller.listings.import'
    params: undefined
    query: undefined
    body: unknown
    response: SellerImport
  }
  /** Get your listing */
  'GET /api/seller/listings/{listing_id}': {
    id: 'seller.listings.get'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: SellerListing
  }
  /** Update your listing */
  'PATCH /api/seller/listings/{listing_id}': {
    id: 'seller.listings.change'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: {
      /** The buy-now price, in minor units. */
      price_cents?: number
      /** The lowest price the seller accepts. Default: `price_cents`. */
      floor_price_cents?: number
      currency?: Currency
      /** Description of the domain. */
      description?: string | null
      /** Categories of the domain. */
      categories?: string[]
      /** True to let buyers make offers. Default false. */
      accepts_offers?: boolean
      /** True to accept offers at or above `floor_price_cents` automatically. Buyers do not see this choice. Default false. */
      auto_accept_offers?: boolean
    }
    response: SellerListing
  }
  /** Withdraw your listing */
  'DELETE /api/seller/listings/{listing_id}': {
    id: 'seller.listings.withdraw'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: SellerListing
  }
  /** Verify your listing now */
  'POST /api/seller/listings/{listing_id}/verify': {
    id: 'seller.listings.verify'
    params: {
      /** ID of the listing. */
      listing_id: string
    }
    query: undefined
    body: undefined
    response: SellerListing
  }
  /** List your sales */
  'GET /api/seller/sales': {
    id: 'seller.sales.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
    }
    body: undefined
    response: {
      /** Sales. */
      sales: SellerSale[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get your balance */
  'GET /api/seller/balance': {
    id: 'seller.balance'
    params: undefined
    query: undefined
    body: undefined
    response: SellerBalance
  }
  /** List your payouts */
  'GET /api/seller/payouts': {
    id: 'seller.payouts.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
    }
    body: undefined
    response: {
      /** Payouts. */
      payouts: SellerPayout[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Request a payout */
  'POST /api/seller/payouts': {
    id: 'seller.payouts.create'
    params: undefined
    query: undefined
    body: {
      currency?: Currency
    } | undefined
    response: {
      /** Payouts. */
      payouts: SellerPayout[]
    }
  }
  /** Get your payout account */
  'GET /api/seller/payout-account': {
    id: 'seller.payout_account.get'
    params: undefined
    query: undefined
    body: undefined
    response: PayoutAccountState
  }
  /** Set up your payout account */
  'POST /api/seller/payout-account': {
    id: 'seller.payout_account.open'
    params: undefined
    query: undefined
    body: {
      /** Country of your bank account as two letters. It cannot be changed later. Default: the country of the marketplace. */
      country?: string
      /** True: payouts go to your account at Stripe again, in place of a bank account that the operator entered. Only needed once the account is ready, because the setup chooses it, too. */
      use?: boolean
    } | undefined
    response: PayoutAccountLink
  }
  /** Refresh your payout account */
  'POST /api/seller/payout-account/refresh': {
    id: 'seller.payout_account.refresh'
    params: undefined
    query: undefined
    body: undefined
    response: PayoutAccountState
  }
  /** Make an offer */
  'POST /api/market/offers': {
    id: 'market.offers.create'
    params: undefined
    query: undefined
    body: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
      /** The amount in minor units of the currency. */
      amount_cents: number
      currency: Currency
      /** A message to the other side, as plain text. */
      message?: string
    }
    response: OfferDetail
  }
  /** List your offers */
  'GET /api/market/offers': {
    id: 'market.offers.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: open, countered_by_seller, countered_by_buyer, accepted, paid, declined, withdrawn, expired, closed. */
      status?: string
      /** A registrable domain, as U-label or A-label. */
      domain?: string
    }
    body: undefined
    response: {
      /** Offers. */
      offers: Offer[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get your offer */
  'GET /api/market/offers/{offer_id}': {
    id: 'market.offers.get'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: OfferDetail
  }
  /** Counter the seller's counter-offer */
  'POST /api/market/offers/{offer_id}/counter': {
    id: 'market.offers.counter'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** The amount in minor units of the currency. */
      amount_cents: number
      /** A message to the other side, as plain text. */
      message?: string
    }
    response: OfferDetail
  }
  /** Accept the seller's counter-offer */
  'POST /api/market/offers/{offer_id}/accept': {
    id: 'market.offers.accept'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: OfferDetail
  }
  /** Decline the seller's counter-offer */
  'POST /api/market/offers/{offer_id}/decline': {
    id: 'market.offers.decline'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: OfferDetail
  }
  /** Withdraw your offer */
  'POST /api/market/offers/{offer_id}/withdraw': {
    id: 'market.offers.withdraw'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: OfferDetail
  }
  /** List offers for your domains */
  'GET /api/seller/offers': {
    id: 'seller.offers.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
      /** Statuses, separated by commas: open, countered_by_seller, countered_by_buyer, accepted, paid, declined, withdrawn, expired, closed. */
      status?: string
      /** A registrable domain, as U-label or A-label. */
      domain?: string
    }
    body: undefined
    response: {
      /** Offers. */
      offers: SellerOffer[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get an offer for your domain */
  'GET /api/seller/offers/{offer_id}': {
    id: 'seller.offers.get'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: SellerOfferDetail
  }
  /** Make a counter-offer */
  'POST /api/seller/offers/{offer_id}/counter': {
    id: 'seller.offers.counter'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** The amount in minor units of the currency. */
      amount_cents: number
      /** A message to the other side, as plain text. */
      message?: string
    }
    response: SellerOfferDetail
  }
  /** Accept an offer */
  'POST /api/seller/offers/{offer_id}/accept': {
    id: 'seller.offers.accept'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: undefined
    response: SellerOfferDetail
  }
  /** Decline an offer */
  'POST /api/seller/offers/{offer_id}/decline': {
    id: 'seller.offers.decline'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: SellerOfferDetail
  }
  /** Withdraw your counter-offer */
  'POST /api/seller/offers/{offer_id}/withdraw': {
    id: 'seller.offers.withdraw'
    params: {
      /** ID of the offer. */
      offer_id: string
    }
    query: undefined
    body: {
      /** A message to the other side, as plain text. */
      message?: string
    } | undefined
    response: SellerOfferDetail
  }
  /** List your statements */
  'GET /api/seller/statements': {
    id: 'seller.statements.list'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
      /** Order of the list. Default `created_desc`. */
      sort?: "created_asc" | "created_desc"
    }
    body: undefined
    response: {
      /** Statements. */
      statements: Document[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a statement */
  'GET /api/seller/statements/{document_id}': {
    id: 'seller.statements.get'
    params: {
      /** ID of the document. */
      document_id: string
    }
    query: undefined
    body: undefined
    response: Document
  }
  /** Get your account */
  'GET /api/account': {
    id: 'account.get'
    params: undefined
    query: undefined
    body: undefined
    response: Account
  }
  /** Delete your account */
  'DELETE /api/account': {
    id: 'account.delete'
    params: undefined
    query: undefined
    body: {
      /** Your password. Required if your account has one. Without one, a recent sign-in is required. */
      password?: string
    }
    response: {
      /** Always true. */
      deleted: true
    }
  }
  /** Change your password */
  'POST /api/account/password': {
    id: 'account.password'
    params: undefined
    query: undefined
    body: {
      /** Your current password. */
      current_password: string
      /** The new password: 12 to 128 characters, not a common password, not your email address. */
      new_password: string
    }
    response: Account
  }
  /** Change your email address */
  'POST /api/account/email': {
    id: 'account.email'
    params: undefined
    query: undefined
    body: {
      /** An email address. */
      new_email: string
      /** Your current password. */
      current_password: string
    }
    response: Account
  }
  /** Send the confirmation again */
  'POST /api/account/confirmation': {
    id: 'account.confirmation'
    params: undefined
    query: undefined
    body: undefined
    response: Account
  }
  /** List your sessions */
  'GET /api/account/sessions': {
    id: 'account.sessions'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Sessions. */
      sessions: AccountSession[]
    }
  }
  /** End a session */
  'DELETE /api/account/sessions/{session_id}': {
    id: 'account.sessions.end'
    params: {
      /** ID of the checkout session. */
      session_id: string
    }
    query: undefined
    body: undefined
    response: AccountSession
  }
  /** List your saved views */
  'GET /api/account/views': {
    id: 'account.views'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Your views, by list and name. */
      views: SavedView[]
    }
  }
  /** Save a view */
  'PUT /api/account/views': {
    id: 'account.views.save'
    params: undefined
    query: undefined
    body: {
      /** The list that the view is of. */
      list: string
      /** Name of the view, unique for its list. */
      name: string
      /** Filters and order, as in the URL of the list. */
      search: string
      /** Titles of hidden columns. */
      hidden_columns: string[]
    }
    response: {
      /** Your views, by list and name. */
      views: SavedView[]
    }
  }
  /** Delete a saved view */
  'DELETE /api/account/views': {
    id: 'account.views.remove'
    params: undefined
    query: {
      /** The list that the view is of. */
      list: string
      /** Name of the view, unique for its list. */
      name: string
    }
    body: undefined
    response: {
      /** Your views, by list and name. */
      views: SavedView[]
    }
  }
  /** Download your data */
  'GET /api/account/export': {
    id: 'account.export'
    params: undefined
    query: undefined
    body: undefined
    response: AccountExport
  }
  /** Get your second factors */
  'GET /api/account/factors': {
    id: 'account.factors'
    params: undefined
    query: undefined
    body: undefined
    response: SecondFactors
  }
  /** Set up an authenticator app */
  'POST /api/account/totp': {
    id: 'account.totp_start'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Base32. */
      secret: string
      /** The secret with issuer and account, as apps read it. */
      otpauth_url: string
      /** The URL as a QR code. */
      qr_svg: string
    }
  }
  /** Remove the authenticator app */
  'DELETE /api/account/totp': {
    id: 'account.totp_remove'
    params: undefined
    query: undefined
    body: undefined
    response: SecondFactors
  }
  /** Turn on the authenticator app */
  'POST /api/account/totp/confirm': {
    id: 'account.totp_confirm'
    params: undefined
    query: undefined
    body: {
      /** A code of the authenticator app, or a recovery code. */
      code: string
    }
    response: {
      /** Each works once, and is returned only here. Empty if the account already has a second factor. */
      recovery_codes: string[]
    }
  }
  /** Create new recovery codes */
  'POST /api/account/recovery-codes': {
    id: 'account.recovery_codes'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Each works once, and is returned only here. Empty if the account already has a second factor. */
      recovery_codes: string[]
    }
  }
  /** Start adding a passkey */
  'POST /api/account/passkeys/options': {
    id: 'account.passkey_options'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** `PublicKeyCredentialCreationOptionsJSON`. */
      options: Record<string, unknown>
    }
  }
  /** Add a passkey */
  'POST /api/account/passkeys': {
    id: 'account.passkey_add'
    params: undefined
    query: undefined
    body: {
      /** `RegistrationResponseJSON`. */
      response: Record<string, unknown>
      /** Your name for it. */
      name: string
    }
    response: {
      passkey: Passkey
      /** Each works once, and is returned only here. Empty if the account already has a second factor. */
      recovery_codes: string[]
    }
  }
  /** Rename a passkey */
  'PATCH /api/account/passkeys/{passkey_id}': {
    id: 'account.passkey_rename'
    params: {
      /** ID of the passkey. */
      passkey_id: PasskeyId
    }
    query: undefined
    body: {
      /** Your name for it. */
      name: string
    }
    response: Passkey
  }
  /** Remove a passkey */
  'DELETE /api/account/passkeys/{passkey_id}': {
    id: 'account.passkey_remove'
    params: {
      /** ID of the passkey. */
      passkey_id: PasskeyId
    }
    query: undefined
    body: undefined
    response: SecondFactors
  }
  /** Get the ways to re-authenticate */
  'POST /api/account/reauthenticate/options': {
    id: 'account.reauthenticate_options'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** True if `password` is accepted. */
      password: boolean
      /** True if `code` is accepted. */
      code: boolean
      passkey: Record<string, unknown> | null
    }
  }
  /** Re-authenticate */
  'POST /api/account/reauthenticate': {
    id: 'account.reauthenticate'
    params: undefined
    query: undefined
    body: {
      /** Your password. */
      password?: string
      /** A code of the authenticator app, or a recovery code. */
      code?: string
      /** `AuthenticationResponseJSON`. */
      passkey?: Record<string, unknown>
    }
    response: {
      /** When the session was confirmed. */
      authenticated_at: string
    }
  }
  /** List your purchases */
  'GET /api/account/orders': {
    id: 'account.orders'
    params: undefined
    query: {
      /** Page size. Default 25. Values above 100 return 100. */
      limit?: number
      /** `next_cursor` of the previous page. */
      cursor?: string
    }
    body: undefined
    response: {
      /** Orders on this page. */
      orders: Purchase[]
      next_cursor: NextCursor
      /** True if there are more pages. */
      has_more: boolean
    }
  }
  /** Get a purchase */
  'GET /api/account/orders/{public_id}': {
    id: 'account.order'
    params: {
      /** ID of the order. */
      public_id: string
    }
    query: undefined
    body: undefined
    response: Purchase
  }
  /** Get a document of a purchase */
  'GET /api/account/documents/{document_id}': {
    id: 'account.document'
    params: {
      /** ID of the document. */
      document_id: string
    }
    query: undefined
    body: undefined
    response: Document
  }
  /** List watched domains */
  'GET /api/account/watches': {
    id: 'account.watches'
    params: undefined
    query: undefined
    body: undefined
    response: {
      /** Watched domains. */
      watches: Watch[]
    }
  }
  /** Watch a domain */
  'PUT /api/account/watches/{domain}': {
    id: 'account.watches.add'
    params: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    query: undefined
    body: undefined
    response: Watch
  }
  /** Stop watching a domain */
  'DELETE /api/account/watches/{domain}': {
    id: 'account.watches.remove'
    params: {
      /** A registrable domain, as U-label or A-label. */
      domain: string
    }
    query: undefined
    body: undefined
    response: {
      /** Always true. */
      deleted: true
    }
  }
  /** Run a batch of reads */
  'POST /api/batch': {
    id: 'batch.run'
    params: undefined
    query: undefined
    body: {
      /** The operations. */
      operations: unknown[]
    }
    response: BatchAnswer
  }
  /** List batch operations */
  'GET /api/batch': {
    id: 'batch.operations'
    params: undefined
    query: undefined
    body: undefined
    response: BatchCatalogue
  }
  /** Get the protected-resource metadata of the service */
  'GET /.well-known/oauth-protected-resource': {
    id: 'oauth.resource_metadata'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Get the protected-resource metadata of `/api` */
  'GET /.well-known/oauth-protected-resource/api': {
    id: 'oauth.resource_metadata_api'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Get the protected-resource metadata of `/mcp` */
  'GET /.well-known/oauth-protected-resource/mcp': {
    id: 'oauth.resource_metadata_mcp'
    params: undefined
    query: undefined
    body: undefined
    response: ProtectedResourceMetadata
  }
  /** Get the authorization-server metadata */
  'GET /.well-known/oauth-authorization-server': {
    id: 'oauth.server_metadata'
    params: undefined
    query: undefined
    body: undefined
    response: AuthorizationServerMetadata
  }
  /** Register an OAuth client */
  'POST /api/oauth/register': {
    id: 'oauth.register'
    params: undefined
    query: undefined
    body: OAuthClientInput
    response: OAuthClient
  }
  /** Request authorization from a user */
  'GET /oauth/authorize': {
    id: 'oauth.authorize'
    params: undefined
    query: {
      /** Always `code`. */
      response_type: "code"
      /** ID of a registered client, or the https URL of its Client ID Metadata Document. */
      client_id: string
      /** A registered redirect URI. Optional if only one is registered. */
      redirect_uri?: string
      /** PKCE challenge: base64url of the SHA-256 of the verifier. */
      code_challenge: string
      /** Must be `S256`, which is the default. */
      code_challenge_method?: "S256"
      /** Opaque value, returned unchanged. */
      state?: string
      /** Space-separated scopes. Default `pricing:read`. Available: pricing:read, domains:manage. */
      scope?: string
      /** Target resource (RFC 8707): a URL of this service. */
      resource?: string
    }
    body: undefined
    response: undefined
  }
  /** Exchange a code or refresh a token */
  'POST /api/oauth/token': {
    id: 'oauth.token'
    params: undefined
    query: undefined
    body: OAuthTokenInput
    response: OAuthTokens
  }
  /** Revoke a token */
  'POST /api/oauth/revoke': {
    id: 'oauth.revoke'
    params: undefined
    query: undefined
    body: OAuthRevocationInput
    response: undefined
  }
  /** Call the MCP server */
  'POST /mcp': {
    id: 'mcp.call'
    params: undefined
    query: {
      /** `required`: respond with 401 without a token, so that the client starts OAuth. */
      auth?: string
    }
    body: Record<string, unknown>
    response: Record<string, unknown>
  }
}

/** Every type of event: what is pushed for it. */
export interface WebhookEvents {
  /** A sale you collected was recorded */
  'order.recorded': {
    id: EventId
    /** Type of the event. */
    type: "order.recorded"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** An operator cleared an order in manual review */
  'order.manual_review_cleared': {
    id: EventId
    /** Type of the event. */
    type: "order.manual_review_cleared"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain transfer has started */
  'order.transfer_started': {
    id: EventId
    /** Type of the event. */
    type: "order.transfer_started"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain was delivered */
  'order.transfer_completed': {
    id: EventId
    /** Type of the event. */
    type: "order.transfer_completed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The order is on a closed statement */
  'order.settled': {
    id: EventId
    /** Type of the event. */
    type: "order.settled"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The order was refunded or canceled */
  'order.refunded': {
    id: EventId
    /** Type of the event. */
    type: "order.refunded"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** A brokerage case was closed with a deal */
  'brokerage.case_completed': {
    id: EventId
    /** Type of the event. */
    type: "brokerage.case_completed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: BrokerageEventData
  }
  /** A buyer paid in hosted checkout */
  'order.paid': {
    id: EventId
    /** Type of the event. */
    type: "order.paid"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** A buyer paid, and the session made an order */
  'checkout.completed': {
    id: EventId
    /** Type of the event. */
    type: "checkout.completed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: CheckoutEventData
  }
  /** A checkout session expired without a payment */
  'checkout.expired': {
    id: EventId
    /** Type of the event. */
    type: "checkout.expired"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: CheckoutEventData
  }
  /** An order is held for manual review */
  'order.held': {
    id: EventId
    /** Type of the event. */
    type: "order.held"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The buyer disputed the payment with the bank */
  'order.disputed': {
    id: EventId
    /** Type of the event. */
    type: "order.disputed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The dispute of the payment was won or lost */
  'order.dispute_closed': {
    id: EventId
    /** Type of the event. */
    type: "order.dispute_closed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain transfer has started */
  'transfer.started': {
    id: EventId
    /** Type of the event. */
    type: "transfer.started"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain transfer is complete */
  'transfer.completed': {
    id: EventId
    /** Type of the event. */
    type: "transfer.completed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain transfer failed. The operator can restart it */
  'transfer.failed': {
    id: EventId
    /** Type of the event. */
    type: "transfer.failed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** The domain transfer waits for an action. See `next_step` */
  'transfer.action_required': {
    id: EventId
    /** Type of the event. */
    type: "transfer.action_required"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: OrderEventData
  }
  /** A brokerage case was opened */
  'brokerage.case_opened': {
    id: EventId
    /** Type of the event. */
    type: "brokerage.case_opened"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: BrokerageEventData
  }
  /** A brokerage case moved to its next status */
  'brokerage.case_updated': {
    id: EventId
    /** Type of the event. */
    type: "brokerage.case_updated"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: BrokerageEventData
  }
  /** A brokerage case was closed without a deal */
  'brokerage.case_closed': {
    id: EventId
    /** Type of the event. */
    type: "brokerage.case_closed"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: BrokerageEventData
  }
  /** A test event you requested */
  'webhook.test': {
    id: EventId
    /** Type of the event. */
    type: "webhook.test"
    /** When it was created. */
    created_at: string
    partner_id: PartnerId
    data: TestEventData
  }
}
