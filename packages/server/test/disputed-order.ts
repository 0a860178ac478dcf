// A dispute of a payment that was made earlier, as the sandbox's processor reports it.
import { sql } from '../src/db/sql.ts'
import type { TestService } from './harness.ts'

/** The bank withdraws the whole price of the order. */
export async function disputeOrder({ db, deps }: TestService, orderId: string): Promise<void> {
  const payment = (await db.one<{ ref: string; cents: number }>(sql`
    select p.provider_ref as ref, p.amount_cents as cents from payments p join checkout_sessions s on s.id = p.session_id
    where s.order_id = ${orderId}`))!
  const report = {
    kind: 'dispute' as const,
    ref: `sbd_${orderId}`,
    paymentRef: payment.ref,
    amountCents: payment.cents,
    currency: 'USD',
    reason: 'fraudulent',
    status: 'needs_response' as const,
    isInquiry: false,
    respondBy: null,
    isWithdrawn: true,
    isReinstated: false,
    fee: null,
    at: null,
  }
  await db.tx((tx) => deps.disputes.received(tx, 'sandbox', report))
}
