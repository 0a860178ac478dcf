// Looking at checkout sessions: as their buyer, their partner, or anyone who comes back from paying.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import type { CheckoutProduct, PurchaseLine } from '../../../kernel/contracts/checkout-products.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { buildOrderPath } from '../../orders/index.ts'
import { findTaxSettings, type TaxSettings } from '../../tax/index.ts'
import { ATTEMPTS_MAX, failureText, returnAddress, type SessionStatus, sessionStatus } from '../rules/sessions.ts'
import { readPt, signForm } from '../rules/tokens.ts'
import { findLastPayment, findPayment } from '../store/payments.ts'
import type { Buyer, SessionInContext } from '../store/sessions.ts'
import * as store from '../store/sessions.ts'
import { checkoutKeys } from './open.ts'

export const partnerNow = (session: Pick<SessionInContext, 'offsetSeconds'>, real: Date): Date =>
  addSeconds(real, session.offsetSeconds)

export const computeStatus = (session: SessionInContext, real: Date): SessionStatus =>
  sessionStatus(session, session.listingStatus === 'listed', partnerNow(session, real))

export async function findOwnSession(db: Db, owner: Owner, id: string): Promise<SessionInContext> {
  const session = isId('checkoutSession', id) ? await store.findOwnSession(db, owner, id) : undefined
  if (!session) throw notFound('Checkout session not found.')
  return session
}

/** What a buyer's page shows. */
export type CheckoutView = {
  sessionId: string
  status: SessionStatus
  domain: string
  domainUnicode: string
  /** What is bought besides a listed domain, with its lines; null for a listed domain. */
  product: CheckoutProduct | null
  lines: PurchaseLine[]
  /** The domain was sold; an unavailable session can also be of a withdrawn listing. */
  isSold: boolean
  sellerName: string
  /** The domain is sold for a person who owns it. */
  isForOwner: boolean
  /** What the buyer is asked for now. */
  priceCents: number
  currency: string
  /** What the session said before the listing's price changed, else null. */
  previousPriceCents: number | null
  buyer: Buyer | null
  /** The purchase can be in an account: it is not of a sandbox. */
  isLive: boolean
  /** The account that gets the domain, regardless of who pays: that of the buyer of an accepted offer. */
  ownerId: string | null
  /** Why the last try came to nothing. */
  error: { code: string; message: string } | null
  orderId: string | null
  /** Where the buyer goes on once it is paid: the partner's return URL, or, bought on our own pages, the order's page. */
  returnTo: string | null
  /** The buyer's page of the order; null until it is paid, and without a buyer. */
  orderPath: string | null
  /** Where the buyer goes back to without paying: the partner's cancel URL. */
  cancelTo: string
  /** The partner's origins, which a form may redirect to. */
  partnerOrigins: string[]
  /** Pays once. Null when there is nothing to pay. */
  formToken: string | null
  /** Null where no tax is configured: then the buyer need not say where they are. */
  tax: TaxSettings | null
  /** What is or was charged by the last payment. Null while the buyer can still choose. */
  charged: { totalCents: number; tax: SaleTax | null } | null
  /** Test cards only: no money moves. */
  testMode: boolean
  /** Whether the form takes a card number. */
  takesCards: boolean
  /** Whether the domain is held for the payment in progress; `lost`: it was held before. */
  hold: 'held' | 'lost' | 'none'
  /** When the hold ends, in real time; null without a hold. */
  heldUntil: Date | null
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
  const ends = isId('checkoutSession', sessionId) ? readPt(checkoutKeys.pt(deps), sessionId, pt) : null
  const session = ends === null ? undefined : await store.findSession(db, sessionId)
  if (ends === null || !session) return { kind: 'invalid' }
  if (ends <= partnerNow(session, now)) return { kind: 'expired' }
  return { kind: 'session', view: await buildView(deps, db, session, now) }
}

