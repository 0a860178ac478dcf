// What the provider's word makes of a payment: a sale, another try, or money that goes back.
import type { Tx } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { ChargeResult } from '../../integrations/payments/provider.ts'
import { invariant } from '../../kernel/errors.ts'
import { freeReservation, type Listing, lockListing, reserve } from '../catalog/index.ts'
import { post, strandedPaymentJournal } from '../ledger/index.ts'
import { recordPaidOrder } from '../orders/index.ts'
import { attributeSale } from '../referrals/index.ts'
import {
  changePayment,
  findPayment,
  insertBuyerRefund,
  isQuoteActive,
  lockPayment,
  type Payment,
} from './payment-store.ts'
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

/** No money: the name is free again, and the session open for another try. */
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
  if (session.paymentId !== payment.id) return
  await freeName(tx, listing, session, payment, real)
  await changeSession(tx, session.id, { status: 'open', at, lastError: failureCode })
}

/** Gives back the lock; a quote of the partner that it had pushed aside stands again. */
async function freeName(
  tx: Tx,
  listing: Listing,
  session: SessionInContext,
  payment: Payment,
  real: Date,
): Promise<void> {
  if (listing.reservedBy !== session.id) return
  await freeReservation(tx, listing.id, session.id)
  const { displacedQuote, displacedUntil } = payment
  if (
    displacedQuote !== null &&
    displacedUntil !== null &&
    displacedUntil > real &&
    (await isQuoteActive(tx, displacedQuote))
  )
    await reserve(tx, listing.id, session.partnerId, displacedQuote, displacedUntil)
}

async function takeMoney(deps: Deps, scene: Scene, result: Extract<ChargeResult, { status: 'paid' }>): Promise<void> {
  const { tx, listing, session, payment, real } = scene
  if (payment.status === 'paid' || payment.status === 'stranded') return
  const waiting = session.status === 'processing' || session.status === 'open'
  const paid = { priceCents: payment.amountCents, currency: payment.currency }
  const sells = waiting && canStillSell(listing, session.id, paid, session.partnerId, real)
  await changePayment(tx, payment.id, {
    status: sells ? 'paid' : 'stranded',
    at: real,
    providerRef: result.ref,
    cardBrand: result.card?.brand ?? null,
    cardLast4: result.card?.last4 ?? null,
  })
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
