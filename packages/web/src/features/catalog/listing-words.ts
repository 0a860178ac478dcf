// Labels for listings, and parsing of the listing form. Pure.
import type { Listing } from '@freehold/sdk/types'
import type { Tone } from '../../ui/feedback.tsx'

export const LISTING_STATUSES: Record<Listing['status'], { text: string; tone: Tone }> = {
  listed: { text: 'For sale', tone: 'good' },
  reserved: { text: 'Reserved', tone: 'warn' },
  sold: { text: 'Sold', tone: 'info' },
  withdrawn: { text: 'Withdrawn', tone: 'neutral' },
}

export const LISTING_STATUS_OPTIONS = Object.entries(LISTING_STATUSES)
  // The list filters by stored status; `reserved` is derived from active holds.
  .filter(([value]) => value !== 'reserved')
  .map(([value, { text }]) => ({ value, label: text }))

/** `tech, short ,tech` are the categories tech and short. */
export const parseCategories = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
