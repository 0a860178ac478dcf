// Operators and offers: all offers to read, and those for the marketplace's own domains to respond to.
import { defineRoute } from '../../http/define-route.ts'
import { datesQuery, respondWithList } from '../../http/list-response.ts'
import { OneOf, pageFields, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { OfferPath, offerQuery, readOffers, showToOperator } from './http.ts'
import { acceptOffer, counterOffer, endOffer } from './service/move.ts'
import { findOffer } from './store.ts'
import {
  CounterInput,
  EndInput,
  OFFER_COLUMNS,
  OperatorOfferDetailView,
  OperatorOfferView,
  operatorOfferView,
} from './views.ts'

/** The marketplace is the seller of its own domains. */
const MARKETPLACE = { side: 'seller', userId: null } as const

const answering = {
  area: 'operator',
  method: 'POST',
  operators: ['support'],
  params: OfferPath,
  response: OperatorOfferDetailView,
  errors: ['not_found', 'conflict'],
} as const

const list = defineRoute({
  id: 'operator.offers.list',
  area: 'operator',
  method: 'GET',
  path: '/offers',
  summary: 'List offers',
  description: 'All offers, newest first. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of offers.',
  query: Strict({
    ...offerQuery,
    ...datesQuery,
    seller: Type.Optional(
      OneOf(['marketplace', 'all'] as const, {
        description:
          "`marketplace`: only offers for the marketplace's own domains, which operators respond to. Default `all`.",
      }),
    ),
  }),
  produces: ['text/csv'],
  response: Strict({ offers: Type.Array(OperatorOfferView, { description: 'Offers.' }), ...pageFields }),
  handle: ({ db, now, headers }, { query }) => {
    const read = readOffers(db, { side: query.seller ?? 'all' }, query, (offer) => operatorOfferView(offer, now))
    const columns = [...OFFER_COLUMNS, 'listing_id', 'buyer_id', 'seller_id']
    return respondWithList({ headers, query }, { columns, read, toBody: (offers) => ({ offers }) })
  },
})

const get = defineRoute({
  id: 'operator.offers.get',
  area: 'operator',
  method: 'GET',
  path: '/offers/{offer_id}',
  summary: 'Get an offer',
  description: 'Returns an offer with its history.',
  returns: 'The offer.',
  params: OfferPath,
  response: OperatorOfferDetailView,
  errors: ['not_found'],
  handle: async ({ db, now }, { params }) => {
    const offer = isId('offer', params.offer_id) ? await findOffer(db, params.offer_id) : undefined
    if (!offer) throw notFound('Offer not found.')
    return showToOperator(db, offer, now)
  },
})

const counter = defineRoute({
  ...answering,
  writes: true,
  id: 'operator.offers.counter',
  path: '/offers/{offer_id}/counter',
  summary: 'Make a counter-offer for the marketplace',
  description:
    "Only for the marketplace's own domains. Asks for an amount above the buyer's, up to the price, and below the one asked for before.",
  returns: 'The offer.',
  body: CounterInput,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const input = { amountCents: body.amount_cents, message: body.message ?? null }
    return showToOperator(tx, await counterOffer(deps, tx, MARKETPLACE, params.offer_id, input, now), now)
  },
})

const accept = defineRoute({
  ...answering,
  writes: true,
  id: 'operator.offers.accept',
  path: '/offers/{offer_id}/accept',
  summary: 'Accept an offer for the marketplace',
  description: "Only for the marketplace's own domains. Reserves the domain for the buyer for 72 hours at this price.",
  returns: 'The accepted offer.',
  errors: ['not_found', 'conflict', 'upstream_unavailable'],
  handle: async ({ deps, tx, now }, { params }) =>
    showToOperator(tx, await acceptOffer(deps, tx, MARKETPLACE, params.offer_id, now), now),
})

const decline = defineRoute({
  ...answering,
  writes: true,
  id: 'operator.offers.decline',
  path: '/offers/{offer_id}/decline',
  summary: 'Decline an offer for the marketplace',
  description: "Only for the marketplace's own domains. Ends the offer.",
  returns: 'The declined offer.',
  body: EndInput,
  bodyOptional: true,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const ending = { action: 'decline' as const, message: body?.message ?? null }
    return showToOperator(tx, await endOffer(deps, tx, MARKETPLACE, params.offer_id, ending, now), now)
  },
})

const withdraw = defineRoute({
  ...answering,
  writes: true,
  id: 'operator.offers.withdraw',
  path: '/offers/{offer_id}/withdraw',
  summary: "Withdraw the marketplace's counter-offer",
  description: "Only for the marketplace's own domains. Ends the offer while it waits for the buyer.",
  returns: 'The withdrawn offer.',
  body: EndInput,
  bodyOptional: true,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const ending = { action: 'withdraw' as const, message: body?.message ?? null }
    return showToOperator(tx, await endOffer(deps, tx, MARKETPLACE, params.offer_id, ending, now), now)
  },
})

export const operatorRoutes = [list, get, counter, accept, decline, withdraw]
