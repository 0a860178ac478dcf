// The modules of the server: what each owns, whose index it may import, and which tables it may touch. The checks of boundaries and of
// table owners read it, and so does ARCHITECTURE.md.

const { LAYERS, LAYER_FILES, LAYER_TABLES } = require('./layer-table.cjs')

/**
 * A folder below modules/ that is not here is an error; so is an import that is not here.
 *
 * `tables` are its own: nobody else writes them. `reads` are tables of others that its statements look into. `calls` are SQL
 * functions of others, by which it may write their tables. `mayWrite` are tables of others that it writes itself: exceptions.
 */
const MODULES = {
  mail: { owns: 'outgoing messages and their templates', tables: ['mail_messages', 'mail_attempts'], mayImport: [] },
  accounts: {
    owns: 'users, sessions, links in messages',
    tables: ['users', 'former_addresses', 'sessions', 'account_tokens', 'operator_identities'],
    reads: ['passkeys', 'totp_secrets'],
    mayImport: ['mail'],
  },
  factors: {
    owns: 'second factors: authenticator apps, recovery codes, passkeys; the second step of sign-in, re-authentication',
    tables: ['totp_secrets', 'recovery_codes', 'passkeys'],
    reads: ['users'],
    mayImport: ['accounts', 'mail'],
  },
  roles: {
    owns: 'operator roles, invitations and tokens',
    tables: ['operator_tokens', 'operator_invitations'],
    mayImport: ['mail', 'accounts', 'factors'],
  },
  sso: {
    owns: 'single sign-on of operators',
    tables: [],
    mayImport: ['accounts', 'roles'],
  },
  partners: {
    owns: "partners, credentials, scopes, approval, the marketplace's own account",
    tables: ['partners', 'partner_members', 'credentials'],
    reads: ['users'],
    mayImport: [],
  },
  team: {
    owns: "invitations to a partner's team, messages to it",
    tables: ['partner_invitations'],
    reads: ['users'],
    mayImport: ['mail', 'accounts', 'partners'],
  },
  requests: {
    owns: 'the log of signed requests, the signature doctor',
    tables: ['request_log', 'request_log_skipped'],
    reads: ['credentials'],
    mayImport: [],
  },
  catalog: { owns: 'listings, availability, prices, imports', tables: ['listings', 'listing_imports'], mayImport: [] },
  registry: { owns: 'TLD prices and rules, registration data', tables: ['tlds'], mayImport: ['catalog'] },
  domains: {
    owns: "people's own domains, bulk operations",
    tables: ['owned_domains', 'bulk_runs'],
    mayImport: ['catalog', 'registry'],
  },
  watches: {
    owns: "people's watchlists, messages about watched domains",
    tables: ['watches'],
    reads: ['listings', 'users'],
    mayImport: ['mail', 'catalog', 'registry'],
  },
  ledger: {
    owns: 'postings, balances',
    tables: ['ledger_journals', 'ledger_entries'],
    mayImport: [],
  },
  webhooks: {
    owns: 'endpoints, events, delivery, history',
    tables: [
      'events',
      'webhook_endpoints',
      'webhook_additional_endpoints',
      'webhook_receivers',
      'webhook_deliveries',
      'webhook_attempts',
    ],
    reads: ['partners'],
    mayImport: ['team'],
  },
  quotes: {
    owns: 'reservations and quote tokens',
    tables: ['quotes'],
    reads: ['listings', 'orders', 'partners'],
    mayImport: ['catalog'],
  },
  orders: {
    owns: 'orders, timeline, bulk actions, purchases and their claims, refunds, buyer refunds',
    tables: [
      'orders',
      'order_timeline',
      'order_runs',
      'order_run_rows',
      'purchases',
      'refunds',
      'buyer_refunds',
      'review_rules',
    ],
    reads: ['listings', 'owned_domains', 'partners', 'payments', 'quotes', 'referral_sales', 'users'],
    calls: [
      'claim_idempotency_key',
      'keep_idempotent_answer',
      'refuse_claim',
      'sell_listing',
      'spend_quote',
      'post_journal',
      'emit_event',
    ],
    mayImport: ['mail', 'accounts', 'partners', 'quotes', 'catalog', 'domains', 'ledger', 'webhooks', 'referrals'],
  },
  referrals: {
    owns: 'links, clicks, attribution, commission entries',
    tables: [
      'referral_links',
      'referral_clicks',
      'referral_visitors',
      'referral_salts',
      'referral_sales',
      'referral_accounts',
      'commission_entries',
    ],
    reads: ['listings', 'orders', 'partner_members', 'partners', 'payouts', 'users'],
    calls: ['ledger_is_append_only'],
    mayImport: ['catalog', 'ledger'],
  },
  checkout: {
    owns: 'checkout sessions and payment',
    tables: ['checkout_sessions', 'payments', 'payment_holds', 'sandbox_charges'],
    reads: ['listings', 'orders', 'partners', 'referral_links'],
    mayImport: ['partners', 'quotes', 'orders', 'referrals', 'catalog', 'ledger', 'webhooks'],
  },
  brokerage: {
    owns: 'brokerage cases and their progress',
    tables: ['brokerage_cases', 'brokerage_timeline'],
    reads: ['partners'],
    mayImport: ['partners', 'catalog', 'ledger', 'webhooks', 'mail'],
  },
  settlement: {
    owns: 'periods, statements, payouts, analytics',
    tables: ['settlements', 'settlement_lines', 'settlement_adjustments', 'payouts', 'order_sums', 'order_sum_changes'],
    reads: [
      'brokerage_cases',
      'checkout_sessions',
      'commission_entries',
      'ledger_entries',
      'orders',
      'partners',
      'referral_accounts',
      'referral_links',
      'referral_sales',
    ],
    calls: ['ledger_is_append_only'],
    mayImport: ['partners', 'team', 'orders', 'brokerage', 'referrals', 'ledger', 'webhooks'],
  },
  oauth: {
    owns: 'clients, codes, tokens, metadata',
    tables: ['oauth_clients', 'oauth_grants', 'oauth_codes', 'oauth_access_tokens', 'oauth_refresh_tokens'],
    reads: ['users'],
    mayImport: ['accounts'],
  },
  audit: {
    owns: 'checks of the ledger against all other records',
    tables: [],
    reads: [
      'brokerage_cases',
      'buyer_refunds',
      'checkout_sessions',
      'commission_entries',
      'events',
      'ledger_entries',
      'ledger_journals',
      'listings',
      'order_sum_changes',
      'order_sums',
      'order_timeline',
      'orders',
      'payments',
      'payouts',
      'quotes',
      'referral_accounts',
      'referral_sales',
      'refunds',
      'settlement_adjustments',
      'settlement_lines',
      'settlements',
    ],
    calls: ['is_quote'],
    mayImport: [],
  },
  operator: {
    owns: "the audit log, the console's queue, search and overview",
    tables: ['audit_log'],
    reads: [
      'brokerage_cases',
      'buyer_refunds',
      'checkout_sessions',
      'credentials',
      'events',
      'job_leases',
      'mail_messages',
      'listings',
      'order_sum_changes',
      'order_sums',
      'orders',
      'partners',
      'payments',
      'payouts',
      'request_log',
      'settlements',
      'users',
      'webhook_deliveries',
      'webhook_receivers',
    ],
    mayImport: ['partners', 'catalog', 'audit', 'orders', 'brokerage', 'settlement'],
  },
  changes: {
    owns: 'the feed of changed records for open pages',
    tables: ['record_changes'],
    reads: [
      'buyer_refunds',
      'events',
      'partners',
      'payouts',
      'settlements',
      'webhook_attempts',
      'webhook_deliveries',
      'webhook_endpoints',
    ],
    mayImport: ['accounts', 'partners'],
  },
  privacy: {
    owns: 'export and deletion of what is stored about a person',
    tables: [],
    mayImport: [
      'roles',
      'team',
      'accounts',
      'factors',
      'mail',
      'oauth',
      'partners',
      'domains',
      'watches',
      'orders',
      'checkout',
      'referrals',
      'brokerage',
      'operator',
    ],
  },
  search: {
    owns: 'the search index over the catalog',
    tables: ['listing_vectors', 'search_names'],
    reads: ['listings'],
    calls: ['is_quote'],
    mayImport: ['catalog'],
  },
  sandbox: {
    owns: 'the sandbox clock, simulated sales',
    tables: [],
    mayImport: [
      'partners',
      'quotes',
      'webhooks',
      'catalog',
      'orders',
      'checkout',
      'referrals',
      'brokerage',
      'settlement',
    ],
  },
}

/** The files of a module. The first ones may be a folder of files instead: rules, store and views by noun, service by verb. */
const MODULE_FILES = {
  fileOrFolder: ['rules', 'store', 'service', 'http', 'views'],
  file: ['data', 'pages', 'jobs', 'index'],
  routes: ['partner', 'operator', 'portal', 'public', 'oauth', 'hosted'],
}

/** What a module has beside them, and why. */
const MODULE_FILES_ALSO = {
  // The demonstration inventory is a program of its own.
  catalog: ['seed/'],
  // Every table of the database, of all modules: what makes it grow and how long its rows are kept.
  operator: ['tables.ts'],
}

/** Pure rules import the kernel alone; what else one of them may, and why. */
const RULES_MAY_ALSO_IMPORT = {
  // The password hash is a native function without state.
  accounts: ['@node-rs/argon2'],
  // Computes the codes of RFC 6238, without state.
  factors: ['otpauth'],
}

module.exports = {
  MODULES,
  LAYER_TABLES,
  MODULE_FILES,
  MODULE_FILES_ALSO,
  RULES_MAY_ALSO_IMPORT,
  LAYERS,
  LAYER_FILES,
}
