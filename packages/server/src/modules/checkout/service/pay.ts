// Paying: claim the payment, ask the provider, then sell or let go. No network inside a transaction.
import type { Db, Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { Card, Charge, ChargeResult, PaymentProvider } from '../../../integrations/payments/provider.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { getAddedTax } from '../../../kernel/contracts/sale-tax.ts'
import { ApiError, invariant } from '../../../kernel/errors.ts'
import { PAYMENT_HOLD_SECONDS, PAYMENT_LIFE_SECONDS } from '../../../kernel/limits.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { ageReservations, type Listing, lockListings } from '../../catalog/index.ts'
import { computeTax, findTaxSettings } from '../../tax/index.ts'
import { type Agreed, ATTEMPTS_MAX, refusePayment, samePrice } from '../rules/sessions.ts'
import { insertClaim } from '../store/holds.ts'
import type { Payment } from '../store/payments.ts'
import * as store from '../store/payments.ts'
import { type Buyer, changeSession, findSession, type SessionInContext } from '../store/sessions.ts'
import { finishPayment } from './finish.ts'
import { endOverdueHold, extendReservation, findHold, takeHold } from './hold.ts'
import { lockSession } from './lock.ts'
import { chooseProcessor } from './open.ts'
import { computeStatus, partnerNow } from './read.ts'

export type PaymentInput = {
  /** The price that the buyer saw. Another one is refused. */
  agreed: Agreed
  /** What the page showed as the total, with the tax on top of the price. Another one is refused. Null: nobody saw a page. */
  totalCents: number | null
  /** Which attempt the form was made for; a form works once. Null: whichever comes next. */
  attempt: number | null
  buyer?: Buyer | null
  visitorCode?: string | null
  /** Who pays, as the caps on holds count. Null: the charge ends in the same transaction, so there is nothing to hold. */
  client: Client | null
}

/** `network` is a keyed digest of the address; `accountId` the account that the buyer is signed in to. */
export type Client = { network: string; accountId: string | null }

export type Claim =
  | { kind: 'claimed'; payment: Payment; charge: Charge }
  /** Nobody was charged. `stale`: the form had been used; `closed`: the session takes no payment (any more). */
  | { kind: 'refused'; why: 'stale' | 'closed' | 'name_sold' | 'name_reserved' | 'price_changed' | 'total_changed' }

/** A purchase that no listing stands for has its own price, and nobody else can take it away. */
async function findRefusal(tx: Tx, listing: Listing | null, session: SessionInContext, agreed: Agreed, real: Date) {
  if (listing === null) return samePrice(session, agreed) ? null : 'price_changed'
  const { partnerId, id: sessionId, offerId } = session
  const hold = await findHold(tx, listing, sessionId, real)
  const claim = { purpose: 'buy' as const, partnerId, sessionId, offerId, hold }
  // An accepted offer keeps its price, whatever the listing asks now.
  const price = offerId === null ? listing : { ...listing, priceCents: session.priceCents, currency: session.currency }
  return refusePayment(price, claim, agreed, real)
}

/**
 * Begins a payment, or says why not. The caller charges only what was claimed. A processor that takes the card itself has a
 * payment method as soon as it is asked, so the domain is held from here on; Stripe says later when it has one.
 */
export async function claimPayment(deps: Deps, tx: Tx, sessionId: string, input: PaymentInput): Promise<Claim> {
  const { listing, session } = await lockSession(tx, sessionId)
  const real = deps.clock.now()
  const at = partnerNow(session, real)
  if (computeStatus(session, real) !== 'open' || session.partnerSuspended || session.attempts >= ATTEMPTS_MAX)
    return { kind: 'refused', why: 'closed' }
  const attempt = session.attempts + 1
  if (input.attempt !== null && input.attempt !== attempt) return { kind: 'refused', why: 'stale' }
  const seller = { partnerId: session.partnerId, sessionId: session.id }
  const why = await findRefusal(tx, listing, session, input.agreed, real)
  if (why !== null) {
    const { priceCents, currency } = session.offerId === null && listing !== null ? listing : session
    if (why === 'name_sold') await changeSession(tx, session.id, { status: 'unavailable', at })
    else if (why === 'name_reserved') await changeSession(tx, session.id, { status: 'open', at, lastError: why })
    else await changeSession(tx, session.id, { status: 'open', at, lastError: why, priceCents, currency })
    return { kind: 'refused', why }
  }
  const { priceCents, currency } = input.agreed
  const tax = computeTax(await findTaxSettings(tx), input.buyer ?? session.buyer, priceCents)
  const addedTaxCents = getAddedTax(tax)
  const amountCents = priceCents + addedTaxCents
  if (input.totalCents !== null && input.totalCents !== amountCents) return { kind: 'refused', why: 'total_changed' }
  const payment: Payment = {
    id: `${session.id}.${attempt}`,
    sessionId: session.id,
    attempt,
    provider: chooseProcessor(deps, session.environment),
    providerRef: null,
    status: 'started',
    amountCents,
    addedTaxCents,
    tax,
    taxAgreed: true,
    currency,
    cardBrand: null,
    cardLast4: null,
    failureCode: null,
    clientSecret: null,
    displacedQuote: null,
    displacedUntil: null,
    createdAt: real,
    updatedAt: real,
    payableUntil: addSeconds(real, PAYMENT_LIFE_SECONDS),
  }
  await store.insertPayment(tx, payment)
  const { buyer = null, visitorCode = null, client } = input
  await changeSession(tx, session.id, {
    status: 'processing',
    at,
    paymentId: payment.id,
    attempts: attempt,
    priceCents,
    currency,
    buyer,
    visitorCode,
    buyerUserId: session.offerId === null ? (client?.accountId ?? null) : session.buyerUserId,
  })
  if (listing !== null && session.offerId !== null) {
    const { partnerId, offerId } = session
    await extendReservation(tx, listing, { partnerId, offerId }, payment.payableUntil)
  } else if (client !== null && listing !== null && listing.magic === null) {
    const { environment } = session
    const claim = {
      paymentId: payment.id,
      ...seller,
      listingId: listing.id,
      environment,
      ...client,
    }
    await insertClaim(tx, { ...claim, claimedAt: real })
    if (payment.provider === 'sandbox')
      await takeHold(deps, tx, listing, { ...claim, claimedAt: real }, addSeconds(real, PAYMENT_HOLD_SECONDS), real)
  }
  return { kind: 'claimed', payment, charge: toCharge(payment, session) }
}

const toCharge = (payment: Payment, session: Pick<SessionInContext, 'domain'>): Charge => ({
  paymentId: payment.id,
  amountCents: payment.amountCents,
  currency: payment.currency,
  description: session.domain,
})

/** `db` is where the sandbox processor keeps its books: the database, or the one transaction that does everything. */
export function getProvider(deps: Pick<Deps, 'payments'>, name: Payment['provider'], db: Db): PaymentProvider {
  const provider = name === 'sandbox' ? deps.payments.sandbox(db) : deps.payments.stripe
  if (!provider)
    throw new ApiError('upstream_unavailable', {
      message: `The payment processor ${name} is not configured. Contact the operator.`,
    })
  return provider
}

/** A provider that did not answer may have charged: it is asked to end the charge, and its word on that is what counts. */
async function startOrConclude(
  provider: PaymentProvider,
  charge: Charge,
  card: Card | undefined,
): Promise<ChargeResult> {
  try {
    return await provider.start({ ...charge, card })
  } catch (error) {
    const result = await provider.conclude(charge, null).catch(() => {
      throw error
    })
    if (result.status !== 'cancelled') return result
    return { status: 'declined', ref: result.ref, code: 'payment_unavailable', card: null }
  }
}

/** One payment of one session. What is answered is why nothing was charged, or null: look at the session. */
export async function pay(
  deps: Deps,
  sessionId: string,
  input: PaymentInput & { card?: Card | undefined },
): Promise<Extract<Claim, { kind: 'refused' }>['why'] | null> {
  const claim = await deps.db.tx((tx) => claimPayment(deps, tx, sessionId, input))
  if (claim.kind === 'refused') return claim.why
  const provider = getProvider(deps, claim.payment.provider, deps.db)
  const result = await startOrConclude(provider, claim.charge, input.card)
  await deps.db.tx((tx) => finishPayment(deps, tx, claim.payment.id, result))
  if (result.status === 'paid') await concludeLost(deps, claim.payment.id)
  return null
}

/** So many rivals are ended with the sale itself; the job ends the others within seconds. */
const LOST_AT_ONCE = 10

/** Someone has bought the domain: nobody else must be able to complete a payment for it. A failure is left to the job. */
export async function concludeLost(deps: Deps, paymentId: string): Promise<void> {
  const sold = await store.findPayment(deps.db, paymentId)
  const lost = sold?.listingId ? await store.lostPayments(deps.db, sold.listingId, LOST_AT_ONCE) : []
  const ends = await Promise.allSettled(lost.map((payment) => concludePayment(deps, payment)))
  for (const end of ends)
    if (end.status === 'rejected')
      deps.log.warn({ err: end.reason }, 'could not cancel the payment for a sold domain; will retry')
}

/** The same within one transaction, with a test card: the sandbox's helper. */
export async function payInSandbox(deps: Deps, tx: Tx, session: SessionInContext, card: Card): Promise<Claim> {
  const agreed = { priceCents: session.priceCents, currency: session.currency }
  const claim = await claimPayment(deps, tx, session.id, { agreed, totalCents: null, attempt: null, client: null })
  if (claim.kind === 'refused') return claim
  invariant(claim.payment.provider === 'sandbox', 'sandbox sessions are paid at the sandbox processor')
  const result = await getProvider(deps, 'sandbox', tx).start({ ...claim.charge, card })
  await finishPayment(deps, tx, claim.payment.id, result)
  return claim
}

async function paymentAtWork(
  db: Db,
  sessionId: string,
): Promise<{ session: SessionInContext; payment: Payment } | null> {
  const session = await findSession(db, sessionId)
  const payment = session?.paymentId ? await store.findPayment(db, session.paymentId) : undefined
  return session && payment ? { session, payment } : null
}

/** The buyer's answer to a challenge. Nothing happens when none was asked for, or it was answered before. */
export async function confirmPayment(deps: Deps, sessionId: string, approved: boolean): Promise<void> {
  const found = await paymentAtWork(deps.db, sessionId)
  if (found?.payment.status !== 'requires_action' || found.payment.providerRef === null) return
  const { id, provider, providerRef } = found.payment
  if (provider !== 'sandbox') return
  // Someone else has bought the domain: the buyer is not charged at all.
  if (found.session.listingStatus !== 'listed') {
    await concludePayment(deps, found.payment)
    return
  }
  const result = await getProvider(deps, provider, deps.db).confirm(providerRef, approved)
  await deps.db.tx((tx) => finishPayment(deps, tx, id, result))
  if (result.status === 'paid') await concludeLost(deps, id)
}

/** Ends a payment that nobody waits for any more; one that was paid after all is finished as such. */
export async function concludePayment(deps: Deps, payment: Payment): Promise<ChargeResult['status']> {
  const session = await findSession(deps.db, payment.sessionId)
  invariant(session, 'a payment has its session')
  const provider = getProvider(deps, payment.provider, deps.db)
  const result = await provider.conclude(toCharge(payment, session), payment.providerRef)
  await deps.db.tx((tx) => finishPayment(deps, tx, payment.id, result))
  return result.status
}

/** A sandbox partner moved its clock: its holds and payments end that much earlier, and what is over ends now. */
export async function agePayments(deps: Deps, tx: Tx, owner: Owner, seconds: number): Promise<void> {
  const real = deps.clock.now()
  // Read again after the lock: until then another session may have taken a hold over.
  await lockListings(
    tx,
    (await store.listPaying(tx, owner)).map(({ listingId }) => listingId),
  )
  const holders = (await store.listPaying(tx, owner)).map(({ listingId, sessionId }) => ({ listingId, by: sessionId }))
  await ageReservations(tx, holders, seconds)
  for (const payment of await store.agePayments(tx, owner, seconds)) {
    if (payment.payableUntil > real) {
      await endOverdueHold(deps, tx, payment.id)
      continue
    }
    const provider = getProvider(deps, payment.provider, tx)
    await finishPayment(deps, tx, payment.id, await provider.conclude(toCharge(payment, payment), payment.providerRef))
  }
}

/**
 * The buyer gives up. A payment at work is ended first; if it was paid after all, the session stays paid. Answers where the
 * buyer goes, or null when there was nothing to cancel.
 */
export async function cancelSession(deps: Deps, sessionId: string): Promise<string | null> {
  const found = await paymentAtWork(deps.db, sessionId)
  if (found?.payment.status === 'requires_action') await concludePayment(deps, found.payment)
  return deps.db.tx(async (tx) => {
    const { session } = await lockSession(tx, sessionId)
    const real = deps.clock.now()
    const status = computeStatus(session, real)
    // The buyer of an accepted offer can return to pay until the reservation ends.
    if (status === 'open' && session.offerId === null)
      await changeSession(tx, session.id, { status: 'cancelled', at: partnerNow(session, real) })
    return status === 'open' || status === 'cancelled' ? session.cancelUrl : null
  })
}
