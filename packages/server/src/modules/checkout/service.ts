// Use cases of checkout sessions: make one, look at it as its buyer or its partner, cancel it, let it expire.
import type { Db, Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, invalidField, invariant, notFound } from '../../kernel/errors.ts'
import { isId, newId } from '../../kernel/ids.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import { findDomain, readDomain } from '../catalog/index.ts'
import { requireHouse } from '../partners/index.ts'
import { isBlocked } from './hold-service.ts'
import { findPayment } from './payment-store.ts'
import {
  ATTEMPTS_MAX,
  failureText,
  isWebAddress,
  returnAddress,
  SESSION_TTL_SECONDS,
  type SessionStatus,
  sessionStatus,
} from './rules.ts'
import type { Buyer, Session, SessionInContext } from './store.ts'
import * as store from './store.ts'
import { readPt, signForm, signPt } from './token-rules.ts'

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
export function processorOf(deps: Pick<Deps, 'payments'>, environment: Environment): 'sandbox' | 'stripe' {
  const name = environment === 'sandbox' ? 'sandbox' : deps.payments.live
  if (name === null)
    throw new ApiError('upstream_unavailable', {
      message: 'This marketplace takes no live payments yet; its operator has to set up PAYMENTS.',
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
      throw invalidField(field, 'must be an http or https address of yours, without a user name in it')
  const { linkId } = input
  if (linkId !== undefined && !(isId('link', linkId) && (await store.linkExists(tx, owner.environment, linkId))))
    throw notFound('There is no such link.')
  processorOf(deps, owner.environment)
  const { domain } = readDomain(input.domain, owner.environment)
  const listing = await findDomain(tx, owner.environment, domain)
  if (!listing) throw notFound(`${domain} is not listed here.`)
  if (listing.status !== 'listed')
    throw new ApiError('conflict', { message: `${domain} is sold.`, reason: 'domain_sold' })
  if (await isBlocked(tx, listing, { partnerId: owner.partnerId, sessionId: null }, deps.clock.now()))
    throw new ApiError('conflict', {
      message: `${domain} is reserved by someone else. Try again in a few minutes.`,
      reason: 'domain_reserved',
    })
  const session: Session = {
    id: newId('checkoutSession', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    listingId: listing.id,
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

export const partnerNow = (session: Pick<SessionInContext, 'offsetSeconds'>, real: Date): Date =>
  addSeconds(real, session.offsetSeconds)

export const statusOf = (session: SessionInContext, real: Date): SessionStatus =>
  sessionStatus(session, session.listingStatus === 'listed', partnerNow(session, real))

export async function findOwnSession(db: Db, owner: Owner, id: string): Promise<SessionInContext> {
  const session = isId('checkoutSession', id) ? await store.findOwnSession(db, owner, id) : undefined
  if (!session) throw notFound('There is no such checkout session.')
  return session
}

/** What a buyer's page shows. */
export type CheckoutView = {
  sessionId: string
  status: SessionStatus
  domain: string
  domainUnicode: string
  sellerName: string
  /** What the buyer is asked for now. */
  priceCents: number
  currency: string
  /** What the session said before the listing's price changed, else null. */
  previousPriceCents: number | null
  buyer: Buyer | null
  /** Why the last try came to nothing. */
  error: { code: string; message: string } | null
  orderId: string | null
  /** Where the buyer goes on: the partner's return address once it is paid. */
  returnTo: string | null
  /** The partner's addresses, which a form may lead to. */
  partnerOrigins: string[]
  /** Pays once. Null when there is nothing to pay. */
  formToken: string | null
  /** Test cards only: no money moves. */
  testMode: boolean
  /** Whether the form takes a card number. */
  takesCards: boolean
  /** Whether the domain is kept for the payment under way; `lost`: it was, and no longer is. */
  hold: 'held' | 'lost' | 'none'
  /** The payment waits for the buyer: for a yes or no here, or in the browser with the provider. */
  action: { kind: 'challenge' } | { kind: 'stripe'; clientSecret: string; publishableKey: string | null } | null
}

export type CheckoutReading = { kind: 'invalid' } | { kind: 'expired' } | { kind: 'session'; view: CheckoutView }

/** A token that is forged, or of another session, opens nothing; one past its time says that it is. `now` is real time. */
export async function readCheckout(
  deps: Deps,
  db: Db,
  sessionId: string,
  pt: string,
  now: Date,
): Promise<CheckoutReading> {
  const ends = isId('checkoutSession', sessionId) ? readPt(ptKey(deps), sessionId, pt) : null
  const session = ends === null ? undefined : await store.findSession(db, sessionId)
  if (ends === null || !session) return { kind: 'invalid' }
  if (ends <= partnerNow(session, now)) return { kind: 'expired' }
  return { kind: 'session', view: await viewOf(deps, db, session, now) }
}

async function actionOf(deps: Deps, db: Db, session: SessionInContext): Promise<CheckoutView['action']> {
  const payment = session.paymentId === null ? undefined : await findPayment(db, session.paymentId)
  if (payment?.status !== 'requires_action') return null
  if (payment.provider === 'sandbox') return { kind: 'challenge' }
  return payment.clientSecret === null
    ? null
    : { kind: 'stripe', clientSecret: payment.clientSecret, publishableKey: deps.payments.publishableKey }
}

/** Until when the domain is held for the session, on real time; null when it is not. */
export const heldUntil = (session: SessionInContext, real: Date): Date | null =>
  session.heldUntil !== null && session.heldUntil > real ? session.heldUntil : null

const holdOf = (session: SessionInContext, real: Date): CheckoutView['hold'] => {
  if (heldUntil(session, real) !== null) return 'held'
  return session.wasHeld ? 'lost' : 'none'
}

async function viewOf(deps: Deps, db: Db, session: SessionInContext, real: Date): Promise<CheckoutView> {
  const status = statusOf(session, real)
  const open = status === 'open'
  const priceCents = open ? session.listingPriceCents : session.priceCents
  const currency = open ? session.listingCurrency : session.currency
  const changed = open && (priceCents !== session.priceCents || currency !== session.currency)
  const payable = open && !session.partnerSuspended && session.attempts < ATTEMPTS_MAX
  const processor = session.environment === 'sandbox' ? 'sandbox' : deps.payments.live
  return {
    sessionId: session.id,
    status,
    domain: session.domain,
    domainUnicode: session.domainUnicode,
    sellerName: session.partnerName,
    priceCents,
    currency,
    previousPriceCents: changed ? session.priceCents : null,
    buyer: session.buyer,
    error: session.lastError === null ? null : { code: session.lastError, message: failureText(session.lastError) },
    orderId: session.orderId,
    returnTo: session.orderId === null ? null : returnAddress(session.returnUrl, session.id, session.orderId),
    partnerOrigins: [...new Set([new URL(session.returnUrl).origin, new URL(session.cancelUrl).origin])],
    formToken:
      payable && processor !== null
        ? signForm(formKey(deps), session.id, { attempt: session.attempts + 1, priceCents, currency })
        : null,
    testMode: processor === 'sandbox',
    takesCards: processor === 'sandbox',
    hold: holdOf(session, real),
    action: status === 'processing' ? await actionOf(deps, db, session) : null,
  }
}

/** Notes what time and sales have done to open sessions: of one owner, or of all. */
export const expireSessions = store.settleOpenSessions

/** Whether a return address tells the truth: this session was paid for this name and made this order. */
export async function isPurchase(
  db: Db,
  claim: { sessionId: string; orderId: string; domain: string },
): Promise<boolean> {
  if (!isId('checkoutSession', claim.sessionId)) return false
  const session = await store.findSession(db, claim.sessionId)
  return session?.domain === claim.domain && session.orderId !== null && session.orderId === claim.orderId
}
