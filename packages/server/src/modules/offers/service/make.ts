// Makes an offer. Nothing here looks at the floor: the response is the same above and below it.
import { randomInt } from 'node:crypto'
import { type Tx, violates } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { ApiError } from '../../../kernel/errors.ts'
import { type Id, newId } from '../../../kernel/ids.ts'
import { OFFER_SECONDS, OFFERS_PER_DOMAIN_SECONDS } from '../../../kernel/limits.ts'
import { findDomain, getStanding, notListed, readDomain } from '../../catalog/index.ts'
import { isFrozen } from '../../sellers/index.ts'
import { assertOfferable, planDecision, refuseMoreOffers, refuseOffer } from '../rules.ts'
import { countOffers, insertMove, insertOffer, lockBuyer, type Offer } from '../store.ts'
import { tellReceived } from './tell.ts'

const RANDOM_STEPS = 1_000_000
/** From the system's generator, so that nobody predicts when the service decides. */
export const drawDecision = (now: Date): Date => planDecision(now, randomInt(RANDOM_STEPS) / RANDOM_STEPS)

export type NewOffer = { domain: string; amountCents: number; currency: string; message: string | null }

export async function makeOffer(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  buyerId: Id<'user'>,
  { amountCents, currency, message, ...input }: NewOffer,
  now: Date,
): Promise<Offer> {
  const { domain } = readDomain(input.domain, 'live')
  if (!(await lockBuyer(tx, buyerId))) throw new ApiError('invalid_token')
  const listing = await findDomain(tx, 'live', domain)
  if (!listing) throw notListed(domain, 'live')
  const standing = getStanding(listing, now)
  if (standing === 'sold')
    throw new ApiError('conflict', { message: `${domain} has been sold.`, reason: 'domain_sold' })
  const refusal = refuseOffer(listing, buyerId)
  if (refusal) throw refusal
  if (listing.sellerId !== null && (await isFrozen(tx, listing.sellerId)))
    throw refuseOffer({ ...listing, acceptsOffers: false }, buyerId)!
  assertOfferable(listing, { amountCents, currency })
  const since = addSeconds(now, -OFFERS_PER_DOMAIN_SECONDS)
  const tooMany = refuseMoreOffers(await countOffers(tx, buyerId, domain, since), domain)
  if (tooMany) throw tooMany
  const offer: Offer = {
    id: newId('offer', now),
    listingId: listing.id,
    domain: listing.domain,
    domainUnicode: listing.domainUnicode,
    buyerId,
    sellerId: listing.sellerId,
    amountCents,
    currency,
    status: 'open',
    closedReason: null,
    decideAt: drawDecision(now),
    expiresAt: addSeconds(now, OFFER_SECONDS),
    sessionId: null,
    orderId: null,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await insertOffer(tx, offer)
  } catch (error) {
    if (violates(error, 'offers_one_open'))
      throw new ApiError('conflict', {
        message: `You already have an offer in progress for ${domain}. Withdraw it before you make another.`,
        reason: 'offer_open',
      })
    throw error
  }
  const first = { side: 'buyer', action: 'make', amountCents, message, automatic: false } as const
  await insertMove(tx, { ...first, offerId: offer.id, at: now })
  await tellReceived(deps, tx, offer, message, now)
  return offer
}
