// Use cases of owned domains: list them, change many at once, hand one over when it was delivered.
import { setImmediate } from 'node:timers/promises'
import type { Db, Tx } from '../../db/sql.ts'
import type { DomainCommands, OpenedCheckout, RegistryChange } from '../../kernel/contracts/domain-commands.ts'
import { type Id, newId } from '../../kernel/ids.ts'
import { type DomainName, parseDomainName } from '../../kernel/text/domain-name.ts'
import { emailSpellings } from '../../kernel/text/email-address.ts'
import {
  changeTerms,
  findDomains,
  getStanding,
  type Listing,
  lockNames,
  retireSold,
  withdrawNames,
} from '../catalog/index.ts'
import { computeTermCents, findTlds, type Tld } from '../registry/index.ts'
import { admitListings, findDelivered, holdActiveSeller, publishListings } from '../sellers/index.ts'
import {
  addYears,
  type BulkOp,
  DECIDE,
  type Decision,
  isChange,
  NOT_YOURS,
  type OwnedDomain,
  type OwnListing,
  type Params,
  type Progress,
  REGISTRY_OPS,
  type Subject,
  toProgress,
} from './rules.ts'
import * as store from './store.ts'

export type BulkRow = { domain: string; decision: Decision; changed: boolean; progress: Progress }
export type Asked = { text: string; name: DomainName | null }

const CURRENCY = 'USD'

const ownListing = (listing: Listing | undefined, userId: string, now: Date): OwnListing | null =>
  listing === undefined
    ? null
    : {
        id: listing.id,
        mine: listing.sellerId === userId,
        standing: getStanding(listing, now),
        priceCents: listing.priceCents,
        floorPriceCents: listing.floorPriceCents,
      }

/** Names between which other requests get their turn: some hundred of the slowest take a few milliseconds each. */
const NAMES_IN_A_ROW = 25

/**
 * Each name once, in the order of its first mention; a text that is not a name is known by the text itself. It runs before the
 * transaction opens, because a thousand long international names take time to read.
 */
export async function readNames(texts: readonly string[]): Promise<Asked[]> {
  const asked = new Map<string, Asked>()
  for (const [index, text] of texts.entries()) {
    if (index % NAMES_IN_A_ROW === NAMES_IN_A_ROW - 1) await setImmediate()
    const parsed = parseDomainName(text, { allowTest: false })
    const key = parsed.ok ? parsed.name.domain : text
    if (!asked.has(key)) asked.set(key, { text: key, name: parsed.ok ? parsed.name : null })
  }
  return [...asked.values()]
}

const computeRenewal = (tld: Tld | undefined, years: number | null): number | null =>
  tld === undefined || years === null ? null : computeTermCents(tld, 'renew', years)

async function readSubjects(
  tx: Tx,
  userId: string,
  names: readonly string[],
  /** For how many years a renewal is to be paid here; null: it is not. */
  renewalYears: number | null,
  now: Date,
): Promise<Map<string, Subject>> {
  const domains = await store.lockOwned(tx, userId, names)
  const owned = domains.map(({ domain }) => domain)
  const listings = await lockNames(tx, 'live', owned)
  const tlds = await findTlds(tx, [...new Set(domains.map(({ tld }) => tld))])
  const sold = listings.filter(({ status }) => status === 'sold').map(({ id }) => id)
  const past = new Set(sold.length > 0 ? await findDelivered(tx, sold) : [])
  const pastByDomain = new Map(listings.flatMap(({ id, domain }) => (past.has(id) ? [[domain, id]] : [])))
  const listingsByDomain = new Map(listings.flatMap((one) => (past.has(one.id) ? [] : [[one.domain, one]])))
  const tldsByName = new Map(tlds.map((rules) => [rules.tld, rules]))
  return new Map(
    domains.map((domain) => [
      domain.domain,
      {
        domain,
        listing: ownListing(listingsByDomain.get(domain.domain), userId, now),
        ...(pastByDomain.has(domain.domain) && { pastListingId: pastByDomain.get(domain.domain)! }),
        tldRules: tldsByName.get(domain.tld) ?? null,
        renewalCents: computeRenewal(tldsByName.get(domain.tld), renewalYears),
        now,
      },
    ]),
  )
}

