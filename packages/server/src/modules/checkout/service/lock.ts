// Locking what a payment is about. Listing, session, payment: every transaction locks them in this order.
import type { Tx } from '../../../db/sql.ts'
import { invariant, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { type Listing, lockListing } from '../../catalog/index.ts'
import { findPayment, lockPaymentRow, type Payment } from '../store/payments.ts'
import { findSession, lockSessionRow, type SessionInContext } from '../store/sessions.ts'

/** The listing is null for a purchase that none stands for. */
async function lockInOrder(tx: Tx, listingId: string | null, sessionId: string, paymentId: string | null) {
  const listing: Listing | null | undefined = listingId === null ? null : await lockListing(tx, listingId)
  const session: SessionInContext | undefined = await lockSessionRow(tx, sessionId)
  const payment: Payment | undefined = paymentId === null ? undefined : await lockPaymentRow(tx, paymentId)
  invariant(listing !== undefined && session, 'sessions and listings are never deleted')
  return { listing, session, payment }
}

export async function lockSession(tx: Tx, sessionId: string) {
  const found = isId('checkoutSession', sessionId) ? await findSession(tx, sessionId) : undefined
  if (!found) throw notFound('Checkout session not found.')
  const { listing, session } = await lockInOrder(tx, found.listingId, sessionId, null)
  return { listing, session }
}

export async function lockPayment(tx: Tx, paymentId: string) {
  const found = await findPayment(tx, paymentId)
  invariant(found, 'payments are never deleted')
  const { listing, session, payment } = await lockInOrder(tx, found.listingId, found.sessionId, paymentId)
  invariant(payment, 'payments are never deleted')
  return { listing, session, payment }
}
