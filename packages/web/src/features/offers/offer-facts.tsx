// The facts of an offer beside its history.
import type { OfferClosedReason, OfferStatus } from '@freehold/sdk/types'
import { DateTime } from '../../ui/date-time.tsx'
import type { Fact } from '../../ui/panel.tsx'
import { CLOSED_TEXTS, OfferAmount, type Reader } from './offer-words.tsx'

type Shown = {
  offer_id: string
  domain: string
  domain_unicode: string
  status: OfferStatus
  amount_cents: number
  currency: string
  closed_reason: OfferClosedReason | null
  waiting_for: 'buyer' | 'seller' | null
  expires_at: string
  created_at: string
}

export const listOfferFacts = (offer: Shown, side: Reader): Fact[] => [
  [
    'Domain',
    <a key="domain" className="name" href={`/domains/${offer.domain}`}>
      {offer.domain_unicode}
    </a>,
  ],
  [
    offer.status === 'accepted' || offer.status === 'paid' ? 'Agreed price' : 'Last amount',
    <OfferAmount key="amount" cents={offer.amount_cents} currency={offer.currency} exact side={side} />,
  ],
  [
    offer.status === 'accepted' ? 'Reserved until' : 'Expires',
    offer.waiting_for === null ? null : <DateTime key="expires" at={offer.expires_at} />,
  ],
  ['Why it was closed', offer.closed_reason && CLOSED_TEXTS[offer.closed_reason]],
  ['Made', <DateTime key="made" at={offer.created_at} />],
  [
    'Offer ID',
    <span key="id" className="mono">
      {offer.offer_id}
    </span>,
  ],
]