type Decided = ReadonlyMap<string, { subject: Subject; decision: Decision }>

/** Writes what was decided: at most one statement for the names, and one for each kind of change to their listings. */
async function carryOut(tx: Tx, userId: Id<'user'>, decided: Decided, now: Date): Promise<void> {
  const made = [...decided.values()].flatMap(({ subject, decision }) => (decision.ok ? [{ subject, decision }] : []))
  await store.saveOwned(
    tx,
    made
      .filter(({ decision }) => decision.domain)
      .map(({ subject, decision }) => ({ ...subject.domain, ...decision.domain })),
    now,
  )
  const listings = made.flatMap(({ subject, decision }) =>
    decision.listing ? [{ domain: subject.domain.domain, past: subject.pastListingId, ...decision.listing }] : [],
  )
  const terms = listings.flatMap((one) => (one.kind === 'terms' ? [one] : []))
  const fresh = listings.flatMap((one) => (one.kind === 'list' ? [one] : []))
  const gone = listings.flatMap((one) => (one.kind === 'withdraw' ? [one.listingId] : []))
  if (terms.length > 0) await changeTerms(tx, 'live', terms, now)
  if (fresh.length > 0) {
    const past = fresh.flatMap((one) => one.past ?? [])
    if (past.length > 0) await retireSold(tx, past, now)
    const names = fresh.map(({ domain, priceCents, floorPriceCents }) => ({ domain, priceCents, floorPriceCents }))
    await publishListings(
      tx,
      userId,
      names.map((one) => ({ ...one, currency: CURRENCY })),
      now,
    )
  }
  if (gone.length > 0) await withdrawNames(tx, gone, now)
}

/** Where a connector is configured, the registry comes first: the domain changes here when it has changed there. */
const isRemote = (commands: DomainCommands<Tx>, op: BulkOp): boolean =>
  commands.isConnected() && REGISTRY_OPS.some((one) => one === op)

/** Also those that seem to have the state already: an earlier change may be on its way, or the registry may differ. */
const listAccepted = (decided: Decided): string[] =>
  [...decided].flatMap(([domain, { decision }]) => (decision.ok ? [domain] : []))

/** What the domains that wait for a payment cost together; the checkout is null in a dry run. */
export type BulkBill = { totalCents: number; currency: string; checkout: OpenedCheckout | null }
export type BulkOutcome = { id: Id<'bulkRun'>; rows: BulkRow[]; succeeded: number; bill: BulkBill | null }

const listPayable = (decided: Decided): { domain: string; priceCents: number }[] =>
  [...decided].flatMap(([domain, { decision }]) =>
    !decision.ok && decision.priceCents !== undefined ? [{ domain, priceCents: decision.priceCents }] : [],
  )

async function openBill(
  commands: DomainCommands<Tx>,
  tx: Tx,
  run: { userId: Id<'user'>; bulkId: Id<'bulkRun'>; years: number; dryRun: boolean },
  items: readonly { domain: string; priceCents: number }[],
): Promise<BulkBill | null> {
  if (items.length === 0) return null
  const totalCents = items.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const { userId, bulkId, years } = run
  const checkout = run.dryRun ? null : await commands.openRenewal(tx, { userId, bulkId, years, items })
  return { totalCents, currency: CURRENCY, checkout }
}

