// The sample values of the Postman collection: what each request sends, which IDs it saves for the next ones, and the order.

/** `{{name}}` is a variable of the collection; `{{run}}` differs in each run. A value of `{{#name}}` is sent as a number. */
export const VARIABLES = {
  base_url: 'http://localhost:8080',
  key_id: 'pk_sandbox_…',
  secret: 'sk_sandbox_…',
  operator_token: 'op_…',
  access_token: '',
  webhook_url: 'http://localhost:4000/hooks',
  webhook_secret: 'choose-a-secret-of-your-own',
}

const BUYER = 'buyer@example.com'
/** Nothing was changed at a registry in a new installation. */
const NO_COMMAND = 'cmd_01k9zq4x7v3m8n2p5r6s7t8w9y'
const PKCE_CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** By operation: values for parameters and body. Operations without an entry send their required fields only. */
export const SAMPLES = {
  // A malformed key: a run from top to bottom must not delete what the later requests use.
  'sandbox.reset': { headers: { 'Idempotency-Key': 'remove this header to reset' } },
  'domains.search': { params: { q: 'coffee' } },
  'domains.get': { params: { name: '{{domain}}' } },
  'availability.get': { params: { domain: '{{domain}}' } },
  'availability.check': { body: { domains: ['{{domain}}', 'example.com'] } },
  'pricing.get': { params: { domain: '{{domain}}' } },
  'quotes.create': { body: { domain: '{{domain}}' } },
  'orders.record': {
    body: {
      external_payment_ref: 'cart-{{run}}',
      domain: '{{domain}}',
      expected_price: '{{#price_cents}}',
      currency: '{{currency}}',
      buyer: { email: BUYER },
    },
  },
  'refunds.create': { body: { order_public_id: '{{public_id}}', reason: 'requested_by_customer' } },
  'orders.delivery': { body: { registrar_iana_id: 146, registrar_account: 'ACME-1042' } },
  'operator.deliveries.set_auth_code': { body: { auth_code: 'Set-at-the-registrar-1' } },
  'delivery.change': {
    body: { registrar_iana_id: 146, registrar_account: 'ACME-1042', contact_email: 'domains@example.com' },
  },
  'orders.reconcile': { body: { references: ['cart-{{run}}'] } },
  'checkout_sessions.create': {
    body: { domain: '{{domain}}', return_url: 'https://example.com/paid', cancel_url: 'https://example.com/' },
  },
  'webhooks.register': { body: { url: '{{webhook_url}}', secret: '{{webhook_secret}}' } },
  'webhooks.recover': { body: { since: '2026-01-01' } },
  'webhooks.endpoints.create': { body: { url: '{{webhook_url}}', secret: '{{webhook_secret}}' } },
  'webhooks.endpoints.change': { body: { active: false } },
  'brokerage.eligibility': { params: { domain: 'taken-{{run}}.test' } },
  'brokerage.open': {
    body: { domain: 'taken-{{run}}.test', tier: 'managed', buyer_email: BUYER, budget: 500_000 },
  },
  'links.create': { body: { kind: 'product', product: 'marketplace' } },
  'sandbox.links.sale': { body: { domain: '{{second_domain}}' } },
  'operator.partners.create': {
    body: { name: 'Sample partner', email: 'partner-{{run}}@example.com', merchant_of_record: true },
  },
  'operator.partners.change': { body: { name: 'Renamed partner' } },
  'sandbox.mail.get': { params: { message_id: 'msg_00000000000000000000000000' } },
  'operator.operators.revoke_invitation': { params: { invitation_id: '{{operator_invitation_id}}' } },
  'operator.members.add': { body: { email: 'colleague-{{run}}@example.com', role: 'member' } },
  'operator.credentials.rotate': { params: { key_id: '{{issued_key_id}}' } },
  'operator.credentials.rename': { params: { key_id: '{{issued_key_id}}' }, body: { name: 'Sample' } },
  'operator.credentials.revoke': { params: { key_id: '{{issued_key_id}}' } },
  'operator.listings.create': {
    body: { environment: 'sandbox', domain: 'sample-{{run}}.test', price_cents: 120_000, currency: 'USD' },
  },
  'operator.listings.change': { body: { price_cents: 110_000 } },
  'operator.listings.import': { body: 'domain,price_cents,currency\nimported-{{run}}.test,99000,USD\n' },
  'operator.tlds.put': { body: { type: 'gTLD' } },
  'operator.orders.bulk': { body: { action: 'hold', order_ids: ['{{public_id}}'], idempotency_key: 'bulk-{{run}}' } },
  'operator.orders.run': { params: { run_id: '{{order_run_id}}' } },
  'operator.registry_commands.get': { params: { command_id: NO_COMMAND } },
  'operator.registry_commands.retry': { params: { command_id: NO_COMMAND } },
  'operator.registry_commands.confirm': { params: { command_id: NO_COMMAND } },
  'operator.registry_commands.fail': { params: { command_id: NO_COMMAND } },
  'operator.review_rules.create': { body: { kind: 'buyer_email', value: 'fraud-{{run}}@example.com' } },
  'operator.settlements.adjust': { body: { amount_cents: 100, reason: 'Correction' } },
  'operator.payouts.create': {
    body: { partner_id: '{{own_partner_id}}', kind: 'commission', environment: 'sandbox' },
  },
  'operator.brokerage.complete': { body: { deal_price_cents: 400_000 } },
  'operator.operators.invite': { body: { email: 'operator-{{run}}@example.com', role: 'viewer' } },
  'operator.operators.change': { params: { user_id: '{{operator_id}}' }, body: { role: 'admin' } },
  'operator.operators.remove': { params: { user_id: '{{operator_id}}' } },
  'operator.tokens.create': { body: { name: 'Sample', role: 'viewer' } },
  'market.listing': { params: { name: '{{market_domain}}' } },
  'market.checkout': { body: { domain: '{{market_domain}}' } },
  'market.brokerage.eligibility': { params: { domain: 'taken-{{run}}.com' } },
  'market.brokerage.open': {
    body: { domain: 'taken-{{run}}.com', tier: 'managed', buyer_email: BUYER, budget_cents: 500_000 },
  },
  'operator.queue.group': { params: { group: 'held_orders' } },
  'account.views.save': {
    body: { list: 'console.orders', name: 'Held orders', search: 'status=MANUAL_REVIEW', hidden_columns: [] },
  },
  'account.views.remove': { query: { list: 'console.orders', name: 'Held orders' } },
  'account.watches.add': { params: { domain: 'watched-{{run}}.com' } },
  'account.watches.remove': { params: { domain: 'watched-{{run}}.com' } },
  'registrations.create': {
    body: {
      domain: 'new-{{run}}.com',
      years: 1,
      registrant: {
        name: 'Ada Example',
        street: '1 Main Street',
        city: 'Springfield',
        country: 'US',
        phone: '+1.5555550100',
        email: BUYER,
      },
    },
  },
  'domain_purchases.get': { params: { purchase_id: 'pur_01k9zq4x7v3m8n2p5r6s7t8w9y' } },
  'bulk.report': { params: { bulk_id: 'blk_01k9zq4x7v3m8n2p5r6s7t8w9y' } },
  'seller.listings.create': { body: { domain: 'seller-{{run}}.com', price_cents: 250_000, currency: 'USD' } },
  'seller.listings.import': { body: 'domain,price_cents,currency\nimported-{{run}}.com,99000,USD\n' },
  'seller.listings.get': { params: { listing_id: '{{seller_listing_id}}' } },
  'seller.listings.change': { params: { listing_id: '{{seller_listing_id}}' }, body: { price_cents: 240_000 } },
  'seller.listings.withdraw': { params: { listing_id: '{{seller_listing_id}}' } },
  'seller.listings.verify': { params: { listing_id: '{{seller_listing_id}}' } },
  'operator.sellers.destination': {
    params: { user_id: '{{seller_id}}' },
    body: { kind: 'manual', bank_reference: 'DE89370400440532013000' },
  },
  'operator.sellers.get': { params: { user_id: '{{seller_id}}' } },
  'operator.sellers.freeze': { params: { user_id: '{{seller_id}}' }, body: { reason: 'Reported as stolen' } },
  'operator.sellers.unfreeze': { params: { user_id: '{{seller_id}}' } },
  'operator.sellers.pay_out': { params: { user_id: '{{seller_id}}' } },
  'operator.sellers.verify_listing': { params: { listing_id: '{{seller_listing_id}}' } },
  'operator.seller_payouts.paid': {
    params: { payout_id: 'spo_01k9zq4x7v3m8n2p5r6s7t8w9y' },
    body: { reference: 'SEPA 2026-11-18' },
  },
  'operator.seller_payouts.failed': {
    params: { payout_id: 'spo_01k9zq4x7v3m8n2p5r6s7t8w9y' },
    body: { reason: 'The account does not exist' },
  },
  'bulk.run': { body: { domains: ['{{owned_domain}}'], params: { years: 1 }, dry_run: true } },
  'account.password': {
    body: { current_password: 'your current password', new_password: 'a new and longer password' },
  },
  'account.email': { body: { new_email: 'new-address@example.com', current_password: 'your current password' } },
  'account.sessions.end': { params: { session_id: 'ses_00000000000000000000000000' } },
  'account.grants.revoke': { params: { client_id: '{{client_id}}' } },
  'account.delete': { body: { password: 'your password' } },
  'account.totp_confirm': { body: { code: '123456' } },
  'account.passkey_add': { body: { response: {}, name: 'Laptop' } },
  'account.passkey_rename': { params: { passkey_id: 'pky_01k9zq4x7v3m8n2p5r6s7t8w9y' }, body: { name: 'Phone' } },
  'account.passkey_remove': { params: { passkey_id: 'pky_01k9zq4x7v3m8n2p5r6s7t8w9y' } },
  'account.reauthenticate': { body: { password: 'your current password' } },
  'account.order': { params: { public_id: '{{purchase_id}}' } },
  'account.document': { params: { document_id: '{{document_id}}' } },
  'documents.get': { params: { document_id: '{{document_id}}' } },
  'operator.documents.get': { params: { document_id: '{{document_id}}' } },
  'batch.run': { body: { operations: [{ op: 'pricing.tld', params: { tld: 'com' } }] } },
  'oauth.register': { body: { client_name: 'Sample client', redirect_uris: ['http://127.0.0.1:7777/callback'] } },
  'oauth.authorize': { params: { client_id: '{{client_id}}', code_challenge: PKCE_CHALLENGE } },
  'oauth.token': {
    body: {
      grant_type: 'authorization_code',
      client_id: '{{client_id}}',
      code: 'the code from the redirect',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
  'oauth.revoke': { body: { client_id: '{{client_id}}', token: 'the token to revoke' } },
  'mcp.call': {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    headers: { Accept: 'application/json, text/event-stream' },
  },
}

/** By operation: variable ← path in the response. A response without the value leaves the variable unchanged. */
export const SAVES = {
  'me.get': { own_partner_id: 'partner.partner_id' },
  'domains.search': { domain: 'results.0.domain', second_domain: 'results.1.domain' },
  'quotes.create': { quote_id: 'quote_id', price_cents: 'price_cents', currency: 'currency' },
  'orders.record': { public_id: 'public_id' },
  'refunds.create': { refund_id: 'refund_id' },
  'checkout_sessions.create': { session_id: 'session_id' },
  'sandbox.checkout_sessions.pay': { public_id: 'order_public_id' },
  'webhooks.test': { delivery_id: 'delivery_id' },
  'webhooks.endpoints.create': { endpoint_id: 'endpoint_id' },
  'brokerage.open': { case_id: 'case_id' },
  'links.create': { link_id: 'link_id' },
  'settlements.list': { settlement_id: 'settlements.0.settlement_id' },
  'documents.list': { document_id: 'documents.0.document_id' },
  // The operator's requests below go on with this order.
  'sandbox.links.sale': { public_id: 'order_public_id' },
  'operator.partners.create': { partner_id: 'partner_id' },
  'operator.credentials.issue': { issued_key_id: 'key_id' },
  'operator.listings.create': { listing_id: 'listing_id' },
  'operator.listings.import': { import_id: 'import_id' },
  'operator.orders.bulk': { order_run_id: 'run_id' },
  'operator.sellers.list': { seller_id: 'sellers.0.user_id' },
  'operator.review_rules.create': { rule_id: 'rule_id' },
  'operator.payouts.create': { payout_id: 'payouts.0.payout_id' },
  'operator.mail.list': { message_id: 'messages.0.message_id' },
  'operator.operators.list': { operator_id: 'operators.0.user_id' },
  'operator.operators.invite': { operator_invitation_id: 'invitation_id' },
  'operator.members.add': { invitation_id: 'invitation_id' },
  'operator.tokens.create': { token_id: 'token_id' },
  'market.listings': { market_domain: 'items.0.domain' },
  'seller.listings.create': { seller_listing_id: 'listing_id' },
  'domains.owned': { owned_domain: 'domains.0.domain' },
  'account.orders': { purchase_id: 'orders.0.public_id' },
  'oauth.register': { client_id: 'client_id' },
}

/** Moves a request behind another, so that a run from top to bottom finds what it needs. Applied in this order. */
export const MOVES = [
  ['webhooks.test', 'webhooks.get'],
  ['webhooks.end', 'webhooks.deliveries.redeliver'],
  ['sandbox.orders.fail_transfer', 'sandbox.orders.clear'],
  // With a target, the orders above would be delivered automatically.
  ['delivery.change', 'sandbox.clock.advance'],
  ['orders.delivery', 'delivery.change'],
  ['settlements.list', 'sandbox.settlements.run'],
  ['settlements.get', 'settlements.list'],
  ['documents.list', 'settlements.get'],
  ['documents.get', 'documents.list'],
  ['operator.listings.withdraw', 'operator.listings.import_report'],
  ['seller.listings.withdraw', 'seller.listings.verify'],
  ['operator.brokerage.complete', 'operator.brokerage.advance'],
]
