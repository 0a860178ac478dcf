// Offers of buyers below /market, and the same offers for sellers below /seller.
import { defineRoute } from '../../http/define-route.ts'
import { respondWithList } from '../../http/list-response.ts'
import { CurrencyCode, DomainText, pageFields, Strict, Type } from '../../http/schema.ts'
import { invariant } from '../../kernel/errors.ts'
import { OfferPath, offerQuery, readOffers, showToBuyer, showToSeller } from './http.ts'
import { makeOffer } from './service/make.ts'
import { acceptOffer, counterOffer, endOffer, getOffer } from './service/move.ts'
import {
  CounterInput,
  EndInput,
  OFFER_COLUMNS,
  OfferAmount,
  OfferDetailView,
  OfferMessage,
  OfferView,
  offerView,
  SellerOfferDetailView,
  SellerOfferView,
  sellerOfferView,
} from './views.ts'

const access = { area: 'public', signedIn: 'domains:manage', confirmed: true } as const
const moving = {
  ...access,
  method: 'POST',
  params: OfferPath,
  errors: ['not_found', 'conflict'],
} as const

type Caller = { user: { id: string } | null }
const asBuyer = ({ user }: Caller) => {
  invariant(user, 'only the signed-in come here')
  return { side: 'buyer', userId: user.id } as const
}
const asSeller = ({ user }: Caller) => {
  invariant(user, 'only the signed-in come here')
  return { side: 'seller', userId: user.id } as const
}

const create = defineRoute({
  ...access,
  id: 'market.offers.create',
  method: 'POST',
  path: '/market/offers',
  summary: 'Make an offer',
  description:
    'Offers less than the price for a domain whose `accepts_offers` is true. The seller responds within 7 days, or the offer ' +
    'expires. If the seller accepts, the domain is reserved for you for 72 hours at that price. 409 `offer_open` if you have an ' +
    'offer in progress for the domain, 409 `offers_not_accepted` if its seller does not accept offers.',
  returns: 'The offer.',
  limit: 'market_writes',
  body: Strict({
    domain: DomainText(),
    amount_cents: OfferAmount(),
    currency: CurrencyCode(),
    message: OfferMessage(),
  }),
  status: 201,
  response: OfferDetailView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { domain, amount_cents: amountCents, currency, message = null } = body
    const offer = await makeOffer(deps, tx, caller.user.id, { domain, amountCents, currency, message }, now)
    return showToBuyer(deps, tx, offer, now)
  },
})

const list = defineRoute({
  ...access,
  id: 'market.offers.list',
  method: 'GET',
  path: '/market/offers',
  summary: 'List your offers',
  description: 'Offers that you made, newest first. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of offers.',
  query: Strict(offerQuery),
  produces: ['text/csv'],
  response: Strict({ offers: Type.Array(OfferView, { description: 'Offers.' }), ...pageFields }),
  handle: ({ deps, db, caller, now, headers }, { query }) => {
    const read = readOffers(db, asBuyer(caller), query, (offer) => offerView(deps, offer, now))
    return respondWithList({ headers, query }, { columns: OFFER_COLUMNS, read, toBody: (offers) => ({ offers }) })
  },
})

const get = defineRoute({
  ...access,
  id: 'market.offers.get',
  method: 'GET',
  path: '/market/offers/{offer_id}',
  summary: 'Get your offer',
  description: 'Returns one of your offers with its history. Once accepted, `checkout_url` is where you pay.',
  returns: 'The offer.',
  params: OfferPath,
  response: OfferDetailView,
  errors: ['not_found'],
  handle: async ({ deps, db, caller, now }, { params }) =>
    showToBuyer(deps, db, await getOffer(db, asBuyer(caller), params.offer_id), now),
})

const counter = defineRoute({
  ...moving,
  writes: true,
  id: 'market.offers.counter',
  path: '/market/offers/{offer_id}/counter',
  summary: "Counter the seller's counter-offer",
  description:
    "Offers another amount: above your last one, below the seller's. 409 if the offer does not wait for you.",
  returns: 'The offer.',
  body: CounterInput,
  response: OfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const input = { amountCents: body.amount_cents, message: body.message ?? null }
    return showToBuyer(deps, tx, await counterOffer(deps, tx, asBuyer(caller), params.offer_id, input, now), now)
  },
})

const accept = defineRoute({
  ...moving,
  writes: true,
  id: 'market.offers.accept',
  path: '/market/offers/{offer_id}/accept',
  summary: "Accept the seller's counter-offer",
  description:
    'Reserves the domain for you for 72 hours. Pay at `checkout_url`. 409 `domain_reserved` while someone else is buying the domain.',
  returns: 'The accepted offer.',
  response: OfferDetailView,
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  handle: async ({ deps, tx, caller, now }, { params }) =>
    showToBuyer(deps, tx, await acceptOffer(deps, tx, asBuyer(caller), params.offer_id, now), now),
})

