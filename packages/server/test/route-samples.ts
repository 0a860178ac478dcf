// A good input for every route, so that the matrix can walk them all. A new route adds its sample here.
import type { TestPartner, TestService } from './harness.ts'
import { newAccessToken } from './oauth.ts'

/** What the samples may refer to; made once per test file. `live` is the same partner's other key. */
export type World = {
  partner: TestPartner
  live: TestPartner
  listingId: string
  domain: string
  importId: string
  /** Of a person who let an application do everything. */
  accessToken: string
}

export type Sample = {
  params?: Record<string, string>
  query?: string
  body?: unknown
  /** For routes that read a stream. */
  raw?: { contentType: string; text: string }
}

type MakeSample = (world: World, service: TestService) => Sample | Promise<Sample>

let serial = 0
const freshDomain = (): string => `matrix-${process.pid}-${serial++}.com`

const newPartner = async (service: TestService): Promise<Sample> => ({
  params: { partner_id: (await service.partner()).partnerId },
})
const newKey = async (service: TestService): Promise<Sample> => ({
  params: { key_id: (await service.partner()).keyId },
})
/** An order of the world's partner, moved as far as the route needs it. */
async function newOrder({ partner }: World, service: TestService, ...moves: string[]): Promise<string> {
  const domain = freshDomain()
  await service.list('sandbox', domain)
  const body = { domain, expected_price: 100_000, currency: 'USD', external_payment_ref: 'matrix' }
  const order = await service.signed(partner, 'POST', '/api/partner/v1/orders', body, {
    headers: { 'idempotency-key': domain },
  })
  for (const move of moves) await service.operator('POST', `/orders/${order.json.public_id}/${move}`)
  return order.json.public_id as string
}

const orderAfter =
  (...moves: string[]): MakeSample =>
  async (world, service) => ({
    params: { public_id: await newOrder(world, service, ...moves) },
    body: { note: 'matrix' },
  })

async function newQuote({ partner }: World, service: TestService): Promise<Sample> {
  const domain = freshDomain()
  await service.list('sandbox', domain)
  const quote = await service.signed(partner, 'POST', '/api/partner/v1/quotes', { domain })
  return { params: { quote_id: quote.json.quote_id } }
}

