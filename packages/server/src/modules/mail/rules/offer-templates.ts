// Messages about offers: to the buyer and to the seller.
import { button, facts, formatMoment, formatPrice, type MailBlock, type MailContent, paragraph } from './content.ts'

type Side = 'buyer' | 'seller'

/** `name` is the domain as people read it. */
type Offered = {
  to: Side
  offerId: string
  name: string
  amountCents: number
  currency: string
  /** The checkout adds tax to the amount. */
  isTaxAdded?: boolean
}

const REASONS: Record<Side, string> = {
  buyer: 'You receive this message because you made an offer on this marketplace.',
  seller: 'You receive this message because you sell domains on this marketplace.',
}

const path = ({ to, offerId }: Offered): string =>
  to === 'buyer' ? `/account/offers/${offerId}` : `/account/selling/offers/${offerId}`
const view = (offer: Offered): MailBlock => button('View offer', path(offer))
const amount = ({ amountCents, currency, isTaxAdded = false }: Offered): string =>
  formatPrice(amountCents, currency, isTaxAdded)
/** What the other side wrote is quoted, never part of a sentence or a subject. */
const quote = (message: string | null): MailBlock[] => (message === null ? [] : [{ kind: 'quote', text: message }])
const other = ({ to }: Offered): string => (to === 'buyer' ? 'seller' : 'buyer')

type Answerable = Offered & { message: string | null; until: Date }

const received = (offer: Answerable): MailContent => ({
  subject: `New offer for ${offer.name}: ${amount(offer)}`,
  preview: `Respond until ${formatMoment(offer.until)}.`,
  blocks: [
    paragraph(
      `A buyer offers ${amount(offer)} for ${offer.name}. You can accept it, decline it, or ask for another amount.`,
    ),
    ...quote(offer.message),
    facts(['Domain', offer.name], ['Offer', amount(offer)], ['Expires', formatMoment(offer.until)]),
    view(offer),
  ],
  reason: REASONS.seller,
})

const countered = (offer: Answerable): MailContent => ({
  subject: `Counter-offer for ${offer.name}: ${amount(offer)}`,
  preview: `Respond until ${formatMoment(offer.until)}.`,
  blocks: [
    paragraph(
      `The ${other(offer)} ${offer.to === 'buyer' ? 'asks for' : 'offers'} ${amount(offer)} for ${offer.name}. You can accept it, decline it, or name another amount.`,
    ),
    ...quote(offer.message),
    facts(['Domain', offer.name], ['Amount', amount(offer)], ['Expires', formatMoment(offer.until)]),
    view(offer),
  ],
  reason: REASONS[offer.to],
})

const accepted = (offer: Offered & { sessionId: string; until: Date }): MailContent => ({
  subject: `Your offer for ${offer.name} is accepted`,
  preview: `Pay ${amount(offer)} until ${formatMoment(offer.until)}.`,
  blocks: [
    paragraph(`${offer.name} is reserved for you at ${amount(offer)}. Pay within 72 hours, and it is yours.`),
    facts(['Domain', offer.name], ['Price', amount(offer)], ['Reserved until', formatMoment(offer.until)]),
    button('Pay now', `/checkout/${offer.sessionId}?pt={secret}`),
    paragraph('Do not forward this message. The link opens your checkout.'),
  ],
  reason: REASONS.buyer,
})

const agreed = (offer: Offered & { until: Date }): MailContent => ({
  subject: `Offer for ${offer.name} accepted: ${amount(offer)}`,
  preview: 'The domain is reserved for the buyer.',
  blocks: [
    paragraph(
      `${offer.name} is reserved for the buyer at ${amount(offer)}. We tell you when the buyer has paid. If not, the domain returns to the market.`,
    ),
    facts(['Domain', offer.name], ['Price', amount(offer)], ['Reserved until', formatMoment(offer.until)]),
    view(offer),
  ],
  reason: REASONS.seller,
})

const declined = (offer: Offered & { message: string | null }): MailContent => ({
  subject: `Offer for ${offer.name} declined`,
  preview: `The ${other(offer)} declined ${amount(offer)}.`,
  blocks: [
    paragraph(
      offer.to === 'buyer'
        ? `The seller declined your offer of ${amount(offer)} for ${offer.name}. You can make another offer, or buy the domain at its price.`
        : `The buyer declined your counter-offer of ${amount(offer)} for ${offer.name}. The domain stays on the market.`,
    ),
    ...quote(offer.message),
    view(offer),
  ],
  reason: REASONS[offer.to],
})

const withdrawn = (offer: Offered & { message: string | null }): MailContent => ({
  subject: `Offer for ${offer.name} withdrawn`,
  preview: `The ${other(offer)} withdrew it.`,
  blocks: [
    paragraph(
      offer.to === 'buyer'
        ? `The seller withdrew the counter-offer of ${amount(offer)} for ${offer.name}. You can make another offer, or buy the domain at its price.`
        : `The buyer withdrew the offer of ${amount(offer)} for ${offer.name}. The domain stays on the market.`,
    ),
    ...quote(offer.message),
    view(offer),
  ],
  reason: REASONS[offer.to],
})

const expired = (offer: Offered & { wasAccepted: boolean }): MailContent => ({
  subject: `Offer for ${offer.name} expired`,
  preview: offer.wasAccepted ? 'It was not paid within 72 hours.' : 'Nobody responded within 7 days.',
  blocks: [
    paragraph(
      offer.wasAccepted
        ? `The offer of ${amount(offer)} for ${offer.name} was accepted, but not paid within 72 hours. The domain is on the market again.`
        : `Nobody responded to the offer of ${amount(offer)} for ${offer.name} within 7 days, so it expired.`,
    ),
    view(offer),
  ],
  reason: REASONS[offer.to],
})

const CLOSED = {
  sold: 'The domain was sold to someone else.',
  unlisted: 'The domain is no longer for sale.',
  currency_changed: 'The seller changed the currency of the price. You can make a new offer.',
} as const

const closed = (offer: Offered & { domain: string; reason: keyof typeof CLOSED }): MailContent => ({
  subject: `Your offer for ${offer.name} is closed`,
  preview: CLOSED[offer.reason],
  blocks: [
    paragraph(
      `${CLOSED[offer.reason]} Your offer of ${amount(offer)} for ${offer.name} has ended. You were not charged.`,
    ),
    button('View domain', `/domains/${offer.domain}`),
  ],
  reason: REASONS.buyer,
})

export const OFFER_TEMPLATES = {
  offer_received: received,
  offer_countered: countered,
  offer_accepted: accepted,
  offer_agreed: agreed,
  offer_declined: declined,
  offer_withdrawn: withdrawn,
  offer_expired: expired,
  offer_closed: closed,
} as const
