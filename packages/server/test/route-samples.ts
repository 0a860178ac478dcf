// A good input for every route, so that the matrix can walk them all. A new route adds its sample here.
import type { Id } from '../src/kernel/ids.ts'
import type { TestService } from './harness.ts'
import { join, newPerson as newOwner } from './person.ts'
import {
  caseAfter,
  freshDomain,
  keptEndpoint,
  type MakeSample,
  newBulkAction,
  newCheckout,
  newClaimMail,
  newCommission,
  newDelivery,
  newEndpoint,
  newGuestOrder,
  newKey,
  newListing,
  newMail,
  newOrder,
  newPartner,
  newPerson,
  newQuote,
  newStatement,
  nextNumber,
  orderAfter,
  payoutAfter,
  REGISTRATION,
  registered,
  SHOP,
  type World,
  withoutEndpoints,
} from './route-sample-records.ts'

import { DELIVERY_SAMPLES } from './route-samples-delivery.ts'
import { FACTOR_SAMPLES } from './route-samples-factors.ts'
import { OPERATOR_SAMPLES } from './route-samples-operators.ts'
import { PORTAL_SAMPLES, TEAM_SAMPLES } from './route-samples-portal.ts'
import { PUBLIC_SAMPLES } from './route-samples-public.ts'

export type { Sample, World } from './route-sample-records.ts'

/** Each sample can be sent any number of times: what a route uses up is made again. */
export const SAMPLES: Record<string, MakeSample> = {
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
  'sandbox.clock.get': () => ({}),
  'sandbox.mail.list': () => ({ query: 'limit=2' }),
  'sandbox.mail.get': ({ partner }, service) =>
    newMail(service, { partnerId: partner.partnerId as Id<'partner'>, environment: 'sandbox' }),
  'sandbox.clock.advance': () => ({ body: { seconds: 1 } }),

  'operator.orders.list': () => ({ query: 'status=EXTERNALLY_PAID&limit=2&sort=price_asc&count=true' }),
  'operator.orders.get': async (world, service) => ({ params: { public_id: await newOrder(world, service) } }),
  'operator.orders.hold': orderAfter(),
  'operator.orders.clear': orderAfter('hold'),
  'operator.orders.start_transfer': orderAfter(),
  'operator.orders.fail_transfer': orderAfter('start_transfer'),
  'operator.orders.complete_transfer': orderAfter('start_transfer'),
  'operator.orders.refund': orderAfter(),
  'operator.orders.cancel': orderAfter(),
  'operator.orders.bulk': async (world, service) => ({ body: await newBulkAction(world, service) }),
  'operator.orders.run': async (world, service) => {
    const run = await service.operator('POST', '/orders/bulk', await newBulkAction(world, service))
    return { params: { run_id: run.json.run_id } }
  },
  'operator.orders.claim_link': async (_, service) => ({ params: { public_id: await newGuestOrder(service) } }),
  'operator.orders.unclaimed': () => ({ query: 'limit=2' }),
  'operator.review_rules.list': () => ({}),
  'operator.review_rules.create': () => ({ body: { kind: 'buyer_email', value: `${nextNumber()}@matrix.example` } }),
  'operator.review_rules.delete': async (_, service) => {
    const rule = await service.operator('POST', '/review-rules', {
      kind: 'buyer_email',
      value: `${nextNumber()}@matrix.example`,
    })
    return { params: { rule_id: rule.json.rule_id } }
  },
  'operator.settlements.list': () => ({ query: 'environment=sandbox&status=closed,paid&limit=2' }),
  'operator.settlements.preview': () => ({ query: 'environment=sandbox&period=2026-01' }),
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
  'operator.payouts.due': () => ({ query: 'environment=sandbox' }),
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
  'operator.mail.list': () => ({ query: 'template=account_exists&status=queued,sent&limit=2' }),
  'operator.mail.get': (_, service) => newMail(service),
  'operator.mail.resend': (_, service) => newMail(service),
  'operator.mail.reveal_link': (_, service) => newClaimMail(service),

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
  'operator.credentials.rename': async (_, service) => ({ ...(await newKey(service)), body: { name: 'Checkout' } }),
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
  'operator.queue': () => ({ query: 'environment=sandbox' }),
  'operator.search': ({ partner }) => ({ query: `q=${partner.partnerId}` }),
  'operator.overview': () => ({}),
  'operator.changes.list': () => ({ query: 'after=1.1700000000.700:700:' }),
  'operator.settlements.get': async (world, service) => ({
    params: { settlement_id: await newStatement(world, service) },
    query: 'limit=1',
  }),
  'operator.webhooks.endpoints.list': async (world, service) => {
    await registered(world, service)
    return { query: 'environment=sandbox&active=true&limit=2' }
  },
  'operator.audit.list': () => ({ query: 'limit=2&from=2020-01-01' }),

  ...DELIVERY_SAMPLES,
  ...OPERATOR_SAMPLES,
  ...PORTAL_SAMPLES,
  ...TEAM_SAMPLES,
  ...Object.fromEntries(
    Object.entries(FACTOR_SAMPLES).map(([id, make]) => [id, (_: World, service: TestService) => make(service)]),
  ),

  ...PUBLIC_SAMPLES,
}

export async function makeWorld(service: TestService, name = 'matrix.com'): Promise<World> {
  const partner = await service.partner({ approved: true })
  const live = await service.credential(partner, 'live')
  const { listing_id: listingId, domain } = await service.list('sandbox', name)
  const report = await service.send({
    method: 'POST',
    url: '/api/operator/v1/listings/import?environment=sandbox',
    headers: { authorization: `Bearer ${service.operatorToken}`, 'content-type': 'text/csv' },
    body: 'domain,price_cents,currency\n',
  })
  const owner = await newOwner(service)
  await join(service, partner.partnerId, owner.userId)
  // Samples add the owner to other teams, too.
  Object.assign(owner.headers, { 'x-partner-id': partner.partnerId })
  const importId = report.json.import_id as string
  return { partner, live, listingId, domain, importId, owner, ...(await newPerson(service)) }
}
