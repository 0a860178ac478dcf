// How listings look on the wire.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import {
  CurrencyCode,
  EnvironmentName,
  IdText,
  isoTime,
  isoTimeOrNull,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import type { Id } from '../../../kernel/ids.ts'
import { CATEGORIES_MAX, DESCRIPTION_LENGTH_MAX } from '../../../kernel/limits.ts'
import {
  getShownStatus,
  getStanding,
  isAvailableTo,
  LISTING_ACTIONS,
  LISTING_DETAIL_ACTIONS,
  LISTING_STATUSES,
  listDetailActions,
  listListingActions,
  WITHDRAWAL_REASONS,
} from '../rules.ts'
import type { Listing } from '../store/listings.ts'
import type { Withdrawal } from '../store/withdrawals.ts'

export const DomainDetailView = Named('DomainDetail', {
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  price_cents: PositiveCents(),
  currency: CurrencyCode(),
  available: Type.Boolean({ description: 'True if you can buy it now.' }),
  status: OneOf(['listed', 'reserved', 'sold']),
  floor_price_cents: PositiveCents('The lowest price the seller accepts, in minor units.'),
  description: Nullable(Type.String()),
  categories: Type.Array(Type.String()),
  listed_at: Timestamp(),
  updated_at: Timestamp(),
  reserved_until: Nullable(Timestamp()),
})

export function domainDetailView(
  listing: Listing,
  partnerId: Id<'partner'>,
  now: Date,
): Static<typeof DomainDetailView> {
  const status = getStanding(listing, now)
  return {
    domain: listing.domain,
    domain_unicode: listing.domainUnicode,
    tld: listing.tld,
    price_cents: listing.priceCents,
    currency: listing.currency as 'USD',
    available: isAvailableTo(listing, partnerId, now),
    status,
    floor_price_cents: listing.floorPriceCents,
    description: listing.description,
    categories: listing.categories,
    listed_at: isoTime(listing.listedAt),
    updated_at: isoTime(listing.updatedAt),
    reserved_until: status === 'reserved' ? isoTimeOrNull(listing.reservedUntil) : null,
  }
}

const SHOWN = [...LISTING_STATUSES, 'reserved'] as const

export const ListingView = Named('Listing', {
  listing_id: IdText('lst_'),
  environment: EnvironmentName(),
  domain: Type.String(),
  domain_unicode: Type.String(),
  tld: Type.String(),
  price_cents: PositiveCents(),
  floor_price_cents: PositiveCents(),
  currency: CurrencyCode(),
  description: Nullable(Type.String()),
  categories: Type.Array(Type.String()),
  accepts_offers: Type.Boolean({ description: 'True if buyers can make offers.' }),
  auto_accept_offers: Type.Boolean({
    description: 'True if offers at or above the floor price are accepted automatically.',
  }),
  status: OneOf(SHOWN, { title: 'ListingStatus' }),
  reserved_until: Nullable(Timestamp()),
  seller_id: Nullable(IdText('usr_', "ID of the seller's account. Null for the marketplace's own domains.")),
  actions: ActionsView('ListingAction', LISTING_ACTIONS, { values: SHOWN, title: 'ListingStatus' }),
  listed_at: Timestamp(),
  updated_at: Timestamp(),
})

/** A single listing also says why the service withdrew it, and what an operator can decide about that. */
export const ListingDetailView = Named('ListingDetail', {
  ...ListingView.properties,
  actions: ActionsView('ListingDetailAction', LISTING_DETAIL_ACTIONS, { values: SHOWN, title: 'ListingStatus' }),
  withdrawal: Nullable(
    Named('ListingWithdrawal', {
      reason: OneOf(WITHDRAWAL_REASONS, {
        title: 'WithdrawalReason',
        description:
          '`expired`: the registration expired. `deleted`: the domain is not registered. `not_owned`: it left the ' +
          "seller's account.",
      }),
      detail: Type.String({ description: 'What the service found.' }),
      withdrawn_at: Timestamp('When the service withdrew the listing.'),
      closed_at: Nullable(Timestamp('When an operator relisted the domain or accepted the withdrawal.')),
      closed_by: Nullable(Type.String({ description: 'The operator who decided.' })),
    }),
  ),
})

export const listingDetailView = (
  listing: Listing,
  withdrawal: Withdrawal | undefined,
  now: Date,
): Static<typeof ListingDetailView> => ({
  ...listingView(listing, now),
  actions: actionViews(listDetailActions(getShownStatus(listing, now), withdrawal)),
  withdrawal: withdrawal
    ? {
        reason: withdrawal.reason,
        detail: withdrawal.detail,
        withdrawn_at: isoTime(withdrawal.withdrawnAt),
        closed_at: isoTimeOrNull(withdrawal.closedAt),
        closed_by: withdrawal.closedBy,
      }
    : null,
})

export function listingView(listing: Listing, now: Date): Static<typeof ListingView> {
  const status = getShownStatus(listing, now)
  return {
    listing_id: listing.id,
    environment: listing.environment,
    domain: listing.domain,
    domain_unicode: listing.domainUnicode,
    tld: listing.tld,
    price_cents: listing.priceCents,
    floor_price_cents: listing.floorPriceCents,
    currency: listing.currency as 'USD',
    description: listing.description,
    categories: listing.categories,
    accepts_offers: listing.acceptsOffers,
    auto_accept_offers: listing.autoAcceptOffers,
    status,
    reserved_until: status === 'reserved' ? isoTimeOrNull(listing.reservedUntil) : null,
    seller_id: listing.sellerId,
    actions: actionViews(listListingActions(status)),
    listed_at: isoTime(listing.listedAt),
    updated_at: isoTime(listing.updatedAt),
  }
}

/** Whether buyers can make offers, and whether the floor decides about them. */
export const offerTerms = {
  accepts_offers: Type.Optional(Type.Boolean({ description: 'True to let buyers make offers. Default false.' })),
  auto_accept_offers: Type.Optional(
    Type.Boolean({
      description:
        'True to accept offers at or above `floor_price_cents` automatically. Buyers do not see this choice. Default false.',
    }),
  ),
}

/** The terms of a listing as requests give them, shared by create, change and import. */
export const listingTerms = {
  price_cents: PositiveCents('The buy-now price, in minor units.'),
  floor_price_cents: Type.Optional(PositiveCents('The lowest price the seller accepts. Default: `price_cents`.')),
  currency: CurrencyCode(),
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })),
  categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: CATEGORIES_MAX })),
}
