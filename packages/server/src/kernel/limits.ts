// Every number that the API promises, in one place.

export * from './search-limits.ts'
export * from './selling-limits.ts'
export * from './watch-limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const TIMESTAMP_SKEW_SECONDS = 300
export const NONCE_MEMORY_SECONDS = 15 * MINUTE
/** After Redis lost nonces, requests signed earlier than this after the loss are refused: one used before could carry that timestamp. */
export const NONCE_LOSS_SECONDS = TIMESTAMP_SKEW_SECONDS + MINUTE
/** How long each process has, after Redis restarted or failed over, to say whether nonces that it saw are missing. */
export const NONCE_SETTLE_SECONDS = 2
export const NONCE_LENGTH_MIN = 8
export const NONCE_LENGTH_MAX = 128
/** A revoked key must stop within five seconds, so no process may trust what it read longer than this. */
export const CREDENTIAL_CACHE_SECONDS = 2
export const CREDENTIAL_OVERLAP_SECONDS = DAY
export const CREDENTIAL_OVERLAP_SECONDS_MAX = 30 * DAY
/** Keys of one partner that work, in both environments together. */
export const CREDENTIALS_ACTIVE_MAX = 20
export const CREDENTIAL_NAME_LENGTH_MAX = 100
/** Of a partner in an environment, the default one included. */
export const WEBHOOK_ENDPOINTS_MAX = 10
/** Of the body of a webhook response. */
export const WEBHOOK_RESPONSE_BYTES_KEPT = 1024
/** How long events and their deliveries are kept, unless EVENTS_KEEP_DAYS says otherwise: a year, and time to close it. */
export const EVENTS_KEEP_SECONDS = 400 * DAY

export const IDEMPOTENCY_KEY_LENGTH_MAX = 255
export const IDEMPOTENCY_KEEP_SECONDS = 30 * DAY
export const IDEMPOTENCY_WAIT_SECONDS = 10

export const BODY_BYTES_MAX = 256 * 1024
export const BULK_BODY_BYTES_MAX = 1024 * 1024
export const REFUSED_BODY_BYTES_MAX = 4 * 1024 * 1024
/** All levels together: far more than any request needs. */
export const JSON_VALUES_MAX = 20_000
/** A refused input lists so many errors; one with more values or text than this, its first error only. */
export const VALIDATION_DETAILS_MAX = 20
export const VALIDATION_NODES_MAX = 1000
export const VALIDATION_CHARACTERS_MAX = 16 * 1024
export const IMPORT_LINE_BYTES_MAX = 16 * 1024
export const IMPORT_BATCH_LINES = 1000
export const IMPORT_REPORT_LINES_MAX = 1000
/** Domains of a file that a dry run remembers, to recognize repeated ones. */
export const IMPORT_PREVIEW_DOMAINS_MAX = 100_000

/** From the first byte of a request to the end of its headers, and from there to the end of its body. */
export const HEADERS_DEADLINE_SECONDS = 30
export const BODY_DEADLINE_SECONDS = 30
/** A streamed upload has no deadline as a whole: in each window so many bytes must arrive. */
export const UPLOAD_WINDOW_SECONDS = 30
export const UPLOAD_WINDOW_BYTES_MIN = 1024
/** While a response waits to be sent, the client must accept so much of it. */
export const SEND_WINDOW_SECONDS = 60
export const SEND_WINDOW_BYTES_MIN = 16 * 1024

/** Where a domain is delivered. */
export const REGISTRAR_IANA_ID_MAX = 999_999
export const REGISTRAR_ACCOUNT_LENGTH_MAX = 100
export const NAMESERVERS_MIN = 2
export const NAMESERVERS_MAX = 13
export const AUTH_CODE_LENGTH_MAX = 64
/** On one order page: choices of a target and views of the auth code, together. */
export const DELIVERY_FORMS_PER_HOUR = 20
/** An auth code of ours works this long. */
export const AUTH_CODE_SECONDS = 30 * DAY
/** Deliveries under way in one process, and as many changes of people's domains. With EPP, so many per session where that is more. */
export const DELIVERY_CONCURRENCY = 10
export const DELIVERIES_PER_SESSION = 3
export const CHANGES_PER_SESSION = 2
/** A process that died keeps its deliveries this long. The questions before a command take less, and so does the command with its wait. */
export const DELIVERY_LEASE_SECONDS = MINUTE
export const DELIVERY_ASK_SECONDS = 50
export const DELIVERY_COMMAND_SECONDS = 20
export const DELIVERY_SESSION_WAIT_SECONDS = 10
/** What a delivery writes waits this long for others, and commits with theirs. */
export const DELIVERY_GATHER_MS = 40
/** How often the service asks about a transfer that another registrar must confirm. */
export const DELIVERY_POLL_SECONDS = 5 * MINUTE

