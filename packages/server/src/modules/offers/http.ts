// The lists of offers, a page at a time, and one offer with its history.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { type AgeSort, ageQuery, BY_AGE, NEWEST } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { DomainText, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted, type ReadList, type SortText } from '../../http/sorting.ts'
import { readDomain } from '../catalog/index.ts'
import { OFFER_STATUSES } from './rules.ts'
import { findAcceptedOffer, listMoves, listOffers, type Offer, type OfferOwner } from './store.ts'
import { moveView, offerView, operatorOfferView, sellerMoveView, sellerOfferView } from './views.ts'

export const OfferPath = Strict({ offer_id: Type.String() })

export const offerQuery = {
  ...pageQuery,
  ...ageQuery,
  status: Type.Optional(Type.String({ description: `Statuses, separated by commas: ${OFFER_STATUSES.join(', ')}.` })),
  domain: Type.Optional(DomainText()),
}

type OfferQuery = { status?: string; domain?: string; from?: string; to?: string; sort?: SortText<AgeSort> }

export const readOffers =
  <View>(db: Db, owner: OfferOwner, query: OfferQuery, toView: (offer: Offer) => View): ReadList<View> =>
  async (cursor, limit) => {
    const statuses = commaList('status', query.status, OFFER_STATUSES)
    const domain = query.domain === undefined ? undefined : readDomain(query.domain, 'live').domain
    const range = dateRange(query)
    const userId = 'userId' in owner ? owner.userId : null
    const asked = { list: `offers_${owner.side}`, userId, statuses, domain, ...range }
    const page = await pageSorted(
      { sort: query.sort, fallback: NEWEST, cursor, limit, filters: asked },
      BY_AGE,
      ({ id }: Offer) => id,
      (keyset, room) => listOffers(db, { owner, statuses, domain, ...range }, keyset, room),
    )
    return { ...page, rows: page.rows.map(toView) }
  }

/** An accepted offer that its buyer can pay now. */
export type Reservation = { cents: number; currency: string; until: string; checkoutUrl: string }

/** Null unless a domain is reserved for the person at an agreed price. */
export async function findReservation(
  deps: Pick<Deps, 'secrets' | 'config' | 'clock'>,
  db: Db,
  userId: string,
  domain: string,
): Promise<Reservation | null> {
  const offer = await findAcceptedOffer(db, userId, domain)
  const view = offer && offerView(deps, offer, deps.clock.now())
  return view?.checkout_url
    ? { cents: view.amount_cents, currency: view.currency, until: view.expires_at, checkoutUrl: view.checkout_url }
    : null
}

export const showToBuyer = async (deps: Pick<Deps, 'secrets' | 'config'>, db: Db, offer: Offer, now: Date) => ({
  ...offerView(deps, offer, now),
  moves: (await listMoves(db, offer.id)).map(moveView),
})

export const showToSeller = async (db: Db, offer: Offer, now: Date) => ({
  ...sellerOfferView(offer, now),
  moves: (await listMoves(db, offer.id)).map(sellerMoveView),
})

export const showToOperator = async (db: Db, offer: Offer, now: Date) => ({
  ...operatorOfferView(offer, now),
  moves: (await listMoves(db, offer.id)).map(sellerMoveView),
})
