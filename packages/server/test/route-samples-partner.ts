// A good input for every route of the Partner API.
import type { Id } from '../src/kernel/ids.ts'
import {
  caseAfter,
  freshDomain,
  keptEndpoint,
  type MakeSample,
  newCheckout,
  newDelivery,
  newDocument,
  newEndpoint,
  newMail,
  newOrder,
  newQuote,
  newStatement,
  nextNumber,
  orderAfter,
  REGISTRATION,
  registered,
  SHOP,
  withoutEndpoints,
} from './route-sample-records.ts'
import { DISPUTE_SAMPLES } from './route-samples-disputes.ts'

export const PARTNER_SAMPLES: Record<string, MakeSample> = {
  'me.get': () => ({}),
  'domains.get': ({ domain }) => ({ params: { name: domain } }),
  'availability.get': ({ domain }) => ({ query: `domain=${domain}` }),
  'availability.check': ({ domain }) => ({ body: { domains: [domain, 'never-listed.com'] } }),
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
  'orders.reconcile': () => ({
    body: { references: ['matrix', { reference: 'nobody', amount_cents: 1, currency: 'USD' }] },
  }),
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
  'documents.list': () => ({ query: 'kind=receipt,credit_note&limit=2' }),
  'documents.get': newDocument,
  'transactions.list': () => ({
    query: 'from=2020-01-01&status=EXTERNALLY_PAID,SETTLED&payment_model=partner_collected&limit=2',
  }),
  'payouts.list': () => ({ query: 'limit=2' }),
  'analytics.get': () => ({ query: 'granularity=week' }),
  'webhooks.register': () => ({ body: REGISTRATION }),
  'webhooks.get': registered,
  'webhooks.end': registered,
  'webhooks.test': registered,
  'webhooks.endpoints.list': async (world, service) => {
    await newEndpoint(world, service)
    return {}
  },
  'webhooks.endpoints.create': async (world, service) => {
    await withoutEndpoints(world, service)
    return { body: { ...REGISTRATION, active: false } }
  },
  'webhooks.endpoints.get': keptEndpoint,
  'webhooks.endpoints.change': async (world, service) => ({
    ...(await newEndpoint(world, service)),
    body: { secret: 'another-secret-of-length', event_types: ['order.paid'], active: true },
  }),
  'webhooks.endpoints.delete': newEndpoint,
  'webhooks.deliveries.list': () => ({ query: 'status=pending,failed&limit=2' }),
  'webhooks.deliveries.get': newDelivery,
  'webhooks.deliveries.redeliver': newDelivery,
  'webhooks.recover': async (world, service) => ({
    ...(await registered(world, service)),
    body: { since: '2026-01-01' },
  }),
  'events.list': () => ({ query: 'limit=2' }),
  ...DISPUTE_SAMPLES,
  'sandbox.orders.hold': orderAfter(),
  'sandbox.orders.clear': orderAfter('hold'),
  'sandbox.orders.start_transfer': orderAfter(),
  'sandbox.orders.fail_transfer': orderAfter('start_transfer'),
  'sandbox.orders.complete_transfer': orderAfter('start_transfer'),
  'sandbox.settlements.run': () => ({}),
  'brokerage.eligibility': () => ({ query: 'domain=eligible-matrix.test' }),
  'brokerage.open': () => ({
    body: {
      domain: `case-${process.pid}-${nextNumber()}.test`,
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
  'sandbox.reset': () => ({}),
  'sandbox.clock.get': () => ({}),
  'sandbox.mail.list': () => ({ query: 'limit=2' }),
  'sandbox.mail.get': ({ partner }, service) =>
    newMail(service, { partnerId: partner.partnerId as Id<'partner'>, environment: 'sandbox' }),
  'sandbox.clock.advance': () => ({ body: { seconds: 1 } }),
}