/** The checkout of a registration or renewal, and so its price, is open this long. Unpaid ones are kept for 30 days. */
export const PURCHASE_OPEN_SECONDS = DAY
export const PURCHASE_UNPAID_KEEP_SECONDS = 30 * DAY

/** Changes in one batch for open pages; with more, a page reads everything again. */
export const CHANGES_BATCH_MAX = 200
/** A page that was away for longer reads everything again. */
export const CHANGES_RESUME_SECONDS = 30 * MINUTE
export const CHANGES_KEEP_SECONDS = HOUR
export const CHANGES_CURSOR_LENGTH_MAX = 2000
/** Open streams of changes: of one person, and of one process. */
export const CHANGE_STREAMS_PER_PERSON_MAX = 20
export const CHANGE_STREAMS_MAX = 2000
/** Of them, places that only operators can take. */
export const CHANGE_STREAMS_RESERVED = 200
/** Changes that are read together for all streams. */
export const CHANGES_READ_MAX = 5000
export const CHANGE_STREAM_HEARTBEAT_SECONDS = 15
/** A stream ends so soon after its session, role or membership. */
export const CHANGE_STREAM_RIGHTS_SECONDS = 3

/** How long the result of a readiness check is shared. */
export const READINESS_SECONDS = 1

export const PAGE_LIMIT_DEFAULT = 25
export const PAGE_LIMIT_MAX = 100

/** The newest records of a kind in which the operator search looks for a text in the middle of a name or email address. */
export const SEARCH_MIDDLE_ROWS_MAX = 20_000
/** Partner accounts that a preview of a settlement run looks at. */
export const SETTLEMENT_PREVIEW_PARTNERS_MAX = 100
/** Pending amounts in the operator's list of what is due for payout. */
export const PAYOUTS_DUE_MAX = 200
/** Matches of a search on the market, with filters and in all its pages. */
export const MARKET_MATCHES_MAX = 50
export const SUGGESTIONS_MAX = 8
/** How long a process remembers the suggestions for a text. */
export const SUGGESTIONS_SECONDS = 30
/** Beyond it a walk goes by cursor. */
export const MARKET_OFFSET_MAX = 100_000
export const MARKET_TOTAL_SECONDS = 30
export const MARKET_FACETS_SECONDS = 300
export const MARKET_FACETS_MAX = 100
export const BATCH_OPERATIONS_MAX = 20
/** JSON-RPC messages of one MCP request. */
export const MCP_MESSAGES_MAX = 20
export const BULK_DOMAINS_MAX = 1000
/** The public search answers by then; a registry that has not is unknown. */
export const DOMAIN_SEARCH_SECONDS_MAX = 5
export const UPSTREAM_RETRY_SECONDS = 10

/** Twelve digits of minor units: far above any name ever sold, far below what an integer can hold. */
export const MONEY_CENTS_MAX = 999_999_999_999
export const BASIS_POINTS_MAX = 10_000
export const COMMISSION_BPS_DEFAULT = 1500
export const BROKERAGE_BPS_DEFAULT = 1000
export const REFERRAL_BPS_DEFAULT = 1000

export const DESCRIPTION_LENGTH_MAX = 2000
/** Domains of one availability request; every ten count as one read. */
export const AVAILABILITY_DOMAINS_MAX = 100
/** A sold sample domain of the sandbox is for sale again after this time. */
export const SANDBOX_RELIST_SECONDS = 10 * MINUTE
export const CATEGORIES_MAX = 10

