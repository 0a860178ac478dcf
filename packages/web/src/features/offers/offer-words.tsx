// Statuses and moves of offers as people read them.
import type { OfferClosedReason, OfferMove, OfferStatus } from '@freehold/sdk/types'
import { Badge, type Tone } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Price } from '../../ui/price.tsx'

export type Side = 'buyer' | 'seller'
/** Operators read offers of others, too. */
export type Reader = Side | 'operator'

/** What waits for the reader stands out. */
const WAITS_FOR_SELLER: Record<Reader, Tone> = { buyer: 'info', seller: 'warn', operator: 'info' }
const WAITS_FOR_BUYER: Record<Reader, Tone> = { buyer: 'warn', seller: 'info', operator: 'info' }

const STATUSES: Record<OfferStatus, { tone: Tone | Record<Reader, Tone>; text: Record<Reader, string> }> = {
  open: {
    tone: WAITS_FOR_SELLER,
    text: { buyer: 'Waiting for the seller', seller: 'Waiting for you', operator: 'Waiting for the seller' },
  },
  countered_by_buyer: {
    tone: WAITS_FOR_SELLER,
    text: { buyer: 'Waiting for the seller', seller: 'Waiting for you', operator: 'Waiting for the seller' },
  },
  countered_by_seller: {
    tone: WAITS_FOR_BUYER,
    text: { buyer: 'Waiting for you', seller: 'Waiting for the buyer', operator: 'Waiting for the buyer' },
  },
  accepted: {
    tone: { buyer: 'warn', seller: 'good', operator: 'good' },
    text: { buyer: 'Accepted, pay now', seller: 'Accepted, not paid yet', operator: 'Accepted, not paid yet' },
  },
  paid: { tone: 'good', text: { buyer: 'Paid', seller: 'Sold', operator: 'Sold' } },
  declined: { tone: 'neutral', text: { buyer: 'Declined', seller: 'Declined', operator: 'Declined' } },
  withdrawn: { tone: 'neutral', text: { buyer: 'Withdrawn', seller: 'Withdrawn', operator: 'Withdrawn' } },
  expired: { tone: 'neutral', text: { buyer: 'Expired', seller: 'Expired', operator: 'Expired' } },
  closed: { tone: 'neutral', text: { buyer: 'Closed', seller: 'Closed', operator: 'Closed' } },
}

export function OfferBadge({ status, side }: { status: OfferStatus; side: Reader }) {
  const { tone, text } = STATUSES[status]
  return <Badge tone={typeof tone === 'string' ? tone : tone[side]}>{text[side]}</Badge>
}

export const STATUS_OPTIONS = (Object.keys(STATUSES) as OfferStatus[]).map((value) => ({
  value,
  label: value === 'open' ? 'New' : value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' '),
}))

export const CLOSED_TEXTS: Record<OfferClosedReason, string> = {
  sold: 'The domain was sold.',
  unlisted: 'The domain is no longer for sale.',
  currency_changed: 'The seller changed the currency of the price.',
}

const MOVES: Record<OfferMove['action'], string> = {
  make: 'made an offer',
  counter: 'made a counter-offer',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrew',
  expire: 'The offer expired',
  close: 'The offer was closed',
  pay: 'paid',
}

type Amount = { cents: number; currency: string; exact?: boolean; side: Reader }

/** Only a buyer pays tax on top of it. */
export const OfferAmount = ({ side, ...amount }: Amount) =>
  side === 'buyer' ? <Price {...amount} /> : <Money {...amount} />

/** Who did what. `side` is who reads it. */
export function moveTitle({ by, action }: Pick<OfferMove, 'by' | 'action'>, side: Reader): string {
  if (by === 'service') return MOVES[action]
  return `${by === side ? 'You' : by === 'buyer' ? 'The buyer' : 'The seller'} ${MOVES[action]}`
}