export async function runBulk<Op extends BulkOp>(
  commands: DomainCommands<Tx>,
  tx: Tx,
  userId: Id<'user'>,
  asked: { op: Op; names: readonly Asked[]; params: Params[Op]; dryRun: boolean },
  now: Date,
): Promise<BulkOutcome> {
  const { op, names, params, dryRun } = asked
  if (op === 'list_for_sale') await holdActiveSeller(tx, userId, now)
  const subjects = await readSubjects(
    tx,
    userId,
    names.flatMap(({ name }) => (name ? [name.domain] : [])),
    op === 'renew' && commands.canCharge() ? (params as Params['renew']).years : null,
    now,
  )
  const decided = new Map(
    [...subjects].map(([domain, subject]) => [domain, { subject, decision: DECIDE[op](subject, params) }]),
  )
  const adding = [...decided.values()].filter(({ decision }) => decision.ok && decision.listing?.kind === 'list').length
  if (adding > 0) await admitListings(tx, userId, { listed: adding, pending: 0 })
  const remote = isRemote(commands, op)
  const id = newId('bulkRun', now)
  if (!dryRun && remote) {
    const change = { kind: op, params } as unknown as RegistryChange
    await commands.queue(tx, { ...change, userId, bulkId: id, domains: listAccepted(decided) }, now)
  } else if (!dryRun) await carryOut(tx, userId, decided, now)
  const rows = names.map(({ text }): BulkRow => {
    const decision = decided.get(text)?.decision ?? NOT_YOURS
    return { domain: text, decision, changed: isChange(decision), progress: toProgress(decision, remote) }
  })
  const succeeded = rows.filter(({ decision }) => decision.ok).length
  if (!dryRun) await store.insertRun(tx, { id, userId, op, params, total: rows.length, succeeded, at: now })
  const { years = 1 } = params as Partial<Params['renew']>
  const bill = await openBill(commands, tx, { userId, bulkId: id, years, dryRun }, listPayable(decided))
  return { id, rows, succeeded, bill }
}

export async function listDomains(
  db: Db,
  userId: Id<'user'>,
  asked: store.OwnedFilter | undefined,
  limit: number,
): Promise<{ domain: store.Held; listing: Listing | null }[]> {
  const domains = await store.listOwned(db, userId, asked ?? {}, limit)
  const listings = await findDomains(
    db,
    'live',
    domains.map(({ domain }) => domain),
  )
  const mine = new Map(listings.filter(({ sellerId }) => sellerId === userId).map((one) => [one.domain, one]))
  return domains.map((domain) => ({ domain, listing: mine.get(domain.domain) ?? null }))
}

/** As a name comes to its owner: a year to go, and closed to transfers. */
const fresh = (name: DomainName, now: Date): OwnedDomain => ({
  domain: name.domain,
  domainUnicode: name.unicode,
  tld: name.tld,
  expiresAt: addYears(now, 1),
  autoRenew: true,
  locked: true,
  privacy: true,
  nameservers: [],
})

const parseNames = (domains: readonly string[]): DomainName[] =>
  domains.flatMap((domain) => {
    const parsed = parseDomainName(domain, { allowTest: false })
    return parsed.ok ? [parsed.name] : []
  })

export async function giveDomains(
  tx: Tx,
  owner: store.DomainOwner,
  domains: readonly string[],
  now: Date,
): Promise<void> {
  await store.giveDomains(
    tx,
    owner,
    parseNames(domains).map((name) => fresh(name, now)),
    now,
  )
}

export type HandedOver = { domain: string; owner: store.DomainOwner | null }

/**
 * A delivered domain leaves the account that sold it. It comes to the buyer's account, or waits for the buyer to claim it. Without
 * an owner it goes to the partner's registrar.
 */
export async function handOver(tx: Tx, delivered: readonly HandedOver[], now: Date): Promise<void> {
  await store.removeDomains(
    tx,
    delivered.flatMap(({ domain, owner }) => (owner === null ? [domain] : [])),
  )
  for (const { domain, owner } of delivered) if (owner !== null) await giveDomains(tx, owner, [domain], now)
}

/**
 * Domains that wait for the buyer with this normalized email address come to the account: all of them, or the one that is named. The
 * caller knows that the address, or the purchase, is the account's.
 */
export const attachDomains = (
  tx: Tx,
  account: { id: Id<'user'>; email: string },
  domain: string | null,
  now: Date,
): Promise<void> => store.attachDomains(tx, account.id, { emails: emailSpellings(account.email), domain }, now)