async function findPaymentAction(deps: Deps, db: Db, session: SessionInContext): Promise<CheckoutView['action']> {
  const payment = session.paymentId === null ? undefined : await findPayment(db, session.paymentId)
  if (payment?.status !== 'requires_action') return null
  if (payment.provider === 'sandbox') return { kind: 'challenge' }
  return payment.clientSecret === null
    ? null
    : { kind: 'stripe', clientSecret: payment.clientSecret, publishableKey: deps.payments.publishableKey }
}

async function findCharged(db: Db, session: SessionInContext): Promise<CheckoutView['charged']> {
  const payment = await findLastPayment(db, session.id)
  return payment === undefined ? null : { totalCents: payment.amountCents, tax: payment.tax }
}

/** Until when the domain is held for the session, on real time; null when it is not. */
export const heldUntil = (session: SessionInContext, real: Date): Date | null =>
  session.heldUntil !== null && session.heldUntil > real ? session.heldUntil : null

const getHoldState = (session: SessionInContext, real: Date): CheckoutView['hold'] => {
  if (heldUntil(session, real) !== null) return 'held'
  return session.wasHeld ? 'lost' : 'none'
}

const findOrderPath = (deps: Deps, { orderId, buyer }: SessionInContext): string | null =>
  orderId === null || buyer === null ? null : buildOrderPath(deps, orderId)

/** A visitor of the marketplace's own pages came from the page of the domain, and goes on to the order. */
function buildReturnUrl(deps: Deps, session: SessionInContext): string | null {
  const { id, orderId, returnUrl } = session
  if (session.purchaseId !== null) return session.status === 'completed' ? returnUrl : null
  if (orderId === null) return null
  const orderPath = returnUrl.startsWith(`${deps.config.baseUrl}/domains/`) ? findOrderPath(deps, session) : null
  return orderPath === null ? returnAddress(returnUrl, id, orderId) : `${orderPath}?paid=1`
}

async function buildView(deps: Deps, db: Db, session: SessionInContext, real: Date): Promise<CheckoutView> {
  const status = computeStatus(session, real)
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
    product: session.product,
    lines: session.purchaseId === null ? [] : await deps.checkoutProducts.listLines(db, session.purchaseId),
    isSold: session.listingStatus === 'sold',
    sellerName: session.partnerName,
    isForOwner: session.isForOwner,
    priceCents,
    currency,
    previousPriceCents: changed ? session.priceCents : null,
    buyer: session.buyer,
    isLive: session.environment === 'live',
    ownerId: session.offerId === null ? null : session.buyerUserId,
    error: session.lastError === null ? null : { code: session.lastError, message: failureText(session.lastError) },
    orderId: session.orderId,
    returnTo: buildReturnUrl(deps, session),
    orderPath: findOrderPath(deps, session),
    cancelTo: session.cancelUrl,
    partnerOrigins: [...new Set([new URL(session.returnUrl).origin, new URL(session.cancelUrl).origin])],
    formToken:
      payable && processor !== null
        ? signForm(checkoutKeys.form(deps), session.id, { attempt: session.attempts + 1, priceCents, currency })
        : null,
    tax: await findTaxSettings(db),
    charged: open ? null : await findCharged(db, session),
    testMode: processor === 'sandbox',
    takesCards: processor === 'sandbox',
    hold: getHoldState(session, real),
    heldUntil: heldUntil(session, real),
    action: status === 'processing' ? await findPaymentAction(deps, db, session) : null,
  }
}

/** Whether a return address tells the truth: this session was paid for this name and made this order. */
export async function isPurchase(
  db: Db,
  claim: { sessionId: string; orderId: string; domain: string },
): Promise<boolean> {
  if (!isId('checkoutSession', claim.sessionId)) return false
  const session = await store.findSession(db, claim.sessionId)
  return session?.domain === claim.domain && session.orderId !== null && session.orderId === claim.orderId
}
