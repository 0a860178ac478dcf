// Use cases of the registry: search a name and its siblings, look up a registration, tell and change what an ending costs.
import type { Db, Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { PublicCaller } from '../../http/callers.ts'
import { type DomainName, parseDomainName } from '../../kernel/domain-name.ts'
import { ApiError, invalidField, notFound } from '../../kernel/errors.ts'
import { DOMAIN_SEARCH_SECONDS_MAX, UPSTREAM_RETRY_SECONDS } from '../../kernel/limits.ts'
import { findDomains, type Listing, standingOf } from '../catalog/index.ts'
import { type Catalogue, readCatalogue } from './reference-data.ts'
import {
  changeTld,
  emptyTld,
  isOffered,
  namesAround,
  type PriceOperation,
  readQuery,
  readTld,
  type Tld,
  type TldChange,
} from './rules.ts'
import * as store from './store.ts'
import { type SearchRow, tldMetadataView, tldPriceView, whoisView } from './views.ts'

type Asking = Pick<Deps, 'db' | 'clock' | 'registry'>
type Caller = Pick<PublicCaller, 'user' | 'scopes'>

/** Our own inventory is known better than any registry knows it. A name that somebody holds just now is not for sale. */
function rowOfListing(row: Pick<SearchRow, 'domain'>, listing: Listing, caller: Caller, now: Date) {
  const forSale = standingOf(listing, now) === 'listed'
  const shown = forSale && caller.scopes.includes('pricing:read')
  return {
    ...row,
    available: false,
    status: forSale ? ('for_sale' as const) : ('registered' as const),
    price: shown ? { cents: listing.priceCents, currency: listing.currency as 'USD', kind: 'buy_now' as const } : null,
    price_masked: forSale && !shown,
    source: 'marketplace' as const,
    checked_at: now.toISOString(),
  }
}

const AVAILABLE = { available: true, registered: false, unknown: null } as const

/** Whoever has not answered by then does not know. */
type Limit = Promise<undefined>

async function rowOfRegistry(deps: Asking, row: Pick<SearchRow, 'domain'>, tld: Tld | undefined, limit: Limit) {
  const told = await Promise.race([deps.registry.check(row.domain), limit])
  const state = told?.state ?? 'unknown'
  const cents = state === 'available' ? (tld?.registerCents ?? null) : null
  return {
    ...row,
    available: AVAILABLE[state],
    status: state,
    price: cents === null ? null : { cents, currency: 'USD' as const, kind: 'register' as const },
    price_masked: false,
    source: told?.source ?? null,
    checked_at: (told?.checkedAt ?? deps.clock.now()).toISOString(),
  }
}

function startLimit(): { limit: Limit; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DOMAIN_SEARCH_SECONDS_MAX * 1000)
  })
  return { limit, stop: () => clearTimeout(timer) }
}

/** All rows at once, each a promise that never rejects and ends within the limit; the asked name first. */
async function askAll(
  deps: Asking,
  caller: Caller,
  asked: DomainName,
): Promise<{ rows: Promise<SearchRow>[]; stop(): void }> {
  const names = namesAround(asked)
  const [listings, tlds] = await Promise.all([
    findDomains(
      deps.db,
      'live',
      names.map(({ domain }) => domain),
    ),
    store.findTlds(deps.db, [...new Set(names.map(({ tld }) => tld))]),
  ])
  const { limit, stop } = startLimit()
  const rows = names.map(async (name, index): Promise<SearchRow> => {
    const row = { domain: name.domain, domain_unicode: name.unicode, tld: name.tld, primary: index === 0 }
    const listing = listings.find(({ domain, status }) => domain === name.domain && status === 'listed')
    const rest = listing
      ? rowOfListing(row, listing, caller, deps.clock.now())
      : await rowOfRegistry(
          deps,
          row,
          tlds.find(({ tld }) => tld === name.tld),
          limit,
        )
    return { ...row, ...rest }
  })
  return { rows, stop }
}

export async function searchDomain(deps: Asking, caller: Caller, { q }: { q: string }) {
  const asked = readQuery(q)
  const { rows, stop } = await askAll(deps, caller, asked)
  try {
    return { query: asked.domain, authenticated: caller.user !== null, results: await Promise.all(rows) }
  } finally {
    stop()
  }
}

/** The same rows as they become known, the asked name before the others. Bad input throws here, before the first row. */
export async function streamSearch(
  deps: Asking,
  caller: Caller,
  { q }: { q: string },
): Promise<AsyncGenerator<SearchRow>> {
  const { rows, stop } = await askAll(deps, caller, readQuery(q))
  return (async function* () {
    try {
      const [first, ...others] = rows
      if (first) yield await first
      const open = new Map(others.map((row, index) => [index, row.then((known) => ({ index, known }))]))
      while (open.size > 0) {
        const { index, known } = await Promise.race(open.values())
        open.delete(index)
        yield known
      }
    } finally {
      stop()
    }
  })()
}

export async function whoisLookup(deps: Pick<Deps, 'registry'>, { domain }: { domain: string }) {
  const parsed = parseDomainName(domain, { allowTest: false })
  if (!parsed.ok) throw invalidField('domain', parsed.message)
  const found = await deps.registry.lookup(parsed.name.domain)
  if (found.state === 'unknown')
    throw new ApiError('upstream_unavailable', {
      message: `Nothing can be said about ${parsed.name.domain} now: ${found.reason}. Try again later.`,
      headers: { 'retry-after': String(UPSTREAM_RETRY_SECONDS) },
    })
  return whoisView(parsed.name, found)
}

async function knownTld(db: Db, text: string): Promise<Tld> {
  const tld = readTld(text)
  const found = tld === null ? undefined : await store.findTld(db, tld)
  if (!found)
    throw notFound(tld === null ? 'This is not an ending of domain names.' : `Nothing is known about .${tld}.`)
  return found
}

export async function tldPrice(deps: Pick<Deps, 'db'>, { tld, op }: { tld: string; op?: PriceOperation | undefined }) {
  const found = await knownTld(deps.db, tld)
  if (!isOffered(found)) throw notFound(`.${found.tld} is not offered here.`)
  return tldPriceView(found, op ?? 'register')
}

export const tldMetadata = async (deps: Pick<Deps, 'db'>, { tld }: { tld: string }) =>
  tldMetadataView(await knownTld(deps.db, tld))

export const findTld = knownTld

/** An ending that the catalogue does not have yet is added, as long as names can be registered below it. */
export async function setTld(tx: Tx, text: string, change: TldChange, now: Date): Promise<Tld> {
  const tld = readTld(text)
  if (tld === null) throw notFound('This is not an ending of domain names.')
  const changed = changeTld((await store.lockTld(tx, tld)) ?? emptyTld(tld, now), change, now)
  await store.saveTlds(tx, [changed], false)
  return changed
}

/** Reference data, in production too: the shipped catalogue fills the table, once for each version of it. */
export async function prepareTlds(tx: Tx, now: Date, catalogue: Catalogue = readCatalogue()): Promise<void> {
  if (await store.noteCatalogue(tx, catalogue.version)) await store.saveTlds(tx, catalogue.tlds(now), true)
}
