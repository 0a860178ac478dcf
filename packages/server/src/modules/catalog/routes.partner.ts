// What partners read of the catalogue: one name's detail, availability, price.
import { defineRoute } from '../../http/define-route.ts'
import {
  CurrencyCode,
  DomainText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { getStanding, isAvailableTo, notListed } from './rules.ts'
import { findDomain, readDomain } from './service/list.ts'
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
  response: Named('Availability', {
    domain: Type.String(),
    available: Type.Boolean(),
    price_cents: Nullable(PositiveCents()),
    currency: Nullable(CurrencyCode()),
    reason: Nullable(OneOf(['unlisted', 'reserved', 'sold'])),
    checked_at: Timestamp(),
  }),
  handle: async ({ db, caller, now, deps }, { query }) => {
    const name = readDomain(query.domain, caller.environment)
    const listing = await findDomain(db, caller.environment, name.domain)
    const checked_at = isoTime(now)
    if (!listing)
      return {
        domain: name.domain,
        available: false,
        price_cents: null,
        currency: null,
        reason: 'unlisted' as const,
        checked_at,
      }
    // Reservations run on real time, whatever clock a sandbox partner has: the name is shared with others.
    const at = deps.clock.now()
    const available = isAvailableTo(listing, caller.partnerId, at)
    const standing = getStanding(listing, at)
    return {
      domain: name.domain,
      available,
      price_cents: listing.priceCents,
      currency: listing.currency as 'USD',
      reason: available || standing === 'listed' ? null : standing,
      checked_at,
    }
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

export const partnerRoutes = [detail, availability, pricing]
