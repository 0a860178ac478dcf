// What a listing is to whoever asks: its standing, and what its prices must satisfy.
import { type ApiError, invalidField, notFound } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import { LISTING_EXPIRY_GRACE_SECONDS } from '../../kernel/limits.ts'
import type { Environment } from '../../kernel/owner.ts'

export const LISTING_STATUSES = ['listed', 'sold', 'withdrawn'] as const
export type ListingStatus = (typeof LISTING_STATUSES)[number]

export const STANDINGS = ['listed', 'reserved', 'sold'] as const
export type Standing = (typeof STANDINGS)[number]

export const notListed = (domain: string, environment: Environment): ApiError =>
  notFound(
    environment === 'sandbox'
      ? `${domain} is not listed in the sandbox, which has its own domains.`
      : `${domain} is not listed on this marketplace.`,
  )

/** Sandbox names that make rare things happen on demand. They reserve nothing and can be sold again and again. */
const MAGIC_NAMES = {
  'held.test': 'held',
  'price-changes.test': 'price_changes',
  'sold-elsewhere.test': 'sold_elsewhere',
  'transfer-fails.test': 'transfer_fails',
} as const
export type Magic = (typeof MAGIC_NAMES)[keyof typeof MAGIC_NAMES]

export const findMagic = (environment: Environment, domain: string): Magic | null =>
  environment === 'sandbox' && Object.hasOwn(MAGIC_NAMES, domain)
    ? MAGIC_NAMES[domain as keyof typeof MAGIC_NAMES]
    : null

export type Listing = {
  id: Id<'listing'>
  environment: Environment
  domain: string
  domainUnicode: string
  label: string
  tld: string
  priceCents: number
  floorPriceCents: number
  currency: string
  description: string | null
  categories: string[]
  status: ListingStatus
  reservedByPartner: Id<'partner'> | null
  reservedBy: string | null
  reservedUntil: Date | null
  magic: Magic | null
  /** Null: the marketplace's own. */
  sellerId: Id<'user'> | null
  acceptsOffers: boolean
  /** Offers at or above the floor are accepted without asking the seller. */
  autoAcceptOffers: boolean
  listedAt: Date
  updatedAt: Date
}

type Reservable = {
  status: ListingStatus
  reservedByPartner: string | null
  reservedUntil: Date | null
}

/** A reservation counts until its time, on real time. */
export const isReserved = (listing: Pick<Reservable, 'reservedUntil'>, real: Date): boolean =>
  listing.reservedUntil !== null && listing.reservedUntil > real

/** A listing is reserved by a quote, by an accepted offer or by a checkout session; the ID says which. */
export const isQuote = (holder: string | null): boolean => holder?.startsWith('quo_') ?? false
export const isOffer = (holder: string | null): boolean => holder?.startsWith('off_') ?? false

/** Who holds the reservation does not matter here. */
export function getStanding(listing: Reservable, now: Date): Standing {
  if (listing.status !== 'listed') return 'sold'
  return isReserved(listing, now) ? 'reserved' : 'listed'
}

/** The status that the seller and operators see. */
export type ShownStatus = ListingStatus | 'reserved'
export const getShownStatus = (listing: Reservable, now: Date): ShownStatus =>
  listing.status === 'listed' ? getStanding(listing, now) : listing.status

export const LISTING_ACTIONS = ['change', 'withdraw'] as const
export type ListingAction = (typeof LISTING_ACTIONS)[number]

/** While a listing is reserved, its buyer may be paying, so it stays on the market. */
const ACTIONS: Readonly<Record<ShownStatus, readonly ListingAction[]>> = {
  listed: ['change', 'withdraw'],
  reserved: ['change'],
  sold: [],
  withdrawn: [],
}

export const listListingActions = (status: ShownStatus): { action: ListingAction; toStatus: ShownStatus }[] =>
  ACTIONS[status].map((action) => ({ action, toStatus: action === 'withdraw' ? 'withdrawn' : status }))

/** The status that forbids the action; null: it is allowed. */
export function findObstacle(listing: Reservable, action: ListingAction, now: Date): ShownStatus | null {
  const status = getShownStatus(listing, now)
  return ACTIONS[status].includes(action) ? null : status
}

export type Claimable = Reservable & { reservedBy: string | null; magic: Magic | null }

/** Someone who wants a listing. */
export type Claim = {
  /** `sold-elsewhere.test` can be reserved; only its sale is refused. */
  purpose: 'reserve' | 'buy'
  /** The selling partner: its own quote gives way. Null: no quote does. */
  partnerId: string | null
  /** The checkout session that asks: its own hold is no obstacle. */
  sessionId?: string | null
  /** The accepted offer that the checkout session sells: its reservation is no obstacle. */
  offerId?: string | null
  /** What the checkout knows of the other session that holds the listing. Without it, any hold is an obstacle. */
  hold?: Hold | null
}

/** The hold of a payment: whose quote lies beneath it, and whether the card is at the processor this moment. */
export type Hold = { quotedBy: string | null; charging: boolean }

/** Why nobody else may have a listing: it is sold, a partner's quote keeps it, or a payment or an accepted offer holds it. */
export type ClaimRefusal = 'sold' | 'quoted' | 'held'

/**
 * May this buyer have this listing now? Null: yes. Quotes, orders and checkout all ask here; the SQL function
 * `refuse_claim` mirrors it and sale-parity.api.test.ts compares the two.
 */
