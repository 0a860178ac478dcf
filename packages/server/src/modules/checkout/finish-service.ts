// What the provider's word makes of a payment: a sale, another try, or money that goes back.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { ChargeResult } from '../../integrations/payments/provider.ts'
import { invariant } from '../../kernel/errors.ts'
import { type Listing, lockListing } from '../catalog/index.ts'
import { post, strandedPaymentJournal } from '../ledger/index.ts'
import { recordPaidOrder } from '../orders/index.ts'
import { attributeSale } from '../referrals/index.ts'
import { freeName, isQuotedByOther } from './hold-service.ts'
import { markEnded } from './hold-store.ts'
import { changePayment, findPayment, insertBuyerRefund, lockPayment, type Payment } from './payment-store.ts'
import { canStillSell, isAtWork, knownFailure } from './rules.ts'
import { partnerNow } from './service.ts'
import { changeSession, lockSession, type SessionInContext } from './store.ts'

type Scene = { tx: Tx; listing: Listing; session: SessionInContext; payment: Payment; real: Date; at: Date }

/** Repeatable, in any order: a notice that comes twice, late, or after the job was here changes nothing any more. */
export async function finishPayment(deps: Deps, tx: Tx, paymentId: string, result: ChargeResult): Promise<void> {
  const found = await findPayment(tx, paymentId)
  invariant(found, 'payments are never deleted')
  const listing = await lockListing(tx, found.listingId)
  const session = await lockSession(tx, found.sessionId)
  const payment = await lockPayment(tx, paymentId)
  invariant(listing && session && payment, 'sessions and listings are never deleted')
  const real = deps.clock.now()
  const scene: Scene = { tx, listing, session, payment, real, at: partnerNow(session, real) }
  if (result.status === 'paid') return takeMoney(deps, scene, result)
  if (!isAtWork(payment.status)) return
  const { ref: providerRef } = result
  if (result.status === 'unconfirmed')
    await changePayment(tx, payment.id, {
      status: payment.status,
      at: real,
      providerRef,
      clientSecret: payment.clientSecret,
    })
  else if (result.status === 'requires_action')
    await changePayment(tx, payment.id, {
      status: 'requires_action',
      at: real,
      providerRef,
      clientSecret: result.clientSecret,
      cardBrand: result.card?.brand ?? null,
      cardLast4: result.card?.last4 ?? null,
    })
  else await letGo(scene, result)
}

/** No money: the domain goes back to the payment or quote that waited for it, and the session is open for another try, unless the domain is sold. */
async function letGo(
  { tx, listing, session, payment, real, at }: Scene,
  result: Extract<ChargeResult, { status: 'declined' | 'cancelled' }>,
): Promise<void> {
  const declined = result.status === 'declined'
  const failureCode = declined ? knownFailure(result.code) : 'timed_out'
  await changePayment(tx, payment.id, {
    status: declined ? 'failed' : 'abandoned',
    at: real,
    providerRef: result.ref,
    failureCode,
    cardBrand: declined ? (result.card?.brand ?? null) : null,
    cardLast4: declined ? (result.card?.last4 ?? null) : null,
  })
  await markEnded(tx, payment.id, real, false)
  if (session.paymentId !== payment.id) return
  await freeName(tx, listing, session, payment, real)
  const forSale = listing.status === 'listed'
  await changeSession(tx, session.id, {
    status: forSale ? 'open' : 'unavailable',
    at,
    lastError: forSale ? failureCode : null,
  })
}

async function takeMoney(deps: Deps, scene: Scene, result: Extract<ChargeResult, { status: 'paid' }>): Promise<void> {
  const { tx, listing, session, payment, real } = scene
  if (payment.status === 'paid' || payment.status === 'stranded') return
  const waiting = session.status === 'processing' || session.status === 'open'
  const paid = { priceCents: payment.amountCents, currency: payment.currency }
  const quoted = await isQuotedByOther(tx, listing, session.partnerId, real)
  const sells = waiting && canStillSell(listing, session.id, paid, quoted, real)
  await changePayment(tx, payment.id, {
    status: sells ? 'paid' : 'stranded',
    at: real,
    providerRef: result.ref,
    cardBrand: result.card?.brand ?? null,
    cardLast4: result.card?.last4 ?? null,
  })
  await markEnded(tx, payment.id, real, true)
  if (sells) await sellName(deps, scene)
  else await sendBack(scene)
}

async function sellName(deps: Deps, { tx, listing, session, payment, real, at }: Scene): Promise<void> {
  const owner = { partnerId: session.partnerId, environment: session.environment }
  const { amountCents: priceCents, currency } = payment
  const order = await recordPaidOrder(deps, tx, {
    owner,
    listing,
    priceCents,
    currency,
    commissionBps: session.commissionBps,
    checkoutSessionId: session.id,
    buyer: session.buyer,
    returnUrl: session.returnUrl,
    cancelUrl: session.cancelUrl,
    now: at,
  })
  await changeSession(tx, session.id, { status: 'completed', at, orderId: order.id, priceCents, currency })
  const { buyer, buyerUserId, linkId, visitorCode: cookieCode } = session
  await attributeSale(tx, {
    owner,
    orderId: order.id,
    amountCents: priceCents,
    currency,
    buyer,
    buyerUserId,
    linkId,
    cookieCode,
    real,
  })
}

/** The money came for a name that is gone: it is owed to the buyer until the provider has sent it back. */
async function sendBack({ tx, listing, session, payment, real, at }: Scene): Promise<void> {
  const owner = { partnerId: session.partnerId, environment: session.environment }
  const { id: paymentId, amountCents, currency } = payment
  await insertBuyerRefund(tx, { subject: paymentId, paymentId, ...owner, amountCents, currency }, real)
  await post(tx, owner, strandedPaymentJournal(paymentId, currency, amountCents), at)
  if (session.paymentId !== paymentId) return
  await freeName(tx, listing, session, payment, real)
  await changeSession(tx, session.id, {
    status: listing.status === 'listed' ? 'open' : 'unavailable',
    at,
    lastError: 'refunded',
  })
}
