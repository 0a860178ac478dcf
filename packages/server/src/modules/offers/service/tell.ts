// The messages about an offer, each in the transaction of the move that causes it.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { type Letter, queueMail } from '../../mail/index.ts'
import { findAddress } from '../../sellers/index.ts'
import { addsTax, findTaxSettings } from '../../tax/index.ts'
import type { OfferSide } from '../rules.ts'
import type { Offer } from '../store.ts'

type Mailing = Pick<Deps, 'secrets'>

/** What every message about an offer has. */
const describeOffer = (offer: Offer, to: OfferSide) => ({
  to,
  offerId: offer.id,
  name: offer.domainUnicode,
  amountCents: offer.amountCents,
  currency: offer.currency,
})

type Extra = { message?: string | null; secret?: string }

async function send(deps: Mailing, tx: Tx, offer: Offer, to: OfferSide, letter: Letter, now: Date, extra: Extra = {}) {
  const userId = to === 'buyer' ? offer.buyerId : offer.sellerId
  // The marketplace's own offers wait in the console.
  const address = userId === null ? null : await findAddress(tx, userId)
  if (address === null) return
  const { secret } = extra
  // Buyers pay the tax that the checkout adds.
  const isTaxAdded = to === 'buyer' && addsTax(await findTaxSettings(tx))
  const told = { ...letter, data: { ...letter.data, isTaxAdded } } as Letter
  await queueMail(deps, tx, { ...told, to: address, ...(secret === undefined ? {} : { secret }) }, now)
}

export const other = (side: OfferSide): OfferSide => (side === 'buyer' ? 'seller' : 'buyer')

export const tellReceived = (deps: Mailing, tx: Tx, offer: Offer, message: string | null, now: Date): Promise<void> =>
  send(
    deps,
    tx,
    offer,
    'seller',
    { template: 'offer_received', data: { ...describeOffer(offer, 'seller'), message, until: offer.expiresAt } },
    now,
  )

export const tellCountered = (
  deps: Mailing,
  tx: Tx,
  offer: Offer,
  by: OfferSide,
  message: string | null,
  now: Date,
): Promise<void> => {
  const data = { ...describeOffer(offer, other(by)), message, until: offer.expiresAt }
  return send(deps, tx, offer, other(by), { template: 'offer_countered', data }, now)
}

/** The buyer gets the link to pay, also after accepting a counter-offer. `secret` is the part of the link that lets its holder pay. */
export async function tellAccepted(
  deps: Mailing,
  tx: Tx,
  offer: Offer,
  { secret, tellsSeller }: { secret: string; tellsSeller: boolean },
  now: Date,
): Promise<void> {
  const { sessionId, expiresAt: until } = offer
  const toBuyer = { ...describeOffer(offer, 'buyer'), sessionId: sessionId!, until }
  await send(deps, tx, offer, 'buyer', { template: 'offer_accepted', data: toBuyer }, now, { secret })
  if (!tellsSeller) return
  const toSeller = { ...describeOffer(offer, 'seller'), until }
  await send(deps, tx, offer, 'seller', { template: 'offer_agreed', data: toSeller }, now)
}

export const tellEnded = (
  deps: Mailing,
  tx: Tx,
  offer: Offer,
  to: OfferSide,
  template: 'offer_declined' | 'offer_withdrawn',
  message: string | null,
  now: Date,
): Promise<void> => send(deps, tx, offer, to, { template, data: { ...describeOffer(offer, to), message } }, now)

/** Both sides. `wasAccepted`: the buyer did not pay in time. */
export async function tellExpired(deps: Mailing, tx: Tx, offer: Offer, wasAccepted: boolean, now: Date): Promise<void> {
  for (const to of ['buyer', 'seller'] as const) {
    const data = { ...describeOffer(offer, to), wasAccepted }
    await send(deps, tx, offer, to, { template: 'offer_expired', data }, now)
  }
}

/** The buyer. The seller sold or withdrew the domain. */
export const tellClosed = (deps: Mailing, tx: Tx, offer: Offer, now: Date): Promise<void> => {
  const data = { ...describeOffer(offer, 'buyer'), domain: offer.domain, reason: offer.closedReason! }
  return send(deps, tx, offer, 'buyer', { template: 'offer_closed', data }, now)
}
