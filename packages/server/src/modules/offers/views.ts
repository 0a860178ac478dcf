// The API views of offers: as the buyer, the seller and an operator see them. No view of a buyer has the floor.
import type { Deps } from '../../deps.ts'
import {
  CurrencyCode,
  IdText,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Strict,
  Timestamp,
  Type,
} from '../../http/schema.ts'
import { MONEY_CENTS_MAX, OFFER_CENTS_MIN, OFFER_MESSAGE_LENGTH_MAX } from '../../kernel/limits.ts'
import { checkoutUrl } from '../checkout/index.ts'
import {
  findTurnAt,
  isOver,
  listOfferActions,
  OFFER_ACTIONS,
  OFFER_CLOSED_REASONS,
  OFFER_MOVERS,
  OFFER_MOVES,
  OFFER_SIDES,
  OFFER_STATUSES,
  type OfferSide,
} from './rules.ts'
import type { Offer, OfferMove } from './store.ts'

export const OfferMessage = () =>
  Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: OFFER_MESSAGE_LENGTH_MAX,
      description: 'A message to the other side, as plain text.',
    }),
  )

export const OfferAmount = () =>
  Type.Integer({
    minimum: OFFER_CENTS_MIN,
    maximum: MONEY_CENTS_MAX,
    description: 'The amount in minor units of the currency.',
    examples: [150_000],
  })

export const CounterInput = Strict({ amount_cents: OfferAmount(), message: OfferMessage() })
export const EndInput = Strict({ message: OfferMessage() })

const StatusName = () =>
  OneOf(OFFER_STATUSES, {
    title: 'OfferStatus',
    description:
      '`open`, `countered_by_buyer`: the seller responds. `countered_by_seller`: the buyer responds. `accepted`: the domain is ' +
      'reserved for the buyer until `expires_at`. `closed`: the domain is no longer for sale; see `closed_reason`.',
  })

const offerFields = {
  offer_id: IdText('off_'),
  domain: Type.String(),
  domain_unicode: Type.String(),
  status: StatusName(),
  waiting_for: Nullable(
    OneOf(OFFER_SIDES, {
      title: 'OfferSide',
      description: 'Who acts next. Null once the offer has ended or its time is over.',
    }),
  ),
  amount_cents: PositiveCents('The latest amount, in minor units. Once accepted: the agreed price.'),
  currency: CurrencyCode(),
  closed_reason: Nullable(
    OneOf(OFFER_CLOSED_REASONS, {
      title: 'OfferClosedReason',
      description:
        '`sold`: the domain was sold. `unlisted`: it left the market. `currency_changed`: its price has another currency now.',
    }),
  ),
  actions: Type.Array(
    Named('OfferAction', {
      action: OneOf(OFFER_ACTIONS, { title: 'OfferActionName', description: 'What you can do.' }),
      to_status: StatusName(),
    }),
    { description: 'What you can do now, with the resulting status. Empty once `expires_at` has passed.' },
  ),
  expires_at: Timestamp('When the offer expires. Once accepted: until when the domain is reserved.'),
  created_at: Timestamp(),
  updated_at: Timestamp(),
}

export const OfferView = Named('Offer', {
  ...offerFields,
  checkout_url: Nullable(
    Type.String({
      description: 'Where you pay the agreed price. Null unless the offer is accepted and its time is not over.',
    }),
  ),
  order_public_id: Nullable(IdText('ord_', 'ID of the order. Null until the offer is paid.')),
})

export const SellerOfferView = Named('SellerOffer', { ...offerFields, listing_id: IdText('lst_') })

export const OperatorOfferView = Named('OperatorOffer', {
  ...offerFields,
  listing_id: IdText('lst_'),
  buyer_id: IdText('usr_', 'ID of the account that made the offer.'),
  seller_id: Nullable(IdText('usr_', "ID of the seller's account. Null for the marketplace's own domains.")),
})

const moveFields = {
  by: OneOf(OFFER_MOVERS, { title: 'OfferMover', description: '`service`: the offer expired or was closed.' }),
  action: OneOf(OFFER_MOVES, { title: 'OfferMoveName' }),
  amount_cents: Nullable(PositiveCents('The amount of the move, in minor units. Null if it has none.')),
  message: Nullable(Type.String({ description: 'What the side wrote. Treat it as untrusted text.' })),
  created_at: Timestamp(),
}
const MoveView = Named('OfferMove', moveFields)
const SellerMoveView = Named('SellerOfferMove', {
  ...moveFields,
  automatic: Type.Boolean({ description: 'True if the floor price decided. Buyers do not see this.' }),
})

const Moves = { moves: Type.Array(MoveView, { description: 'The history, oldest first.' }) }
const SellerMoves = { moves: Type.Array(SellerMoveView, { description: 'The history, oldest first.' }) }

export const OfferDetailView = Named('OfferDetail', { ...OfferView.properties, ...Moves })
export const SellerOfferDetailView = Named('SellerOfferDetail', { ...SellerOfferView.properties, ...SellerMoves })
export const OperatorOfferDetailView = Named('OperatorOfferDetail', {
  ...OperatorOfferView.properties,
  ...SellerMoves,
})

const sharedView = (offer: Offer, side: OfferSide | null, now: Date) => ({
  offer_id: offer.id,
  domain: offer.domain,
  domain_unicode: offer.domainUnicode,
  status: offer.status,
  waiting_for: findTurnAt(offer, now),
  amount_cents: offer.amountCents,
  currency: offer.currency as 'USD',
  closed_reason: offer.closedReason,
  actions:
    side === null
      ? []
      : listOfferActions(side, offer, now).map(({ action, toStatus }) => ({ action, to_status: toStatus })),
  expires_at: isoTime(offer.expiresAt),
  created_at: isoTime(offer.createdAt),
  updated_at: isoTime(offer.updatedAt),
})

export const offerView = (
  deps: Pick<Deps, 'secrets' | 'config'>,
  offer: Offer,
  now: Date,
): Static<typeof OfferView> => ({
  ...sharedView(offer, 'buyer', now),
  checkout_url:
    offer.status === 'accepted' && offer.sessionId !== null && !isOver(offer, now)
      ? checkoutUrl(deps, { id: offer.sessionId, expiresAt: offer.expiresAt })
      : null,
  order_public_id: offer.orderId,
})

export const sellerOfferView = (offer: Offer, now: Date): Static<typeof SellerOfferView> => ({
  ...sharedView(offer, 'seller', now),
  listing_id: offer.listingId,
})

/** Operators act for the marketplace's own domains only. */
export const operatorOfferView = (offer: Offer, now: Date): Static<typeof OperatorOfferView> => ({
  ...sharedView(offer, offer.sellerId === null ? 'seller' : null, now),
  listing_id: offer.listingId,
  buyer_id: offer.buyerId,
  seller_id: offer.sellerId,
})

export const moveView = (move: OfferMove): Static<typeof MoveView> => ({
  by: move.side,
  action: move.action,
  amount_cents: move.amountCents,
  message: move.message,
  created_at: isoTime(move.at),
})

export const sellerMoveView = (move: OfferMove): Static<typeof SellerMoveView> => ({
  ...moveView(move),
  automatic: move.automatic,
})

export const OFFER_COLUMNS = [
  'offer_id',
  'domain',
  'domain_unicode',
  'status',
  'waiting_for',
  'amount_cents',
  'currency',
  'closed_reason',
  'expires_at',
  'created_at',
  'updated_at',
]
