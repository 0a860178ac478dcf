// The state of a listing as a badge.
import type { Listing } from '@freehold/sdk/types'
import { Badge } from '../../ui/feedback.tsx'
import { LISTING_STATUSES } from './listing-words.ts'

export const ListingStatus = ({ status }: { status: Listing['status'] }) => (
  <Badge tone={LISTING_STATUSES[status].tone}>{LISTING_STATUSES[status].text}</Badge>
)
