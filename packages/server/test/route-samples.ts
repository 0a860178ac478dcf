// A good input for every route, so that the matrix can walk them all. A new route adds its sample here, or in the file of its area.
import type { TestService } from './harness.ts'
import { join, newPerson as newOwner } from './person.ts'
import {
  caseAfter,
  freshDomain,
  type MakeSample,
  newBulkAction,
  newClaimMail,
  newCommission,
  newDelivery,
  newDocument,
  newGuestOrder,
  newKey,
  newListing,
  newMail,
  newOrder,
  newPartner,
  newPerson,
  newStatement,
  newWithdrawn,
  nextNumber,
  orderAfter,
  payoutAfter,
  registered,
  type World,
} from './route-sample-records.ts'

import { DELIVERY_SAMPLES } from './route-samples-delivery.ts'
import { OPERATOR_DISPUTE_SAMPLES } from './route-samples-disputes.ts'
import { FACTOR_SAMPLES } from './route-samples-factors.ts'
import { OPERATOR_OFFER_SAMPLES } from './route-samples-offers.ts'
import { OPERATOR_SAMPLES } from './route-samples-operators.ts'
import { PARTNER_SAMPLES } from './route-samples-partner.ts'
import { PORTAL_SAMPLES, TEAM_SAMPLES } from './route-samples-portal.ts'
import { PUBLIC_SAMPLES } from './route-samples-public.ts'
import { REGISTRATION_SAMPLES } from './route-samples-registrations.ts'
import { OPERATOR_SELLER_SAMPLES } from './route-samples-sellers.ts'

export type { Sample, World } from './route-sample-records.ts'

/** Each sample can be sent any number of times: what a route uses up is made again. */
export const SAMPLES: Record<string, MakeSample> = {
  ...PARTNER_SAMPLES,
  ...REGISTRATION_SAMPLES,
  ...OPERATOR_SELLER_SAMPLES,
  ...OPERATOR_OFFER_SAMPLES,
  ...OPERATOR_DISPUTE_SAMPLES,
  'operator.orders.list': () => ({
    query: 'status=EXTERNALLY_PAID&queue=transfers_to_start&limit=2&sort=price_asc&count=true',
  }),
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
  'operator.listings.relist': (_, service) => newWithdrawn(service),
  'operator.listings.accept_withdrawal': (_, service) => newWithdrawn(service),
  'operator.listings.import': () => ({
    query: 'environment=sandbox',
    raw: { contentType: 'text/csv', text: `domain,price_cents,currency\n${freshDomain()},1000,USD\n` },
  }),
  'operator.listings.import_report': ({ importId }) => ({ params: { import_id: importId } }),
  'operator.tlds.list': () => ({ query: 'type=gTLD&offered=true&limit=2' }),
  'operator.tlds.get': () => ({ params: { tld: 'com' } }),
  'operator.tlds.put': () => ({ params: { tld: 'ninja' }, body: { prices: { register_cents: 1900 } } }),
  'operator.queue.group': () => ({ params: { group: 'held_orders' }, query: 'environment=live' }),
  'operator.queue': () => ({ query: 'environment=sandbox' }),
  'operator.search': ({ partner }) => ({ query: `q=${partner.partnerId}` }),
  'operator.overview': () => ({}),
  'operator.changes.list': () => ({ query: 'after=1.1700000000.700:700:' }),
  'operator.tax.get': () => ({}),
  // Without rates, so that the other samples are not taxed.
  'operator.tax.put': () => ({ body: { seller_country: 'DE', rates: [], prices: 'gross' } }),
  'operator.documents.list': () => ({ query: 'environment=sandbox&kind=invoice&limit=2' }),
  'operator.documents.get': newDocument,
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