export function refuseClaim(listing: Claimable, claim: Claim, real: Date): ClaimRefusal | null {
  if (listing.status !== 'listed') return 'sold'
  if (claim.purpose === 'buy' && listing.magic === 'sold_elsewhere') return 'sold'
  const { reservedBy } = listing
  if (reservedBy === null || !isReserved(listing, real) || reservedBy === claim.sessionId) return null
  if (isQuote(reservedBy)) return listing.reservedByPartner === claim.partnerId ? null : 'quoted'
  if (isOffer(reservedBy)) return reservedBy === claim.offerId ? null : 'held'
  if (!claim.hold) return 'held'
  if (claim.hold.quotedBy !== null && claim.hold.quotedBy !== claim.partnerId) return 'quoted'
  return claim.hold.charging ? 'held' : null
}

/** A domain that the caller itself reserved by a quote is available to it. */
export const isAvailableTo = (listing: Claimable, partnerId: Id<'partner'>, real: Date): boolean =>
  refuseClaim(listing, { purpose: 'reserve', partnerId }, real) === null

export function assertPrices(priceCents: number, floorPriceCents: number): void {
  if (floorPriceCents > priceCents) throw invalidField('floor_price_cents', 'must not be higher than the price')
}

const CATEGORY = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Categories are lower-case words joined by hyphens, each once, in the given order. */
export function tidyCategories(categories: readonly string[]): string[] {
  const tidy = categories.map((category) =>
    category
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  )
  const wrong = tidy.find((category) => !CATEGORY.test(category))
  if (wrong !== undefined)
    throw invalidField(
      'categories',
      `must have 1 to 40 characters a-z, 0-9 and hyphens each, and start with a letter or digit, unlike "${wrong.slice(0, 50)}"`,
    )
  return [...new Set(tidy)]
}

/** Where the price bands of the market start, in cents. */
export const PRICE_LIMITS = [0, 100_000, 500_000, 1_000_000, 5_000_000] as const
/** The lengths that people filter by: up to so many characters. */
export const LENGTH_LIMITS = [4, 6, 8, 10, 12, 15] as const

/** `maxCents`: inclusive; null: no limit. */
export type PriceBand = { minCents: number; maxCents: number | null; count: number }

/** The band of a price, numbered from 1 as PostgreSQL's width_bucket does. */
export const toBand = (priceCents: number): number => PRICE_LIMITS.filter((limit) => limit <= priceCents).length

export const toBands = (counted: readonly { band: number; count: number }[]): PriceBand[] =>
  PRICE_LIMITS.map((minCents, index) => {
    const next = PRICE_LIMITS[index + 1]
    return {
      minCents,
      maxCents: next === undefined ? null : next - 1,
      count: counted.find(({ band }) => band === index + 1)?.count ?? 0,
    }
  })

/** From the count of each length to the count of all up to each limit. */
export const sumLengths = (
  counted: readonly { length: number; count: number }[],
): { maxLength: number; count: number }[] =>
  LENGTH_LIMITS.map((maxLength) => ({
    maxLength,
    count: counted.reduce((sum, { length, count }) => (length <= maxLength ? sum + count : sum), 0),
  }))

// ---------------------------------------------------------------- listings that the service withdraws

/** What an operator decides about a listing that the service withdrew. */
export const WITHDRAWAL_ACTIONS = ['relist', 'accept_withdrawal'] as const
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number]
export const LISTING_DETAIL_ACTIONS = [...LISTING_ACTIONS, ...WITHDRAWAL_ACTIONS] as const

/** `isListedAgain`: another listing has the domain now, or sold it. */
type Decidable = { closedAt: Date | null; isListedAgain: boolean }

/** Why an operator cannot take the decision; null: it is possible. Only the last withdrawal counts. */
export function refuseDecision(
  status: ShownStatus,
  withdrawal: Decidable | undefined,
  action: WithdrawalAction,
): 'nothing_to_decide' | 'listed_again' | null {
  if (status !== 'withdrawn' || withdrawal?.closedAt !== null) return 'nothing_to_decide'
  return action === 'relist' && withdrawal.isListedAgain ? 'listed_again' : null
}

export const listDetailActions = (
  status: ShownStatus,
  withdrawal: Decidable | undefined,
): { action: (typeof LISTING_DETAIL_ACTIONS)[number]; toStatus: ShownStatus }[] => [
  ...listListingActions(status),
  ...WITHDRAWAL_ACTIONS.filter((action) => refuseDecision(status, withdrawal, action) === null).map(
    (action): { action: WithdrawalAction; toStatus: ShownStatus } => ({
      action,
      toStatus: action === 'relist' ? 'listed' : 'withdrawn',
    }),
  ),
]

export const WITHDRAWAL_REASONS = ['expired', 'deleted', 'not_owned'] as const
export type WithdrawalReason = (typeof WITHDRAWAL_REASONS)[number]
export type Flaw = { reason: WithdrawalReason; detail: string }

/** Of what a registry says about a domain: the part that decides. */
type Registered =
  | { state: 'registered'; registration: { expiresAt: Date | null; statuses: readonly string[] } }
  | { state: 'available' }
  | { state: 'unknown' }

/** The registry deletes these unless their holder pays to get them back. */
const ENDING_STATUSES = ['redemptionPeriod', 'pendingDelete']

/** Why a listed domain can no longer be sold; null when nothing speaks against it. */
export function findFlaw(found: Registered, now: Date): Flaw | null {
  if (found.state === 'available') return { reason: 'deleted', detail: 'The domain is not registered any longer.' }
  if (found.state === 'unknown') return null
  const { expiresAt, statuses } = found.registration
  const ending = ENDING_STATUSES.find((status) => statuses.includes(status))
  if (ending) return { reason: 'expired', detail: `The registry is deleting the domain (${ending}).` }
  if (expiresAt === null || expiresAt.getTime() + LISTING_EXPIRY_GRACE_SECONDS * 1000 > now.getTime()) return null
  return { reason: 'expired', detail: `The registration expired on ${expiresAt.toISOString().slice(0, 10)}.` }
}
