// What each bulk operation means for one name: what changes, or why it may not. Nothing here is written.
import type { Id } from '../../kernel/ids.ts'

export type OwnedDomain = {
  domain: string
  domainUnicode: string
  tld: string
  expiresAt: Date
  autoRenew: boolean
  locked: boolean
  privacy: boolean
  nameservers: string[]
}

/** The listing that stands for a name, as its owner's operations see it. */
export type OwnListing = {
  id: Id<'listing'>
  /** False: the marketplace listed it, or whoever owned it before. */
  mine: boolean
  standing: 'listed' | 'reserved' | 'sold'
  priceCents: number
  floorPriceCents: number
}

/** What an ending prescribes; null is "not known". */
export type TldRules = {
  tld: string
  minYears: number | null
  maxYears: number | null
  renewCents: number | null
  nameserversRequired: boolean | null
  nameserversMin: number | null
  nameserversMax: number | null
  nameserverRules: { code: string; text: string | null }[]
}

export type Subject = {
  domain: OwnedDomain
  listing: OwnListing | null
  /** The listing of an earlier sale that was delivered. It makes room for the owner's listing. */
  pastListingId?: Id<'listing'>
  tldRules: TldRules | null
  /** What a renewal for the years that were asked for costs; null where it cannot be paid here. */
  renewalCents?: number | null
  now: Date
}

export type Params = {
  renew: { years: number }
  set_nameservers: { nameservers: string[] }
  set_auto_renew: { enabled: boolean }
  set_lock: { locked: boolean }
  set_privacy: { enabled: boolean }
  list_for_sale: { price_cents: number; floor_price_cents?: number }
  unlist: Record<string, never>
  set_price: { price_cents: number }
}
export type BulkOp = keyof Params

export type ListingChange =
  | { kind: 'list' | 'terms'; priceCents: number; floorPriceCents: number }
  | { kind: 'withdraw'; listingId: Id<'listing'> }
export type Decision =
  | { ok: true; domain?: Partial<OwnedDomain>; listing?: ListingChange }
  /** `priceCents`: what it costs, where it can be paid here. */
  | { ok: false; code: RefusalCode; message: string; priceCents?: number }
export const REFUSAL_CODES = ['not_found', 'tld_rule', 'conflict', 'payment_required'] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

const UNCHANGED: Decision = { ok: true }
const refuse = (code: RefusalCode, message: string): Decision => ({ ok: false, code, message })

/** Not owned, malformed and not there at all must look the same. */
export const NOT_YOURS = refuse('not_found', 'This domain is not in your account.')

/** The same day so many years on; 29 February becomes the 28th where there is none. */
export function addYears(at: Date, years: number): Date {
  const moved = new Date(at)
  moved.setUTCFullYear(at.getUTCFullYear() + years)
  if (moved.getUTCMonth() !== at.getUTCMonth()) moved.setUTCDate(0)
  return moved
}

const RENEWAL_UNPAID =
  'This marketplace cannot charge for this renewal. Renew the domain at its registrar, or contact the operator.'

const PAY_FIRST = 'A renewal costs money. Pay at the checkout; the domain is renewed then.'

/** A year costs money: what the TLD's rules allow needs a payment first. Without a connector, nothing here takes one. */
function renew({ domain, tldRules, renewalCents, now }: Subject, { years }: Params['renew']): Decision {
  if (tldRules && tldRules.renewCents === null)
    return refuse('tld_rule', `.${tldRules.tld} domains cannot be renewed individually on this marketplace.`)
  if (tldRules?.minYears && years < tldRules.minYears)
    return refuse('tld_rule', `.${tldRules.tld} domains must be renewed for at least ${tldRules.minYears} years.`)
  const most = tldRules?.maxYears ?? 10
  if (addYears(domain.expiresAt, years) > addYears(now, most))
    return refuse('tld_rule', `.${domain.tld} domains can be registered for at most ${most} years in advance.`)
  if (!renewalCents) return refuse('payment_required', RENEWAL_UNPAID)
  return { ok: false, code: 'payment_required', message: PAY_FIRST, priceCents: renewalCents }
}

/** Some endings take names without nameservers, and ask for several once there is one. */
function leastNameservers(tldRules: TldRules | null): number {
  const rule = tldRules?.nameserverRules.find(({ code }) => code === 'min_when_delegated')
  const delegated = rule ? Number(/\d+/.exec(rule.text ?? '')?.[0] ?? 2) : 0
  return Math.max(tldRules?.nameserversMin ?? 0, delegated)
}

