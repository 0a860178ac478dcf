// The modules of people who sign in, and of what they buy at the registry: see scripts/rules/module-table.cjs.

const PEOPLE_MODULES = {
  mail: { owns: 'outgoing messages and their templates', tables: ['mail_messages', 'mail_attempts'], mayImport: [] },
  accounts: {
    owns: 'users, sessions, links in messages, saved views of lists',
    tables: ['users', 'former_addresses', 'sessions', 'account_tokens', 'operator_identities', 'saved_views'],
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
  registrations: {
    owns: "changes of people's domains at the registry, paid registrations and renewals",
    tables: ['registry_commands', 'registry_command_steps', 'domain_purchases', 'renewal_reminders'],
    reads: ['checkout_sessions', 'documents', 'owned_domains', 'payments', 'users'],
    mayImport: [
      'mail',
      'accounts',
      'partners',
      'catalog',
      'registry',
      'domains',
      'documents',
      'ledger',
      'tax',
      'delivery',
      'checkout',
      'disputes',
    ],
  },
  sellers: {
    owns: 'sellers, their listings, proofs of control, sales, payouts and statements',
    tables: ['sellers', 'listing_proofs', 'seller_sales', 'seller_payouts', 'seller_resends', 'seller_statement_lines'],
    reads: ['ledger_entries', 'ledger_journals', 'listings', 'orders', 'owned_domains', 'users'],
    calls: ['is_delivered', 'is_reversed'],
    mayImport: ['mail', 'catalog', 'documents', 'ledger'],
  },
  payees: {
    owns: "sellers' payout accounts at Stripe",
    tables: ['payee_accounts', 'payee_bank_payouts'],
    mayImport: ['mail', 'sellers'],
  },
  disputes: {
    owns: 'disputes of payments, refunds after delivery',
    tables: ['disputes'],
    reads: ['checkout_sessions', 'orders', 'partners', 'payments'],
    calls: ['clock_offset'],
    mayImport: ['accounts', 'team', 'mail', 'orders', 'ledger', 'sellers', 'settlement'],
  },
  offers: {
    owns: 'offers for listed domains, their history, the reservation at an agreed price',
    tables: ['offers', 'offer_moves'],
    reads: ['listings', 'orders', 'purchases', 'users'],
    calls: ['is_reversed'],
    mayImport: ['mail', 'catalog', 'sellers', 'tax', 'checkout'],
  },
  sso: {
    owns: 'single sign-on of operators',
    tables: [],
    mayImport: ['accounts', 'roles'],
  },
}

module.exports = { PEOPLE_MODULES }
