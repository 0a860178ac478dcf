// What the provider's word makes of a payment: a sale, another try, or money that goes back.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { ChargeResult } from '../../../integrations/payments/provider.ts'
import type { DisputeReport } from '../../../kernel/contracts/dispute-reports.ts'
import type { SaleTax } from '../../../kernel/contracts/sale-tax.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Listing } from '../../catalog/index.ts'
import { post, strandedPaymentJournal } from '../../ledger/index.ts'
import { decideSale, oweBuyer, recordPaidOrder, type SaleDecision, type SaleTerms } from '../../orders/index.ts'
import { lockOwnQuote } from '../../quotes/index.ts'
import { computeIncludedTax, findTaxSettings } from '../../tax/index.ts'
import { isAtWork, knownFailure } from '../rules/sessions.ts'
import { markEnded } from '../store/holds.ts'
import { changePayment, type Payment } from '../store/payments.ts'
import { changeSession, type SessionInContext, settleOffer } from '../store/sessions.ts'
import { announceCompleted } from './announce.ts'
import { findHold, freeName } from './hold.ts'
import { lockPayment } from './lock.ts'
import { partnerNow } from './read.ts'

/** `listing` is null for a purchase that none stands for. */
type Scene = { tx: Tx; listing: Listing | null; session: SessionInContext; payment: Payment; real: Date; at: Date }

/** Repeatable, in any order: a notice that comes twice, late, or after the job was here changes nothing any more. */
export async function finishPayment(deps: Deps, tx: Tx, paymentId: string, result: ChargeResult): Promise<void> {
  const { listing, session, payment } = await lockPayment(tx, paymentId)
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
  if (listing) await freeName(tx, listing, session, payment, real)
  const forSale = listing === null || listing.status === 'listed'
  await changeSession(tx, session.id, {
    status: forSale ? 'open' : 'unavailable',
    at,
    lastError: forSale ? failureCode : null,
  })
}

/** Whether the money buys the domain, and on which terms. */
async function decidePaid({ tx, session, payment, real, at }: Scene, listing: Listing): Promise<SaleDecision> {
  const { partnerId, environment, id: sessionId, offerId, commissionBps } = session
  const { currency } = payment
  const paidCents = payment.amountCents - payment.addedTaxCents
  const quotedBy = (await findHold(tx, listing, sessionId, real))?.quotedBy ?? null
  const quote = await lockOwnQuote(tx, { partnerId, environment }, listing.id, at)
  const paid = { by: 'payment' as const, partnerId, sessionId, offerId, paidCents, currency, quotedBy }
  return decideSale(paid, { listing, quote, commissionBps }, at, real)
}

async function takeMoney(deps: Deps, scene: Scene, result: Extract<ChargeResult, { status: 'paid' }>): Promise<void> {
  const { tx, session, payment, real } = scene
  if (payment.status === 'paid' || payment.status === 'stranded') return
  const waiting = session.status === 'processing' || session.status === 'open'
  if (scene.listing === null) return takeMoneyForPurchase(deps, scene, result, waiting)
  const decision = await decidePaid(scene, scene.listing)
  const sells = waiting && decision.refusal === null
  await changePayment(tx, payment.id, {
    status: sells ? 'paid' : 'stranded',
    at: real,
    providerRef: result.ref,
    cardBrand: result.card?.brand ?? null,
    cardLast4: result.card?.last4 ?? null,
  })
  await markEnded(tx, payment.id, real, true)
  if (sells) await sellName(deps, scene, scene.listing, decision.terms)
  else await sendBack(scene)
  if (result.dispute) await reportDispute(deps, scene, result.dispute)
}

/** A test card whose payment is disputed immediately. Deadlines run on the clock of the partner. */
async function reportDispute(deps: Deps, { tx, payment, real, at }: Scene, report: DisputeReport): Promise<void> {
  const aheadMs = at.getTime() - real.getTime()
  const respondBy = report.respondBy && new Date(report.respondBy.getTime() + aheadMs)
  await deps.disputes.received(tx, payment.provider, { ...report, respondBy })
}

/** The other module says whether the money still buys something, and books it. */
async function takeMoneyForPurchase(
  deps: Deps,
  scene: Scene,
  result: Extract<ChargeResult, { status: 'paid' }>,
  isWaiting: boolean,
): Promise<void> {
  const { tx, session, payment, real, at } = scene
  const { purchaseId } = session
  invariant(purchaseId, 'a session without a listing has a purchase')
  const { id: paymentId, currency } = payment
  const priceCents = payment.amountCents - payment.addedTaxCents
  const paid = { purchaseId, paymentId, priceCents, currency, tax: await findAgreedTax(scene) }
  const isSold = isWaiting && (await deps.checkoutProducts.paid(tx, paid, real))
  await changePayment(tx, paymentId, {
    status: isSold ? 'paid' : 'stranded',
    at: real,
    providerRef: result.ref,
    cardBrand: result.card?.brand ?? null,
    cardLast4: result.card?.last4 ?? null,
  })
  if (isSold) await changeSession(tx, session.id, { status: 'completed', at })
  else await sendBack(scene)
  if (result.dispute) await reportDispute(deps, scene, result.dispute)
}

/** What the buyer agreed to when the payment began. */
async function findAgreedTax({ tx, session, payment }: Scene): Promise<SaleTax | null> {
  if (payment.taxAgreed) return payment.tax
  return computeIncludedTax(await findTaxSettings(tx), session.buyer, payment.amountCents)
}

async function sellName(deps: Deps, scene: Scene, listing: Listing, terms: SaleTerms): Promise<void> {
  const { tx, session, at } = scene
  const owner = { partnerId: session.partnerId, environment: session.environment }
  const { priceCents, currency, commissionCents } = terms
  const { buyer, buyerUserId, returnUrl, cancelUrl } = session
  const paid = { buyer, buyerUserId, returnUrl, cancelUrl, now: at }
  const referral = { linkId: session.linkId, cookieCode: session.visitorCode }
  const tax = await findAgreedTax(scene)
  const sale = { owner, listing, terms, tax, checkoutSessionId: session.id, referral, ...paid }
  const order = await recordPaidOrder(deps, tx, sale)
  if (session.offerId !== null) await settleOffer(tx, session.offerId, order.id, at)
  await changeSession(tx, session.id, { status: 'completed', at, orderId: order.id, priceCents, currency })
  const sold = { ...session, orderId: order.id, priceCents, currency, commissionCents }
  await announceCompleted(deps, tx, sold, at)
}

/** The money came for a name that is gone: it is owed to the buyer until the provider has sent it back. */
async function sendBack({ tx, listing, session, payment, real, at }: Scene): Promise<void> {
  const owner = { partnerId: session.partnerId, environment: session.environment }
  const { id: paymentId, amountCents, currency } = payment
  await oweBuyer(tx, { subject: paymentId, paymentId, ...owner, amountCents, currency }, real)
  await post(tx, owner, strandedPaymentJournal(paymentId, currency, amountCents), at)
  if (session.paymentId !== paymentId) return
  if (listing) await freeName(tx, listing, session, payment, real)
  await changeSession(tx, session.id, {
    status: listing?.status === 'listed' ? 'open' : 'unavailable',
    at,
    lastError: 'refunded',
  })
}
