// Who sells a domain, and what the visitor of its page has to do with it: watches it, sells it, or has it reserved.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { PropsOf } from '../http/page.ts'
import { findDomain, type Listing } from '../modules/catalog/index.ts'
import { findReservation } from '../modules/offers/index.ts'
import { findWatch } from '../modules/watches/index.ts'
import { signedInAt } from './visits.ts'

export type DomainVisitor = Pick<PropsOf<'domain'>, 'isWatched' | 'stake' | 'isForOwner'>

/** On the host where the visitor is: in development the service answers to more names than its own. */
export function ownPart(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

async function findStake(
  deps: Deps,
  userId: string,
  domain: string,
  listing: Listing | undefined,
): Promise<DomainVisitor['stake']> {
  if (listing?.sellerId === userId) return { kind: 'seller' }
  const reservation = await findReservation(deps, deps.db, userId, domain)
  return reservation && { kind: 'buyer', ...reservation, checkoutUrl: ownPart(reservation.checkoutUrl) }
}

export async function readDomainVisitor(deps: Deps, request: FastifyRequest, domain: string): Promise<DomainVisitor> {
  const [session, listing] = await Promise.all([signedInAt(deps, request), findDomain(deps.db, 'live', domain)])
  const isForOwner = listing !== undefined && listing.sellerId !== null
  if (!session) return { isForOwner, isWatched: null, stake: null }
  const [watch, stake] = await Promise.all([
    findWatch(deps.db, session.userId, domain),
    findStake(deps, session.userId, domain, listing),
  ])
  return { isForOwner, isWatched: watch !== undefined, stake }
}