const decline = defineRoute({
  ...moving,
  writes: true,
  id: 'market.offers.decline',
  path: '/market/offers/{offer_id}/decline',
  summary: "Decline the seller's counter-offer",
  description: 'Ends the offer. You can make another one. 409 if the offer does not wait for you.',
  returns: 'The declined offer.',
  body: EndInput,
  bodyOptional: true,
  response: OfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const ending = { action: 'decline' as const, message: body?.message ?? null }
    return showToBuyer(deps, tx, await endOffer(deps, tx, asBuyer(caller), params.offer_id, ending, now), now)
  },
})

const withdraw = defineRoute({
  ...moving,
  writes: true,
  id: 'market.offers.withdraw',
  path: '/market/offers/{offer_id}/withdraw',
  summary: 'Withdraw your offer',
  description:
    'Ends the offer, also after it was accepted: the domain returns to the market. 409 while a payment is in progress.',
  returns: 'The withdrawn offer.',
  body: EndInput,
  bodyOptional: true,
  response: OfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const ending = { action: 'withdraw' as const, message: body?.message ?? null }
    return showToBuyer(deps, tx, await endOffer(deps, tx, asBuyer(caller), params.offer_id, ending, now), now)
  },
})

const sellerList = defineRoute({
  ...access,
  id: 'seller.offers.list',
  method: 'GET',
  path: '/seller/offers',
  summary: 'List offers for your domains',
  description: 'Offers that you received, newest first. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of offers.',
  query: Strict(offerQuery),
  produces: ['text/csv'],
  response: Strict({ offers: Type.Array(SellerOfferView, { description: 'Offers.' }), ...pageFields }),
  handle: ({ db, caller, now, headers }, { query }) => {
    const read = readOffers(db, asSeller(caller), query, (offer) => sellerOfferView(offer, now))
    return respondWithList({ headers, query }, { columns: OFFER_COLUMNS, read, toBody: (offers) => ({ offers }) })
  },
})

const sellerGet = defineRoute({
  ...access,
  id: 'seller.offers.get',
  method: 'GET',
  path: '/seller/offers/{offer_id}',
  summary: 'Get an offer for your domain',
  description: 'Returns one offer that you received, with its history. The buyer stays anonymous.',
  returns: 'The offer.',
  params: OfferPath,
  response: SellerOfferDetailView,
  errors: ['not_found'],
  handle: async ({ db, caller, now }, { params }) =>
    showToSeller(db, await getOffer(db, asSeller(caller), params.offer_id), now),
})

const sellerCounter = defineRoute({
  ...moving,
  writes: true,
  id: 'seller.offers.counter',
  path: '/seller/offers/{offer_id}/counter',
  summary: 'Make a counter-offer',
  description:
    "Asks for an amount above the buyer's, up to the price, and below the one you asked for before. 409 if the offer does not wait for you.",
  returns: 'The offer.',
  body: CounterInput,
  response: SellerOfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const input = { amountCents: body.amount_cents, message: body.message ?? null }
    return showToSeller(tx, await counterOffer(deps, tx, asSeller(caller), params.offer_id, input, now), now)
  },
})

const sellerAccept = defineRoute({
  ...moving,
  writes: true,
  id: 'seller.offers.accept',
  path: '/seller/offers/{offer_id}/accept',
  summary: 'Accept an offer',
  description:
    'Reserves the domain for the buyer for 72 hours at this price. 409 `domain_reserved` while someone else is buying it. If ' +
    'the price has fallen below the offer, the buyer pays the price.',
  returns: 'The accepted offer.',
  response: SellerOfferDetailView,
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  handle: async ({ deps, tx, caller, now }, { params }) =>
    showToSeller(tx, await acceptOffer(deps, tx, asSeller(caller), params.offer_id, now), now),
})

const sellerDecline = defineRoute({
  ...moving,
  writes: true,
  id: 'seller.offers.decline',
  path: '/seller/offers/{offer_id}/decline',
  summary: 'Decline an offer',
  description: 'Ends the offer. 409 if the offer does not wait for you.',
  returns: 'The declined offer.',
  body: EndInput,
  bodyOptional: true,
  response: SellerOfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const ending = { action: 'decline' as const, message: body?.message ?? null }
    return showToSeller(tx, await endOffer(deps, tx, asSeller(caller), params.offer_id, ending, now), now)
  },
})

const sellerWithdraw = defineRoute({
  ...moving,
  writes: true,
  id: 'seller.offers.withdraw',
  path: '/seller/offers/{offer_id}/withdraw',
  summary: 'Withdraw your counter-offer',
  description: 'Ends the offer while it waits for the buyer. An accepted offer cannot be withdrawn by the seller.',
  returns: 'The withdrawn offer.',
  body: EndInput,
  bodyOptional: true,
  response: SellerOfferDetailView,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    const ending = { action: 'withdraw' as const, message: body?.message ?? null }
    return showToSeller(tx, await endOffer(deps, tx, asSeller(caller), params.offer_id, ending, now), now)
  },
})

const buyerRoutes = [create, list, get, counter, accept, decline, withdraw]
export const publicRoutes = [
  ...buyerRoutes,
  sellerList,
  sellerGet,
  sellerCounter,
  sellerAccept,
  sellerDecline,
  sellerWithdraw,
]
