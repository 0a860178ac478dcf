// What the visitor of a domain's page has to do with the domain: watches it, sells it, or has it reserved.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { PropsOf } from '../http/page.ts'
import { findDomain } from '../modules/catalog/index.ts'
import { findReservation } from '../modules/offers/index.ts'
import { findWatch } from '../modules/watches/index.ts'
import { signedInAt } from './visits.ts'

export type DomainVisitor = Pick<PropsOf<'domain'>, 'isWatched' | 'stake'>

const NOBODY: DomainVisitor = { isWatched: null, stake: null }

/** On the host where the visitor is: in development the service answers to more names than its own. */
export function ownPart(address: string): string {
  const { pathname, search } = new URL(address)
  return pathname + search
}

async function findStake(deps: Deps, userId: string, domain: string): Promise<DomainVisitor['stake']> {
  const listing = await findDomain(deps.db, 'live', domain)
  if (listing?.sellerId === userId) return { kind: 'seller' }
  const reservation = await findReservation(deps, deps.db, userId, domain)
  return reservation && { kind: 'buyer', ...reservation, checkoutUrl: ownPart(reservation.checkoutUrl) }
}

export async function readDomainVisitor(deps: Deps, request: FastifyRequest, domain: string): Promise<DomainVisitor> {
  const session = await signedInAt(deps, request)
  if (!session) return NOBODY
  const [watch, stake] = await Promise.all([
    findWatch(deps.db, session.userId, domain),
    findStake(deps, session.userId, domain),
  ])
  return { isWatched: watch !== undefined, stake }
}