export const QUOTE_TTL_SECONDS = 600
export const ACTIVE_QUOTES_MAX = 50
/** However small the inventory, a partner may hold this many exclusive quotes. */
export const ACTIVE_QUOTES_MIN = 10
/** A domain that one partner reserved for this long within a day has to rest. */
export const QUOTED_SECONDS_MAX = HOUR
export const QUOTED_WINDOW_SECONDS = DAY
/** How long a payment may be completed. */
export const PAYMENT_LIFE_SECONDS = 15 * MINUTE
/** How long a payment that the buyer has to confirm holds the domain. */
export const PAYMENT_HOLD_SECONDS = 180
/** The caps on holds count within this time. */
export const HOLD_WINDOW_SECONDS = DAY
export const HOLDS_PER_ACCOUNT_MAX = 3
/** Of one network, and of one account, on one domain. */
export const HOLDS_PER_DOMAIN_MAX = 3
/** Of everybody on one domain. */
export const UNPAID_HOLDS_PER_DOMAIN_MAX = 10
export const HOLD_KEEP_SECONDS = 2 * DAY
/** Open brokerage cases of visitors from one network. */
export const VISITOR_CASES_MAX = 5
export const VISITOR_CASE_IDLE_SECONDS = 14 * DAY
export const CASE_IDLE_SECONDS = 60 * DAY
/** How long a quote that nobody ordered is kept after it ended, and a checkout that an anonymous visitor left unpaid. */
export const QUOTE_KEEP_SECONDS = 90 * DAY
export const CHECKOUT_KEEP_SECONDS = 90 * DAY
export const METADATA_BYTES_MAX = 4096
export const CLOCK_ADVANCE_SECONDS_MAX = 400 * DAY
/** How many partners one person may start. */
export const PARTNERS_OWNED_MAX = 5
export const REQUEST_LOG_KEEP_SECONDS = 7 * DAY
/** Refused requests that the request log keeps of one key in a minute; the rest are only counted. */
export const REQUEST_LOG_REFUSED_MAX = 20
/** Path, query, header or string of an input, wherever it is logged. */
export const LOGGED_FIELD_BYTES_MAX = 1024
export const EXTERNAL_REF_LENGTH_MAX = 255
export const NOTE_LENGTH_MAX = 1000
export const RECONCILE_REFERENCES_MAX = 1000
/** Of all references together: a cart has a few orders, and the answer shows each. */
export const RECONCILE_ORDERS_MAX = 10_000

/** Of one operator account; anyone who knows the address can cause them, and the audit log is never emptied. */
export const FAILED_SIGN_INS_AUDITED_PER_HOUR = 100
/** Of any other account. */
export const USER_FAILURES_AUDITED_PER_HOUR = 10

/** A session ends after two weeks without use, and after three months in any case. */
export const SESSION_IDLE_SECONDS = 14 * DAY
export const SESSION_LIFE_SECONDS = 90 * DAY
/** Its end is moved on at most this often: a read of a page is seldom a write. */
export const SESSION_ROLL_SECONDS = DAY
/** An operator's session, however it is used. */
export const OPERATOR_SESSION_SECONDS = 12 * HOUR
/** When a session was last used is noted at most this often. */
export const SESSION_SEEN_SECONDS = 5 * MINUTE
/** How long a browser that signed in is known by its device cookie. */
export const DEVICE_COOKIE_SECONDS = 365 * DAY
/** Of a new password; one from before these limits still opens its account. */
export const PASSWORD_LENGTH_MIN = 12
export const PASSWORD_LENGTH_MAX = 128
export const OLD_PASSWORD_LENGTH_MAX = 1024

export const OAUTH_CODE_SECONDS = MINUTE
export const OAUTH_ACCESS_SECONDS = 30 * MINUTE
export const OAUTH_REFRESH_SECONDS = 30 * DAY
/** Clients refresh in parallel: for so long a spent refresh token still answers its successor. */
export const OAUTH_REFRESH_GRACE_SECONDS = 10
export const OAUTH_CONSENT_SECONDS = 10 * MINUTE
export const OAUTH_CLIENT_UNUSED_SECONDS = 30 * DAY
/** A Client ID Metadata Document is read again after this time. */
export const CLIENT_DOCUMENT_SECONDS = HOUR
export const CLIENT_DOCUMENT_TIMEOUT_SECONDS = 5
export const CLIENT_DOCUMENT_BYTES_MAX = 16 * 1024
export const CLIENT_DOCUMENT_URL_LENGTH_MAX = 1024
export const OAUTH_BODY_BYTES_MAX = 32 * 1024
export const REDIRECT_URIS_MAX = 10
export const REDIRECT_URI_LENGTH_MAX = 2000
export const CLIENT_NAME_LENGTH_MAX = 200