function setNameservers({ domain, tldRules }: Subject, { nameservers }: Params['set_nameservers']): Decision {
  const count = nameservers.length
  const min = leastNameservers(tldRules)
  if (count < min && (count > 0 || tldRules?.nameserversRequired))
    return refuse('tld_rule', `.${domain.tld} domains need at least ${min} nameservers.`)
  const max = tldRules?.nameserversMax ?? 13
  if (count > max) return refuse('tld_rule', `.${domain.tld} domains can have at most ${max} nameservers.`)
  const same = count === domain.nameservers.length && nameservers.every((host, at) => host === domain.nameservers[at])
  return same ? UNCHANGED : { ok: true, domain: { nameservers } }
}

const set = (domain: OwnedDomain, field: 'autoRenew' | 'locked' | 'privacy', value: boolean): Decision =>
  domain[field] === value ? UNCHANGED : { ok: true, domain: { [field]: value } }

const isNotMine = (listing: OwnListing): Decision =>
  listing.standing === 'sold'
    ? refuse('conflict', 'The domain was sold on this marketplace. It cannot be listed while that sale is open.')
    : refuse('conflict', 'The domain is already listed by the marketplace.')

function listForSale({ listing }: Subject, params: Params['list_for_sale']): Decision {
  const priceCents = params.price_cents
  const floorPriceCents = params.floor_price_cents ?? priceCents
  if (listing && !listing.mine) return isNotMine(listing)
  if (listing?.standing === 'sold') return refuse('conflict', 'The domain has been sold.')
  if (listing && listing.priceCents === priceCents && listing.floorPriceCents === floorPriceCents) return UNCHANGED
  return { ok: true, listing: { kind: listing ? 'terms' : 'list', priceCents, floorPriceCents } }
}

function unlist({ listing }: Subject): Decision {
  if (!listing) return UNCHANGED
  if (!listing.mine) return isNotMine(listing)
  if (listing.standing === 'sold') return refuse('conflict', 'The domain has been sold.')
  if (listing.standing === 'reserved') return refuse('conflict', 'A buyer has reserved the domain. Try again later.')
  return { ok: true, listing: { kind: 'withdraw', listingId: listing.id } }
}

function setPrice({ listing }: Subject, { price_cents: priceCents }: Params['set_price']): Decision {
  if (!listing) return refuse('conflict', 'The domain is not listed for sale.')
  if (!listing.mine) return isNotMine(listing)
  if (listing.standing === 'sold') return refuse('conflict', 'The domain has been sold.')
  if (listing.priceCents === priceCents) return UNCHANGED
  // A floor that was never set apart from the price goes with it; one that was stays, unless the price falls below.
  const apart = listing.floorPriceCents !== listing.priceCents
  const floorPriceCents = apart ? Math.min(listing.floorPriceCents, priceCents) : priceCents
  return { ok: true, listing: { kind: 'terms', priceCents, floorPriceCents } }
}

export const DECIDE: { [Op in BulkOp]: (subject: Subject, params: Params[Op]) => Decision } = {
  renew,
  set_nameservers: setNameservers,
  set_auto_renew: ({ domain }, { enabled }) => set(domain, 'autoRenew', enabled),
  set_lock: ({ domain }, { locked }) => set(domain, 'locked', locked),
  set_privacy: ({ domain }, { enabled }) => set(domain, 'privacy', enabled),
  list_for_sale: listForSale,
  unlist,
  set_price: setPrice,
}

/** The operations that only change something here once the registry did, where a connector is configured. */
export const REGISTRY_OPS = ['set_nameservers', 'set_lock', 'set_privacy'] as const satisfies readonly BulkOp[]

/** How far a change is, for the owner of the domain. */
export const PROGRESS = ['awaiting_payment', 'pending', 'done', 'failed'] as const
export type Progress = (typeof PROGRESS)[number]

/** `isRemote`: the registry carries it out in the background. */
export function toProgress(decision: Decision, isRemote: boolean): Progress {
  if (!decision.ok) return decision.priceCents === undefined ? 'failed' : 'awaiting_payment'
  return isRemote ? 'pending' : 'done'
}

export const isChange = (decision: Decision): boolean =>
  decision.ok && (decision.domain !== undefined || decision.listing !== undefined)

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** Host names in lower case without the final dot; null when one is none, or stands twice. */
export function readNameservers(texts: readonly string[]): string[] | null {
  const hosts = texts.map((text) => text.trim().toLowerCase().replace(/\.$/, ''))
  return hosts.every((host) => HOST.test(host)) && new Set(hosts).size === hosts.length ? hosts : null
}
