// Opening checkout sessions: for a partner, or for the marketplace's own pages.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { CheckoutProduct } from '../../../kernel/contracts/checkout-products.ts'
import { ApiError, invalidField, invariant, notFound } from '../../../kernel/errors.ts'
import { type Id, isId, newId } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { findDomain, type Listing, notListed, readDomain, refuseClaim } from '../../catalog/index.ts'
import { requireHouse } from '../../partners/index.ts'
import { isWebAddress, SESSION_TTL_SECONDS } from '../rules/sessions.ts'
import { signPt } from '../rules/tokens.ts'
import type { Buyer, Session, SessionInContext } from '../store/sessions.ts'
import * as store from '../store/sessions.ts'
import { findHold } from './hold.ts'

export type NewSession = {
  domain: string
  buyer?: Buyer | null | undefined
  returnUrl: string
  cancelUrl: string
  linkId?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

const ptKey = (deps: Pick<Deps, 'secrets'>): Buffer => deps.secrets.deriveKey('checkout-pt')
const formKey = (deps: Pick<Deps, 'secrets'>): Buffer => deps.secrets.deriveKey('checkout-form')
export const checkoutKeys = { pt: ptKey, form: formKey }

/** The same link every time: the token is a function of the session. */
export const checkoutUrl = (
  deps: Pick<Deps, 'secrets' | 'config'>,
  session: Pick<Session, 'id' | 'expiresAt'>,
): string => `${deps.config.baseUrl}/checkout/${session.id}?pt=${signPt(ptKey(deps), session.id, session.expiresAt)}`

/** Which processor takes the money of an environment: the sandbox never anything but test cards. */
export function chooseProcessor(deps: Pick<Deps, 'payments'>, environment: Environment): 'sandbox' | 'stripe' {
  const name = environment === 'sandbox' ? 'sandbox' : deps.payments.live
  if (name === null)
    throw new ApiError('upstream_unavailable', {
      message: 'This marketplace does not accept live payments yet. Contact the operator.',
    })
  return name
}

/** `now` is the partner's clock. The link reserves nothing: the first completed payment gets the domain. */
export async function createSession(
  deps: Deps,
  tx: Tx,
  owner: Owner,
  input: NewSession,
  now: Date,
): Promise<SessionInContext> {
  for (const [field, address] of [
    ['return_url', input.returnUrl],
    ['cancel_url', input.cancelUrl],
  ] as const)
    if (!isWebAddress(address))
      throw invalidField(field, 'must be an http or https URL without a user name or password')
  const { linkId } = input
  if (linkId !== undefined && !(isId('link', linkId) && (await store.linkExists(tx, owner.environment, linkId))))
    throw notFound('Referral link not found.')
  chooseProcessor(deps, owner.environment)
  const { domain } = readDomain(input.domain, owner.environment)
  const listing = await findDomain(tx, owner.environment, domain)
  if (!listing) throw notListed(domain, owner.environment)
  const real = deps.clock.now()
  const hold = await findHold(tx, listing, null, real)
  const refusal = refuseClaim(listing, { purpose: 'reserve', partnerId: owner.partnerId, hold }, real)
  if (refusal === 'sold') throw new ApiError('conflict', { message: `${domain} has been sold.`, reason: 'domain_sold' })
  if (refusal !== null)
    throw new ApiError('conflict', {
      message: `${domain} is reserved for another partner or buyer. Try again later.`,
      reason: 'domain_reserved',
    })
  const session: Session = {
    id: newId('checkoutSession', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    listingId: listing.id,
    product: null,
    purchaseId: null,
    offerId: null,
    domain: listing.domain,
    domainUnicode: listing.domainUnicode,
    status: 'open',
    priceCents: listing.priceCents,
    currency: listing.currency,
    buyer: input.buyer ?? null,
    returnUrl: input.returnUrl,
    cancelUrl: input.cancelUrl,
    linkId: linkId ?? null,
    visitorCode: null,
    buyerUserId: null,
    metadata: input.metadata ?? null,
    attempts: 0,
    paymentId: null,
    lastError: null,
    orderId: null,
    createdAt: now,
    updatedAt: now,
    expiresAt: addSeconds(now, SESSION_TTL_SECONDS),
  }
  await store.insertSession(tx, session)
  const created = await store.findSession(tx, session.id)
  invariant(created, 'the session was just written')
  return created
}

export type NewPurchaseSession = {
  purchaseId: Id<'purchase'>
  product: CheckoutProduct
  /** What it is about: a domain, or the first of several, and how the page calls it. */
  domain: string
  title: string
  priceCents: number
  currency: string
  /** Fills in the form of the checkout. */
  buyer: { email: string; name: string | null; country: string | null }
  returnUrl: string
  cancelUrl: string
  expiresAt: Date
}

/** A purchase that no listing stands for goes through the same checkout, with the house as partner. */
export async function createPurchaseSession(
  deps: Pick<Deps, 'clock' | 'config' | 'payments' | 'secrets'>,
  tx: Tx,
  { title, ...input }: NewPurchaseSession,
): Promise<{ id: Id<'checkoutSession'>; url: string }> {
  chooseProcessor(deps, 'live')
  const now = deps.clock.now()
  const id = newId('checkoutSession', now)
  await store.insertSession(tx, {
    ...input,
    id,
    partnerId: await requireHouse(tx),
    environment: 'live',
    listingId: null,
    offerId: null,
    domainUnicode: title,
    status: 'open',
    linkId: null,
    visitorCode: null,
    buyerUserId: null,
    metadata: null,
    attempts: 0,
    paymentId: null,
    lastError: null,
    orderId: null,
    createdAt: now,
    updatedAt: now,
  })
  return { id, url: checkoutUrl(deps, { id, expiresAt: input.expiresAt }) }
}

/** A visitor of the marketplace's own pages buys through the same checkout, with the house as partner. */
export async function createHouseSession(
  deps: Deps,
  tx: Tx,
  environment: Environment,
  input: NewSession,
): Promise<{ session: SessionInContext; url: string }> {
  const partnerId = await requireHouse(tx)
  const session = await createSession(deps, tx, { partnerId, environment }, input, deps.clock.now())
  return { session, url: checkoutUrl(deps, session) }
}

export type NewOfferSession = {
  offerId: Id<'offer'>
  listing: Pick<Listing, 'id' | 'domain' | 'domainUnicode'>
  /** The domain goes to this account, even if someone else pays. */
  buyer: { userId: Id<'user'>; email: string }
  priceCents: number
  currency: string
  cancelUrl: string
  expiresAt: Date
}

/** An accepted offer is paid in the same checkout, with the house as partner. The caller reserves the domain for the offer. */
export async function createOfferSession(
  deps: Pick<Deps, 'clock' | 'config' | 'payments'>,
  tx: Tx,
  { listing, buyer, ...input }: NewOfferSession,
): Promise<{ id: Id<'checkoutSession'>; partnerId: Id<'partner'> }> {
  chooseProcessor(deps, 'live')
  const now = deps.clock.now()
  const id = newId('checkoutSession', now)
  const partnerId = await requireHouse(tx)
  await store.insertSession(tx, {
    ...input,
    id,
    partnerId,
    environment: 'live',
    listingId: listing.id,
    product: null,
    purchaseId: null,
    domain: listing.domain,
    domainUnicode: listing.domainUnicode,
    status: 'open',
    buyer: { email: buyer.email, name: null, country: null },
    returnUrl: `${deps.config.baseUrl}/domains/${listing.domain}`,
    linkId: null,
    visitorCode: null,
    buyerUserId: buyer.userId,
    metadata: null,
    attempts: 0,
    paymentId: null,
    lastError: null,
    orderId: null,
    createdAt: now,
    updatedAt: now,
  })
  return { id, partnerId }
}

/** The buyer withdrew the offer. False: a payment is in progress. The caller has locked the listing. */
export async function closeOfferSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  const session = await store.lockSessionRow(tx, id)
  if (session?.status === 'processing') return false
  if (session?.status === 'open') await store.changeSession(tx, id, { status: 'cancelled', at: now })
  return true
}

/** The part of the link that lets its holder pay. */
export const checkoutSecret = (deps: Pick<Deps, 'secrets'>, session: Pick<Session, 'id' | 'expiresAt'>): string =>
  signPt(ptKey(deps), session.id, session.expiresAt)
