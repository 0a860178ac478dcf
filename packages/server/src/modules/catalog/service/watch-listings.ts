// Withdraws listings that can no longer be delivered: the domain expired, was deleted, or left its seller. Operators relist.
import { setTimeout } from 'node:timers/promises'
import type { Tx } from '../../../db/sql.ts'
import { violates } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { AuditedCall } from '../../../kernel/contracts/audit-log.ts'
import { ApiError, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import {
  LISTING_DOUBT_SECONDS,
  LISTING_RELIST_SECONDS,
  LISTING_ROUND_SECONDS,
  LISTING_WATCHES_PER_RUN,
} from '../../../kernel/limits.ts'
import { queueMail } from '../../mail/index.ts'
import { type Flaw, findFlaw, getStanding, refuseDecision, type WithdrawalAction } from '../rules.ts'
import { type Listing, lockListing, updateListing } from '../store/listings.ts'
import * as store from '../store/withdrawals.ts'

export type WatchDeps = Pick<Deps, 'audit' | 'clock' | 'db' | 'registry' | 'secrets'>

/** Between two lookups: a pause of random length, so that registries see no bursts. */
const PAUSE_MS_MAX = 400
/** After so many failed lookups in a row, the network is the problem. The next run continues. */
const FAILURES_MAX = 10

async function withdraw(deps: WatchDeps, tx: Tx, listing: Listing, flaw: Flaw, call: AuditedCall): Promise<void> {
  const now = deps.clock.now()
  await updateListing(tx, { ...listing, status: 'withdrawn', updatedAt: now })
  await store.insertWithdrawal(tx, listing.id, { ...flaw, withdrawnAt: now })
  await store.dropDoubt(tx, listing.id)
  const input = { listing_id: listing.id, domain: listing.domain, reason: flaw.reason, detail: flaw.detail }
  await deps.audit.write(tx, { ...call, route: 'listings.withdraw', status: 200, input })
  const to = await store.findSellerAddress(tx, listing.id)
  const data = { domain: listing.domain, name: listing.domainUnicode, detail: flaw.detail }
  if (to !== null) await queueMail(deps, tx, { to, template: 'listing_withdrawn', data }, now)
}

/** Reserved and sold listings are left alone, and so are those that an operator relisted some days ago. */
async function lockWithdrawable(tx: Tx, id: string, now: Date): Promise<Listing | null> {
  const listing = await lockListing(tx, id)
  if (!listing || getStanding(listing, now) !== 'listed') return null
  const last = await store.findWithdrawal(tx, id)
  const isRelisted = last?.closedAt && addSeconds(last.closedAt, LISTING_RELIST_SECONDS) > now
  return isRelisted ? null : listing
}

/** By our own books, which need no second look. */
export async function withdrawNotOwned(deps: WatchDeps, call: AuditedCall): Promise<void> {
  for (const { id } of await store.listNotOwned(deps.db, deps.clock.now(), LISTING_WATCHES_PER_RUN))
    await deps.db.tx(async (tx) => {
      const listing = await lockWithdrawable(tx, id, deps.clock.now())
      if (!listing || (await store.isOwnedBySeller(tx, id))) return
      const detail = 'The domain is no longer in the account of its seller.'
      await withdraw(deps, tx, listing, { reason: 'not_owned', detail }, call)
    })
}

/** Two looks, some hours apart, must find the same. False when the registry said nothing that counts. */
async function watchListing(
  deps: WatchDeps,
  { id, domain }: store.WatchedListing,
  call: AuditedCall,
): Promise<boolean> {
  const found = await deps.registry.readRecord(domain)
  const isDefinite = found.source === 'rdap' && found.state !== 'unknown'
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const checkAfter = addSeconds(now, LISTING_DOUBT_SECONDS)
    if (!isDefinite) return store.postponeDoubt(tx, id, checkAfter)
    const flaw = findFlaw(found, now)
    if (!flaw) return store.dropDoubt(tx, id)
    const listing = await lockWithdrawable(tx, id, now)
    if (!listing) return store.dropDoubt(tx, id)
    const doubt = await store.findDoubt(tx, id)
    if (doubt?.reason !== flaw.reason) return store.saveDoubt(tx, id, { reason: flaw.reason, since: now, checkAfter })
    if (addSeconds(doubt.since, LISTING_DOUBT_SECONDS) > now) return
    await withdraw(deps, tx, listing, flaw, call)
  })
  return isDefinite
}

/** Doubts first, then the next listings of the round. */
export async function watchListings(deps: WatchDeps, call: AuditedCall, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  const doubted = await store.listDoubtsDue(deps.db, now, LISTING_WATCHES_PER_RUN)
  const room = LISTING_WATCHES_PER_RUN - doubted.length
  const next =
    room > 0 ? await deps.db.tx((tx) => store.walkListings(tx, addSeconds(now, -LISTING_ROUND_SECONDS), now, room)) : []
  let failures = 0
  for (const listing of [...doubted, ...next]) {
    if (signal.aborted || failures === FAILURES_MAX) return
    failures = (await watchListing(deps, listing, call)) ? 0 : failures + 1
    await setTimeout(Math.random() * PAUSE_MS_MAX, undefined, { signal }).catch(() => undefined)
  }
}

// ---------------------------------------------------------------- what operators decide

const alreadyListed = (domain: string): ApiError =>
  new ApiError('conflict', { message: `${domain} is already listed or sold.`, reason: 'already_listed' })

async function closeOpen(tx: Tx, action: WithdrawalAction, id: string, by: string, now: Date): Promise<Listing> {
  const listing = isId('listing', id) ? await lockListing(tx, id) : undefined
  if (!listing) throw notFound('Listing not found.')
  const refusal = refuseDecision(listing.status, await store.findWithdrawal(tx, id), action)
  if (refusal === 'nothing_to_decide')
    throw new ApiError('conflict', {
      message:
        'The service did not withdraw this listing, or an operator has decided already. Create a listing instead.',
      reason: 'illegal_transition',
    })
  if (refusal !== null) throw alreadyListed(listing.domain)
  await store.closeWithdrawal(tx, id, by, now)
  return listing
}

/** On sale again, with the same terms. */
export async function relistWithdrawn(tx: Tx, id: string, by: string, now: Date): Promise<Listing> {
  const listing: Listing = { ...(await closeOpen(tx, 'relist', id, by, now)), status: 'listed', updatedAt: now }
  try {
    await updateListing(tx, listing)
  } catch (error) {
    if (!violates(error, 'listings_domain')) throw error
    throw alreadyListed(listing.domain)
  }
  return listing
}

/** The listing stays withdrawn, and leaves the queue. */
export const acceptWithdrawal = (tx: Tx, id: string, by: string, now: Date): Promise<Listing> =>
  closeOpen(tx, 'accept_withdrawal', id, by, now)
