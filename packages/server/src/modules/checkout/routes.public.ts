// Buying on the marketplace's own pages: a checkout session with the house as seller.
import { defineRoute } from '../../http/define-route.ts'
import {
  CurrencyCode,
  DomainText,
  IdText,
  isoTime,
  Named,
  PositiveCents,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { readDomain } from '../catalog/index.ts'
import { createHouseSession } from './service/open.ts'

const PurchaseStartView = Named('MarketCheckout', {
  session_id: IdText('cs_'),
  checkout_url: Type.String({
    description: 'Checkout page for the buyer. Valid for seven days. It does not reserve the domain.',
  }),
  domain: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
  expires_at: Timestamp(),
})

const create = defineRoute({
  id: 'market.checkout',
  area: 'public',
  method: 'POST',
  path: '/market/checkout',
  summary: 'Start a checkout',
  description:
    'Redirect the buyer to `checkout_url`. The first completed payment gets the domain. If the browser followed a referral ' +
    'link, the sale is attributed to it. 409 `domain_sold` if the domain is sold. 409 `domain_reserved` if a partner has ' +
    'reserved it or another payment is being processed.',
  returns: 'The checkout page.',
  limit: 'market_writes',
  body: Strict({ domain: DomainText() }),
  status: 201,
  response: PurchaseStartView,
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  writes: true,
  handle: async ({ deps, tx }, { body }) => {
    const { domain } = readDomain(body.domain, 'live')
    const page = `${deps.config.baseUrl}/domains/${domain}`
    const { session, url } = await createHouseSession(deps, tx, 'live', { domain, returnUrl: page, cancelUrl: page })
    return {
      session_id: session.id,
      checkout_url: url,
      domain: session.domain,
      price_cents: session.priceCents,
      currency: session.currency as 'USD',
      expires_at: isoTime(session.expiresAt),
    }
  },
})

export const publicRoutes = [create]
