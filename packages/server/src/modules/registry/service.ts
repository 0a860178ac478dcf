// Use cases of the registry: search a name and its siblings, look up a registration, tell and change what an ending costs.
import type { Db, Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Lookup, RegistryState } from '../../integrations/registry/registry.ts'
import { ApiError, invalidField, notFound } from '../../kernel/errors.ts'
import { DOMAIN_SEARCH_SECONDS_MAX, UPSTREAM_RETRY_SECONDS } from '../../kernel/limits.ts'
import type { OAuthScope } from '../../kernel/oauth-scopes.ts'
import { type DomainName, parseDomainName } from '../../kernel/text/domain-name.ts'
import { findDomains, getStanding, type Listing } from '../catalog/index.ts'
import { type Catalogue, readCatalogue } from './data.ts'
import { type FoundName, isRegistrable, namesAround, readQuery, type Standing } from './rules/search.ts'
import { changeTld, emptyTld, isOffered, readTld, type Tld, type TldChange } from './rules/tlds.ts'
import * as store from './store.ts'

type Asking = Pick<Deps, 'db' | 'clock' | 'registry'>

/** Our own inventory is known better than any registry knows it. A name that somebody holds just now is not for sale. */
function inMarketplace(listing: Listing, mayReadPrices: boolean, now: Date): Standing {
  const forSale = getStanding(listing, now) === 'listed'
  const price = { cents: listing.priceCents, currency: listing.currency, kind: 'buy_now' as const }
  return {
    state: forSale ? 'for_sale' : 'registered',
    price: forSale && mayReadPrices ? price : null,
    priceMasked: forSale && !mayReadPrices,
    source: 'marketplace',
    checkedAt: now,
  }
}

/** Resolves when the time of a search is over: whoever has not answered by then does not know. */
type Limit = Promise<undefined>

async function inRegistry(deps: Asking, name: DomainName, tld: Tld | undefined, limit: Limit): Promise<Standing> {
  const told = await Promise.race([deps.registry.check(name.domain), limit])
  const state = told?.state === 'available' && !isRegistrable(name, tld) ? 'unknown' : (told?.state ?? 'unknown')
  const cents = state === 'available' ? (tld?.registerCents ?? null) : null
  return {
    state,
    price: cents === null ? null : { cents, currency: 'USD', kind: 'register' },
    priceMasked: false,
    source: told?.source ?? null,
    checkedAt: told?.checkedAt ?? deps.clock.now(),
  }
}

function startLimit(): { limit: Limit; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DOMAIN_SEARCH_SECONDS_MAX * 1000)
  })
  return { limit, stop: () => clearTimeout(timer) }
}

export type Search = {
  asked: DomainName
  /** The asked name first. None rejects; all end within the limit. */
  found: Promise<FoundName>[]
  /** For whoever has read enough. */
  stop(): void
}

/** Asks for a name and its siblings, all at once. */
export async function startSearch(deps: Asking, scopes: readonly OAuthScope[], q: string): Promise<Search> {
  const asked = readQuery(q)
  const names = namesAround(asked)
  const [listings, tlds] = await Promise.all([
    findDomains(
      deps.db,
      'live',
      names.map(({ domain }) => domain),
    ),
    store.findTlds(
      deps.db,
      names.map(({ tld }) => tld),
    ),
  ])
  const { limit, stop } = startLimit()
  const found = names.map(async (name, index): Promise<FoundName> => {
    const listing = listings.find(({ domain, status }) => domain === name.domain && status === 'listed')
    const tld = tlds.find((one) => one.tld === name.tld)
    const standing = listing
      ? inMarketplace(listing, scopes.includes('pricing:read'), deps.clock.now())
      : await inRegistry(deps, name, tld, limit)
    return { name, primary: index === 0, ...standing }
  })
  return { asked, found, stop }
}

/** Rows as they become known, the asked name before the others. */
export async function* asTheyCome({ found, stop }: Search): AsyncGenerator<FoundName> {
  try {
    const [first, ...others] = found
    if (first) yield await first
    const open = new Map(others.map((one, index) => [index, one.then((known) => ({ index, known }))]))
    while (open.size > 0) {
      const { index, known } = await Promise.race(open.values())
      open.delete(index)
      yield known
    }
  } finally {
    stop()
  }
}

/** One name, asked without its siblings: what a registry says of it. A name that could not be registered is not available. */
export async function checkRegistration(deps: Asking, domain: string): Promise<RegistryState> {
  const parsed = parseDomainName(domain, { allowTest: false })
  if (!parsed.ok) return 'unknown'
  const [tld] = await store.findTlds(deps.db, [parsed.name.tld])
  const { state } = await deps.registry.check(domain)
  return state === 'available' && !isRegistrable(parsed.name, tld) ? 'unknown' : state
}

export type Known = { name: DomainName; found: Exclude<Lookup, { state: 'unknown' }> }

export async function lookUp(deps: Pick<Deps, 'registry'>, text: string): Promise<Known> {
  const parsed = parseDomainName(text, { allowTest: false })
  if (!parsed.ok) throw invalidField('domain', parsed.message)
  const { name } = parsed
  const found = await deps.registry.lookup(name.domain)
  if (found.state === 'unknown')
    throw new ApiError('upstream_unavailable', {
      message: `Cannot look up ${name.domain} now: ${found.reason}. Try again later.`,
      headers: { 'retry-after': String(UPSTREAM_RETRY_SECONDS) },
    })
  return { name, found }
}

const INVALID_TLD = 'This is not a valid TLD. Use a TLD such as com or co.uk.'

export async function findTld(db: Db, text: string): Promise<Tld> {
  const tld = readTld(text)
  const found = tld === null ? undefined : await store.findTld(db, tld)
  if (!found) throw notFound(tld === null ? INVALID_TLD : `The TLD catalog has no data about .${tld}.`)
  return found
}

/** One that has a price for something. */
export async function findOfferedTld(db: Db, text: string): Promise<Tld> {
  const tld = await findTld(db, text)
  if (!isOffered(tld)) throw notFound(`.${tld.tld} is not offered on this marketplace.`)
  return tld
}

/** An ending that the catalogue does not have yet is added, as long as names can be registered below it. */
export async function setTld(tx: Tx, text: string, change: TldChange, now: Date): Promise<Tld> {
  const tld = readTld(text)
  if (tld === null) throw notFound(INVALID_TLD)
  const changed = changeTld((await store.lockTld(tx, tld)) ?? emptyTld(tld, now), change, now)
  await store.saveTlds(tx, [changed], false)
  return changed
}

/** Reference data, in production too: the shipped catalogue fills the table, once for each version of it. */
export async function prepareTlds(tx: Tx, now: Date, catalogue: Catalogue = readCatalogue()): Promise<void> {
  if (await store.noteCatalogue(tx, catalogue.version)) await store.saveTlds(tx, catalogue.tlds(now), true)
}
