// Availability of domains on the wire.
import {
  CurrencyCode,
  isoTime,
  Named,
  Nullable,
  OneOf,
  PositiveCents,
  type Static,
  Timestamp,
  Type,
} from '../../../http/schema.ts'
import type { Id } from '../../../kernel/ids.ts'
import { getStanding, isAvailableTo } from '../rules.ts'
import type { Listing } from '../store/listings.ts'

export const AvailabilityView = Named('Availability', {
  domain: Type.String(),
  available: Type.Boolean(),
  price_cents: Nullable(PositiveCents()),
  currency: Nullable(CurrencyCode()),
  reason: Nullable(OneOf(['unlisted', 'reserved', 'sold'])),
  checked_at: Timestamp(),
})

/** `real`: reservations run on real time, whatever clock a sandbox partner has, because the domain is shared with others. */
type Checked = { partnerId: Id<'partner'>; real: Date; now: Date }

export function availabilityView(
  domain: string,
  listing: Listing | undefined,
  { partnerId, real, now }: Checked,
): Static<typeof AvailabilityView> {
  const checked_at = isoTime(now)
  if (!listing)
    return { domain, available: false, price_cents: null, currency: null, reason: 'unlisted' as const, checked_at }
  const available = isAvailableTo(listing, partnerId, real)
  const standing = getStanding(listing, real)
  return {
    domain,
    available,
    price_cents: listing.priceCents,
    currency: listing.currency as 'USD',
    reason: available || standing === 'listed' ? null : standing,
    checked_at,
  }
}
