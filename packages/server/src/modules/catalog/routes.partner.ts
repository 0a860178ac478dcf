// What partners read of the catalog: the details, availability and price of a domain, and the availability of many.
import { defineRoute } from '../../http/define-route.ts'
import { CurrencyCode, DomainText, isoTime, Named, PositiveCents, Strict, Timestamp, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { AVAILABILITY_DOMAINS_MAX } from '../../kernel/limits.ts'
import { notListed } from './rules.ts'
import { findDomain, findDomains, readDomain, readDomains } from './service/list.ts'
import { AvailabilityView, availabilityView } from './views/availability.ts'
import { DomainDetailView, domainDetailView } from './views/listings.ts'

const DomainQuery = Strict({ domain: DomainText() })

const detail = defineRoute({
  id: 'domains.get',
  area: 'partner',
  method: 'GET',
  path: '/domains/{name}',
  scope: 'search',
  summary: 'Get a domain',
  description: 'Returns the price, availability and description of a listed domain. 404 if the domain is not listed.',
  returns: 'The listed domain.',
  params: Strict({ name: Type.String({ description: 'The domain, as U-label or A-label.' }) }),
  response: DomainDetailView,
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ db, caller, deps }, { params }) => {
    const name = readDomain(params.name, caller.environment, 'name')
    const listing = await findDomain(db, caller.environment, name.domain)
    if (!listing) throw notListed(name.domain, caller.environment)
    return domainDetailView(listing, caller.partnerId, deps.clock.now())
  },
})

const availability = defineRoute({
  id: 'availability.get',
  area: 'partner',
  method: 'GET',
  path: '/availability',
  scope: 'search',
  summary: 'Check whether a domain can be bought',
  description: 'Call it before you show a buy button. A domain that is not listed is `available: false`, not an error.',
  returns: 'The availability of the domain.',
  query: DomainQuery,
  response: AvailabilityView,
  readsAhead: true,
  handle: async ({ db, caller, now, deps }, { query }) => {
    const { domain } = readDomain(query.domain, caller.environment)
    const listing = await findDomain(db, caller.environment, domain)
    return availabilityView(domain, listing, { partnerId: caller.partnerId, real: deps.clock.now(), now })
  },
})

/** Before validation, so of any body: the domains it names, in tens. */
function countTens(body: unknown): number {
  const domains = (body as { domains?: unknown } | null)?.domains
  return Array.isArray(domains) ? Math.ceil(Math.min(domains.length, AVAILABILITY_DOMAINS_MAX) / 10) : 1
}

const bulkAvailability = defineRoute({
  id: 'availability.check',
  area: 'partner',
  method: 'POST',
  path: '/availability',
  scope: 'search',
  membership: 'member',
  limit: 'partner_reads',
  countUnits: countTens,
  summary: 'Check several domains',
  description:
    `Checks up to ${AVAILABILITY_DOMAINS_MAX} domains in one request. Every ten domains count as one read. It only reads, ` +
    'so it needs no Idempotency-Key. If a domain is not valid, the response is 400 and `details` names its position, such as `domains.3`.',
  returns: 'The availability of each domain, in the order of the request.',
  body: Strict({ domains: Type.Array(DomainText(), { minItems: 1, maxItems: AVAILABILITY_DOMAINS_MAX }) }),
  response: Strict({ results: Type.Array(AvailabilityView) }),
  handle: async ({ db, caller, now, deps }, { body }) => {
    const domains = readDomains(body.domains, caller.environment)
    const listings = await findDomains(db, caller.environment, domains)
    const byDomain = new Map(listings.map((listing) => [listing.domain, listing]))
    const checked = { partnerId: caller.partnerId, real: deps.clock.now(), now }
    return { results: domains.map((domain) => availabilityView(domain, byDomain.get(domain), checked)) }
  },
})

const pricing = defineRoute({
  id: 'pricing.get',
  area: 'partner',
  method: 'GET',
  path: '/pricing',
  scope: 'search',
  summary: 'Get the price of a domain',
  description: 'Returns the buy-now price and the floor price. 404 if the domain is not for sale.',
  returns: 'The prices of the domain.',
  query: DomainQuery,
  response: Named('Pricing', {
    domain: Type.String(),
    buy_now_price_cents: PositiveCents(),
    floor_price_cents: PositiveCents(),
    currency: CurrencyCode(),
    updated_at: Timestamp(),
  }),
  errors: ['not_found'],
  readsAhead: true,
  handle: async ({ db, caller }, { query }) => {
    const name = readDomain(query.domain, caller.environment)
    const listing = await findDomain(db, caller.environment, name.domain)
    if (listing?.status !== 'listed') throw notFound(`${name.domain} is not for sale on this marketplace.`)
    return {
      domain: listing.domain,
      buy_now_price_cents: listing.priceCents,
      floor_price_cents: listing.floorPriceCents,
      currency: listing.currency as 'USD',
      updated_at: isoTime(listing.updatedAt),
    }
  },
})

export const partnerRoutes = [detail, availability, bulkAvailability, pricing]