const SHOP = { return_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/back' }
async function newCheckout({ partner }: World, service: TestService): Promise<Sample> {
  const { domain } = await service.list('sandbox', freshDomain())
  const session = await service.signed(partner, 'POST', '/api/partner/v1/checkout-session', { domain, ...SHOP })
  return { params: { session_id: session.json.session_id } }
}

const newListing = async (service: TestService): Promise<Sample> => ({
  params: { listing_id: (await service.list('sandbox', freshDomain())).listing_id },
})

const REGISTRATION = {
  url: 'https://hooks.matrix.example/in',
  secret: 'sixteen-or-longer',
  event_types: ['order.recorded'],
}

async function registered({ partner }: World, service: TestService): Promise<Sample> {
  await service.signed(partner, 'PUT', '/api/partner/webhooks', REGISTRATION)
  return {}
}

async function newDelivery(world: World, service: TestService): Promise<Sample> {
  await registered(world, service)
  const delivery = await service.signed(world.partner, 'POST', '/api/partner/v1/webhooks/test')
  return { params: { delivery_id: delivery.json.delivery_id } }
}

/** A closed statement of the world's partner, with one delivered order on it. */
async function newStatement(world: World, service: TestService): Promise<string> {
  await newOrder(world, service, 'start_transfer', 'complete_transfer')
  const run = await service.signed(world.partner, 'POST', '/api/partner/v1/sandbox/settlements/run')
  return run.json.settlements[0].settlement_id as string
}

/** Commission of the world's partner that is payable: a sale at the checkout, delivered and settled. */
async function newCommission(world: World, service: TestService): Promise<{ partner_id: string; kind: string }> {
  const { params } = await newCheckout(world, service)
  await service.signed(world.partner, 'POST', `/api/partner/v1/sandbox/checkout-session/${params!.session_id}/pay`)
  const { json } = await service.signed(world.partner, 'GET', '/api/partner/v1/orders?status=PAID&limit=1')
  for (const move of ['start_transfer', 'complete_transfer'])
    await service.operator('POST', `/orders/${json.orders[0].public_id}/${move}`)
  await service.signed(world.partner, 'POST', '/api/partner/v1/sandbox/settlements/run')
  return { partner_id: world.partner.partnerId, kind: 'commission' }
}

const payoutAfter =
  (...moves: string[]): MakeSample =>
  async (world, service) => {
    const made = await service.operator('POST', '/payouts', await newCommission(world, service))
    const { payout_id } = made.json.payouts[0]
    for (const move of moves) await service.operator('POST', `/payouts/${payout_id}/${move}`)
    return { params: { payout_id }, body: { reference: 'wire 1' } }
  }

/** A case of the world's partner, moved as many steps as the route needs. */
async function newCase({ partner }: World, service: TestService, steps = 0): Promise<Sample> {
  const body = {
    domain: `case-${process.pid}-${serial++}.test`,
    tier: 'managed',
    buyer_email: 'b@matrix.example',
    budget: 50_000,
  }
  const opened = await service.signed(partner, 'POST', '/api/partner/v1/brokerage', body)
  const { case_id } = opened.json
  for (let step = 0; step < steps; step++) await service.operator('POST', `/brokerage/${case_id}/advance`)
  return { params: { case_id } }
}

const caseAfter =
  (steps: number, body?: unknown): MakeSample =>
  async (world, service) => ({ ...(await newCase(world, service, steps)), ...(body === undefined ? {} : { body }) })

/** Each sample can be sent any number of times: what a route uses up is made anew. */
export const SAMPLES: Record<string, MakeSample> = {
  'me.get': () => ({}),
  'domains.get': ({ domain }) => ({ params: { name: domain } }),
  'availability.get': ({ domain }) => ({ query: `domain=${domain}` }),
  'pricing.get': ({ domain }) => ({ query: `domain=${domain}` }),
  'domains.search': () => ({ query: 'q=matrix&tld=com&min_price=1' }),

  'quotes.create': async (_, service) => {
    const { domain } = await service.list('sandbox', freshDomain())
    return { body: { domain, currency: 'USD', metadata: { cart: 'a' } } }
  },
  'quotes.get': newQuote,
  'quotes.release': newQuote,
  'orders.record': async (_, service) => {
    const { domain, price_cents } = await service.list('sandbox', freshDomain())
    return { body: { domain, expected_price: price_cents, currency: 'USD', external_payment_ref: 'matrix' } }
  },
  'orders.list': () => ({ query: 'status=EXTERNALLY_PAID,SETTLED&limit=2&from=2020-01-01' }),
  'orders.get': async (world, service) => ({ params: { public_id: await newOrder(world, service) } }),
  'refunds.create': async (world, service) => ({
    body: { order_public_id: await newOrder(world, service), reason: 'requested_by_customer' },
  }),
  'refunds.list': () => ({ query: 'limit=2' }),
  'refunds.get': async (world, service) => {
    const body = { order_public_id: await newOrder(world, service), reason: 'other' }
    const refund = await service.signed(world.partner, 'POST', '/api/partner/v1/refunds', body)
    return { params: { refund_id: refund.json.refund_id } }
  },
  'checkout_sessions.create': async (_, service) => {
    const { domain } = await service.list('sandbox', freshDomain())
    return { body: { domain, ...SHOP, buyer: { email: 'ada@matrix.example' }, metadata: { cart: 'a' } } }
  },
  'checkout_sessions.get': newCheckout,
  'sandbox.checkout_sessions.pay': async (world, service) => ({
    ...(await newCheckout(world, service)),
    body: { outcome: 'paid' },
  }),
  'settlements.list': async (world, service) => {
    await newStatement(world, service)
    return { query: 'limit=2' }
  },
  'settlements.get': async (world, service) => ({ params: { settlement_id: await newStatement(world, service) } }),
  'transactions.list': () => ({
    query: 'from=2020-01-01&status=EXTERNALLY_PAID,SETTLED&payment_model=partner_collected&limit=2',
  }),
  'payouts.list': () => ({ query: 'limit=2' }),
  'analytics.get': () => ({ query: 'granularity=week' }),
  'webhooks.register': () => ({ body: REGISTRATION }),
  'webhooks.get': registered,
  'webhooks.end': registered,
  'webhooks.test': registered,
  'webhooks.deliveries.list': () => ({ query: 'status=pending,failed&limit=2' }),
  'webhooks.deliveries.redeliver': newDelivery,
  'events.list': () => ({ query: 'limit=2' }),
  'sandbox.orders.hold': orderAfter(),
  'sandbox.orders.clear': orderAfter('hold'),
  'sandbox.orders.start_transfer': orderAfter(),
  'sandbox.orders.fail_transfer': orderAfter('start_transfer'),
  'sandbox.orders.complete_transfer': orderAfter('start_transfer'),
  'sandbox.settlements.run': () => ({}),
  'brokerage.eligibility': () => ({ query: 'domain=eligible-matrix.test' }),
  'brokerage.open': () => ({
    body: {
      domain: `case-${process.pid}-${serial++}.test`,
      tier: 'self_serve',
      buyer_email: 'b@matrix.example',
      budget: 90_000,
      currency: 'EUR',
      notes: 'x',
    },
  }),
  'brokerage.get': caseAfter(0),
  'brokerage.list': () => ({ query: 'status=opened,completed&limit=2' }),
  'sandbox.brokerage.advance': caseAfter(4, { deal_price_cents: 40_000 }),
  'links.create': ({ domain }) => ({ body: { kind: 'domain', domain, label: 'matrix' } }),
  'links.list': () => ({ query: 'limit=2' }),
  'me.clicks': () => ({ query: 'from=2020-01-01' }),
  'me.sales': () => ({ query: 'limit=2&from=2020-01-01' }),
  'me.commissions': () => ({ query: 'limit=2' }),
  'me.payouts': () => ({ query: 'limit=2' }),
  'sandbox.links.sale': async ({ partner }, service) => {
    await service.house()
    const link = await service.signed(partner, 'POST', '/api/partner/v1/links', { kind: 'generic' })
    return {
      params: { link_id: link.json.link_id },
      body: { domain: (await service.list('sandbox', freshDomain())).domain },
    }
  },
  'sandbox.clock.get': () => ({}),
  'sandbox.clock.advance': () => ({ body: { seconds: 1 } }),

  'operator.orders.list': () => ({ query: 'status=EXTERNALLY_PAID&limit=2' }),
  'operator.orders.get': async (world, service) => ({ params: { public_id: await newOrder(world, service) } }),
  'operator.orders.hold': orderAfter(),
  'operator.orders.clear': orderAfter('hold'),
  'operator.orders.start_transfer': orderAfter(),
  'operator.orders.fail_transfer': orderAfter('start_transfer'),
  'operator.orders.complete_transfer': orderAfter('start_transfer'),
  'operator.orders.refund': orderAfter(),
  'operator.orders.cancel': orderAfter(),
  'operator.review_rules.list': () => ({}),
  'operator.review_rules.create': () => ({ body: { kind: 'buyer_email', value: `${serial++}@matrix.example` } }),
  'operator.review_rules.delete': async (_, service) => {
    const rule = await service.operator('POST', '/review-rules', {
      kind: 'buyer_email',
      value: `${serial++}@matrix.example`,
    })
    return { params: { rule_id: rule.json.rule_id } }
  },
  'operator.settlements.list': () => ({ query: 'environment=sandbox&status=closed,paid&limit=2' }),
  'operator.settlements.run': () => ({ body: { period: '2026-01' } }),
  'operator.settlements.paid': async (world, service) => ({
    params: { settlement_id: await newStatement(world, service) },
    body: { reference: 'wire 1' },
  }),
  'operator.settlements.adjust': async (world, service) => ({
    params: { settlement_id: await newStatement(world, service) },
    body: { amount_cents: -500, reason: 'matrix' },
  }),
  'operator.payouts.list': () => ({ query: 'kind=commission,referral&status=pending&limit=2' }),
  'operator.payouts.create': async (world, service) => ({ body: await newCommission(world, service) }),
  'operator.payouts.sent': payoutAfter(),
  'operator.payouts.paid': payoutAfter('sent'),
  'operator.payouts.failed': payoutAfter('sent'),
  'operator.brokerage.list': () => ({ query: 'status=opened&environment=sandbox&limit=2' }),
  'operator.brokerage.get': caseAfter(0),
  'operator.brokerage.advance': caseAfter(0, { note: 'matrix' }),
  'operator.brokerage.decline': caseAfter(1),
  'operator.brokerage.no_deal': caseAfter(2),
  'operator.brokerage.cancel': caseAfter(0),
  'operator.brokerage.complete': caseAfter(4, { deal_price_cents: 40_000, note: 'matrix' }),
  'operator.ledger.check': () => ({}),
  'public.index': () => ({}),
  'operator.webhooks.deliveries.list': () => ({ query: 'environment=sandbox&status=succeeded&limit=2' }),
  'operator.webhooks.deliveries.redeliver': newDelivery,

  'operator.partners.create': () => ({ body: { name: 'Matrix', email: 'm@matrix.example', merchant_of_record: true } }),
  'operator.partners.list': () => ({ query: 'status=pending,approved&limit=2' }),
  'operator.partners.get': ({ partner }) => ({ params: { partner_id: partner.partnerId } }),
  'operator.partners.change': ({ partner }) => ({
    params: { partner_id: partner.partnerId },
    body: { commission_bps: 1200 },
  }),
  'operator.partners.approve': (_, service) => newPartner(service),
  'operator.partners.suspend': (_, service) => newPartner(service),
  'operator.partners.reinstate': async (_, service) => {
    const sample = await newPartner(service)
    await service.operator('POST', `/partners/${sample.params!.partner_id}/suspend`)
    return sample
  },
  'operator.credentials.issue': ({ partner }) => ({
    params: { partner_id: partner.partnerId },
    body: { environment: 'sandbox', scopes: ['search'] },
  }),
  'operator.credentials.list': ({ partner }) => ({ params: { partner_id: partner.partnerId }, query: 'limit=5' }),
  'operator.credentials.rotate': async (_, service) => ({ ...(await newKey(service)), body: { overlap_seconds: 60 } }),
  'operator.credentials.revoke': (_, service) => newKey(service),

  'operator.listings.create': () => ({
    body: {
      environment: 'sandbox',
      domain: freshDomain(),
      price_cents: 1000,
      currency: 'USD',
      description: 'x',
      categories: ['art'],
    },
  }),
  'operator.listings.list': () => ({ query: 'environment=sandbox&status=listed&tld=com&limit=2' }),
  'operator.listings.get': ({ listingId }) => ({ params: { listing_id: listingId } }),
  'operator.listings.change': ({ listingId }) => ({
    params: { listing_id: listingId },
    body: { description: 'changed' },
  }),
  'operator.listings.withdraw': (_, service) => newListing(service),
  'operator.listings.import': () => ({
    query: 'environment=sandbox',
    raw: { contentType: 'text/csv', text: `domain,price_cents,currency\n${freshDomain()},1000,USD\n` },
  }),
  'operator.listings.import_report': ({ importId }) => ({ params: { import_id: importId } }),
  'operator.tlds.list': () => ({ query: 'type=gTLD&offered=true&limit=2' }),
  'operator.tlds.get': () => ({ params: { tld: 'com' } }),
  'operator.tlds.put': () => ({ params: { tld: 'ninja' }, body: { prices: { register_cents: 1900 } } }),
  'operator.audit.list': () => ({ query: 'limit=2&from=2020-01-01' }),

  'domain.search': () => ({ body: { q: 'taken-matrix.com' } }),
  'tools.whois': () => ({ body: { domain: 'taken-matrix.com' } }),
  'pricing.tld': () => ({ query: 'tld=com&op=renew' }),
  'tlds.metadata': () => ({ params: { tld: 'com' } }),
  'market.listings': () => ({ query: 'tld=com&sort=price_asc&limit=5' }),
  'batch.run': () => ({ body: { operations: [{ id: '1', op: 'tld_requirements', params: { tld: 'com' } }] } }),
  'batch.operations': () => ({}),
  'domains.owned': () => ({ query: 'limit=5' }),
  'bulk.operations': () => ({}),
  'bulk.run': () => ({ params: { op: 'renew' }, body: { domains: ['not-mine.com'], params: { years: 1 } } }),
}

export async function makeWorld(service: TestService): Promise<World> {
  const partner = await service.partner({ approved: true })
  const live = await service.credential(partner, 'live')
  const { listing_id: listingId, domain } = await service.list('sandbox', 'matrix.com')
  const report = await service.send({
    method: 'POST',
    url: '/api/operator/v1/listings/import?environment=sandbox',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'text/csv' },
    body: 'domain,price_cents,currency\n',
  })
  const accessToken = await newAccessToken(service, 'pricing:read domains:manage')
  return { partner, live, listingId, domain, importId: report.json.import_id as string, accessToken }
}
