// Use cases of watches: watch a domain, stop, and tell the watchers of a domain that it changed.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import type { Id } from '../../kernel/ids.ts'
import { WATCH_CHECK_SECONDS, WATCH_RETRY_SECONDS, WATCH_SOLD_CHECK_SECONDS, WATCHES_MAX } from '../../kernel/limits.ts'
import { findDomain, readDomain } from '../catalog/index.ts'
import { queueMail } from '../mail/index.ts'
import { checkRegistration } from '../registry/index.ts'
import { addsTax, findTaxSettings } from '../tax/index.ts'
import { findChange, readListing, type Standing, toUnpriced, type WatchState } from './rules.ts'
import type { Watch, Watcher } from './store.ts'
import * as store from './store.ts'

/** Watching a domain again changes nothing. */
export async function watchDomain(tx: Tx, userId: Id<'user'>, text: string, now: Date): Promise<Watch> {
  const { domain, unicode } = readDomain(text, 'live')
  await store.lockAccount(tx, userId)
  const known = await store.findWatch(tx, userId, domain)
  if (known) return known
  if ((await store.countWatches(tx, userId)) >= WATCHES_MAX)
    throw new ApiError('conflict', {
      message: `You can watch at most ${WATCHES_MAX} domains. Stop watching one first.`,
      reason: 'too_many_watches',
    })
  const listed = readListing((await findDomain(tx, 'live', domain)) ?? null)
  const watch: Watch = {
    userId,
    domain,
    domainUnicode: unicode,
    ...(listed ?? toUnpriced('unknown')),
    checkedAt: listed && now,
    checkAfter: listed ? nextCheck(listed.state, now) : now,
    createdAt: now,
  }
  await store.insertWatch(tx, watch)
  return watch
}

export async function stopWatching(tx: Tx, userId: Id<'user'>, text: string): Promise<void> {
  const { domain } = readDomain(text, 'live')
  if ((await store.deleteWatch(tx, userId, domain)) === 0) throw notFound(`You are not watching ${domain}.`)
}

type Mailing = Pick<Deps, 'secrets'>

/**
 * When a registry is asked next. A domain for sale is compared with its listing instead. A domain that was sold here belongs to
 * its buyer, so its registry is asked rarely. A withdrawn one is looked up immediately.
 */
function nextCheck(state: WatchState, now: Date): Date | null {
  if (state === 'for_sale') return null
  if (state === 'unknown') return now
  return addSeconds(now, state === 'sold' ? WATCH_SOLD_CHECK_SECONDS : WATCH_CHECK_SECONDS)
}

/** Writes what is now known, and the message about it, if there is something to tell and an address to write to. */
async function update(
  deps: Mailing,
  tx: Tx,
  watcher: Watcher,
  after: Standing,
  { now, isFirst }: { now: Date; isFirst: boolean },
): Promise<void> {
  const { email, domain, domainUnicode } = watcher
  const change = findChange(watcher, after, isFirst)
  await store.saveStanding(tx, {
    ...watcher,
    ...after,
    checkedAt: now,
    checkAfter: nextCheck(after.state, now),
  })
  if (change === null || email === null) return
  const data = { domain, name: domainUnicode, change, isTaxAdded: addsTax(await findTaxSettings(tx)) }
  await queueMail(deps, tx, { to: email, template: 'watched_domain', data }, now)
}

/** Compares watches with the catalog; returns how many had changed. However a listing changed, it is noticed here, once. */
export async function followListings(deps: Mailing, tx: Tx, now: Date, batch: number): Promise<number> {
  const outdated = await store.lockOutdated(tx, batch)
  for (const { listingStatus, listingPriceCents, listingCurrency, ...watcher } of outdated) {
    const listing =
      listingStatus === null
        ? null
        : { status: listingStatus, priceCents: listingPriceCents!, currency: listingCurrency! }
    await update(deps, tx, watcher, readListing(listing) ?? toUnpriced('unknown'), { now, isFirst: false })
  }
  return outdated.length
}

/** Asks the registry about one domain, then updates all who watch it. */
export async function followRegistry(
  deps: Pick<Deps, 'db' | 'clock' | 'registry' | 'secrets'>,
  domain: string,
): Promise<void> {
  const state = await checkRegistration(deps, domain)
  const now = deps.clock.now()
  await deps.db.tx(async (tx) => {
    if (state === 'unknown') return store.postponeCheck(tx, domain, addSeconds(now, WATCH_RETRY_SECONDS))
    for (const watcher of await store.lockWatchers(tx, domain)) {
      const isStillSold = watcher.state === 'sold' && state === 'registered'
      const after = toUnpriced(isStillSold ? 'sold' : state)
      await update(deps, tx, watcher, after, { now, isFirst: watcher.checkedAt === null })
    }
  })
}
