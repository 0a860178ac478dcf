// Every table of the database: those that grow with use, what makes them grow and how long their rows are kept, and the others.

/** `job` deletes the rows; null where they are kept for good or go with another row. */
export type GrowingTable = { table: string; growsWith: string; kept: string; job: string | null }

const grows = (table: string, growsWith: string, kept: string, job: string | null = null): GrowingTable => ({
  table,
  growsWith,
  kept,
  job,
})

/** Ordered by who makes them grow: anyone, partners, sales. docs/guides/operating.md shows this list. */
export const GROWING_TABLES: readonly GrowingTable[] = [
  grows('rate_buckets', 'clients and accounts that a limit counts', '2 hours without use', 'rate_buckets.purge'),
  grows('nonces', 'signed requests', '15 minutes', 'nonces.purge'),
  grows('request_log', 'signed requests; rejected ones are sampled', '7 days', 'requests.purge'),
  grows(
    'request_log_skipped',
    'keys and minutes with more rejected requests than the log keeps',
    '7 days',
    'request_log_skipped.purge',
  ),
  grows('users', 'sign-ups', 'kept'),
  grows('sessions', 'sign-ins', 'until they end, at most 90 days', 'sessions.purge'),
  grows('oauth_clients', 'applications that register', '30 days without use', 'oauth_clients.purge'),
  grows('oauth_grants', 'people who authorize an application', 'until they end', 'oauth_grants.purge'),
  grows('oauth_codes', 'people who authorize an application', 'deleted with their grant'),
  grows('oauth_access_tokens', 'requests for tokens', '30 minutes', 'oauth_access_tokens.purge'),
  grows('oauth_refresh_tokens', 'requests for tokens', '30 days', 'oauth_refresh_tokens.purge'),
  grows(
    'checkout_sessions',
    'checkouts begun on the public pages or by partners',
    'kept; those of the public pages 90 days after they ended without a payment',
    'checkout.purge',
  ),
  grows('payment_holds', 'payments that hold a domain', '2 days', 'checkout.purge_holds'),
  grows('brokerage_cases', 'brokerage requests', 'kept'),
  grows('brokerage_timeline', 'steps of brokerage cases', 'kept'),
  grows(
    'referral_visitors',
    'networks that click a referral link',
    'until the end of the next day',
    'referrals.forget_visitors',
  ),
  grows('referral_salts', 'days', 'until the end of the next day', 'referrals.forget_visitors'),
  grows('referral_clicks', 'days on which a referral link is clicked', 'kept'),
  grows('partners', 'partners that people start, 5 for each person', 'kept'),
  grows('partner_members', 'team members of partners', 'until they are removed'),
  grows('credentials', 'keys, 20 active ones for each partner', 'kept'),
  grows('idempotency_keys', "partners' writes", '30 days; keys of orders are kept', 'idempotency_keys.purge'),
  grows('quotes', "partners' quotes", 'kept if ordered; others 90 days after they ended', 'quotes.purge'),
  grows('referral_links', "partners' referral links", 'kept'),
  grows('events', 'changes that partners are notified of', 'kept'),
  grows('webhook_deliveries', 'events of partners with a webhook endpoint', 'kept'),
  grows('webhook_attempts', 'attempts to deliver', 'kept'),
  grows('bulk_runs', "owners' bulk operations", 'kept'),
  grows('owned_domains', 'domains that were delivered', 'until they leave'),
  grows('listings', 'domains for sale', 'kept'),
  grows('listing_imports', "operators' imports", 'kept'),
  grows('listing_vectors', 'listings', 'deleted when the domain is no longer listed'),
  grows('search_names', 'listings', 'deleted when the domain is no longer listed'),
  grows('audit_log', "operators' calls", 'kept'),
  grows('orders', 'sales', 'kept'),
  grows('order_timeline', 'steps of orders', 'kept'),
  grows('order_sums', 'days with sales', 'kept'),
  grows('order_sum_changes', 'changes of orders', 'until the next run', 'settlement.compact_sums'),
  grows('refunds', 'refunds', 'kept'),
  grows('payments', 'attempts to pay', 'kept'),
  grows('sandbox_charges', 'payments with test cards', 'kept'),
  grows('buyer_refunds', 'refunds to buyers', 'kept'),
  grows('ledger_journals', 'movements of money', 'kept'),
  grows('ledger_entries', 'movements of money', 'kept'),
  grows('referral_sales', 'referred sales', 'kept'),
  grows('commission_entries', 'commissions', 'kept'),
  grows('settlements', 'months of partners', 'kept'),
  grows('settlement_lines', 'sales in statements', 'kept'),
  grows('settlement_adjustments', "operators' corrections", 'kept'),
  grows('payouts', 'payouts', 'kept'),
]

/** Tables whose size follows from settings or from other rows one to one. */
export const FIXED_TABLES: readonly string[] = [
  'job_leases',
  'operator_tokens',
  'referral_accounts',
  'review_rules',
  'schema_migrations',
  'service_state',
  'sql_code',
  'tlds',
  'webhook_endpoints',
]