/** How long a deprecated route goes on. */
export const DEPRECATION_MONTHS = 12

/** How long a /.well-known/security.txt is valid. RFC 9116 recommends less than a year. */
export const SECURITY_TXT_SECONDS = 180 * DAY

/** Domains in one sitemap, when its borders were read; the protocol allows 50,000. */
export const SITEMAP_DOMAINS_MAX = 10_000
/** How long the borders of the sitemaps of a large inventory are kept. */
export const SITEMAP_SECONDS = HOUR
/** Share images that one process keeps. */
export const SHARE_IMAGES_KEPT = 200
/** Share images that wait for their turn to be drawn; more get the brand's image. */
export const SHARE_IMAGES_WAITING_MAX = 10

/** Links in messages. */
export const CONFIRM_LINK_SECONDS = DAY
export const RESET_LINK_SECONDS = 30 * MINUTE
export const INVITATION_SECONDS = 7 * DAY
export const OPERATOR_INVITATION_SECONDS = 7 * DAY
/** From the start of single sign-on to the return from the identity provider. */
export const SSO_START_SECONDS = 10 * MINUTE
/** Between the password and the second factor. */
export const PENDING_SIGN_IN_SECONDS = 10 * MINUTE
/** Wrong codes after which a sign-in starts again with the password. */
export const SECOND_STEP_CODES_MAX = 5
/** A code of an authenticator app is valid for this long, and for one more step before and after. */
export const TOTP_STEP_SECONDS = 30
export const RECOVERY_CODES = 10
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_LENGTH_MAX = 100
/** How long a page waits for a passkey. */
export const PASSKEY_CHALLENGE_SECONDS = 10 * MINUTE
/** How recent a sign-in or second factor must be for payouts, keys, roles and changes of the second factor. */
export const RECENT_SIGN_IN_SECONDS = 10 * MINUTE

/** Invitations to a partner's team: open at a time, and in an hour from one partner, to anyone and to one address. */
export const INVITATIONS_OPEN_MAX = 50
export const INVITATIONS_PER_HOUR = 20
export const INVITATIONS_PER_ADDRESS_HOUR = 3
/** Messages with invitations that one address gets in an hour from all partners. */
export const INVITATION_MAILS_PER_ADDRESS_HOUR = 10
/** How long an invitation to a team, or to become an operator, is kept after it expired. */
export const INVITATION_KEEP_SECONDS = 30 * DAY

/** How long a message can be read and sent again by operators, unless MAIL_KEEP_DAYS says otherwise. */
export const MAIL_KEEP_SECONDS = 90 * DAY
/** After this a message that no mail server accepted has failed. */
export const MAIL_GIVE_UP_SECONDS = 3 * DAY
/** Messages that one process sends at a time, each on its own connection. */
export const MAIL_CONCURRENCY = 5
/** For a whole message, so that a mail server that trickles bytes is cut off too. */
export const MAIL_SEND_SECONDS = 40
/** A message under way belongs to one process for this long; longer than sending it can take. */
export const MAIL_LEASE_SECONDS = 60

/** Views of lists that one person saves, the length of a view's name, and of its filters. */
export const SAVED_VIEWS_MAX = 50
export const SAVED_VIEW_NAME_LENGTH_MAX = 60
export const SAVED_VIEW_SEARCH_LENGTH_MAX = 2000

/** How long a claim link works. */
export const CLAIM_LINK_SECONDS = 30 * DAY
/** How often the buyer's order page sends the claim link of one order again. */
export const CLAIM_LINKS_PER_HOUR = 3

/** Orders of one bulk action, and how far an operator's list of them is counted. */
export const ORDERS_PER_RUN_MAX = 200
export const ORDERS_COUNTED_MAX = 10_000
