// SQL of recording a sale.
// Writes of orders fire the triggers of modules/settlement/order-sums.sql, which keep the sums of sales.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { SaleTerms } from '../rules/sales.ts'

export type Recording = {
  owner: Owner
  key: string
  fingerprint: Buffer
  orderId: Id<'order'>
  eventIds: string[]
  deliveryIds: string[]
  now: Date
  real: Date
  quoteId: string | null
  domain: string | null
  expectedPriceCents: number | null
  currency: string | null
  externalPaymentRef: string
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
  /** The order's own target of the delivery. */
  delivery: object | null
  sellerFeeBps: number
}

/** Claims the idempotency key, decides and writes, in one round trip. */
export const recordOrder = (
  db: Db,
  r: Recording,
): Promise<{ replayed: boolean; status: number; body: string } | undefined> =>
  db.one(sql`
    select replayed, status, body from record_order(
      ${r.owner.partnerId}, ${r.owner.environment}, ${r.key}, ${r.fingerprint}, ${r.orderId}, ${r.eventIds}, ${r.deliveryIds},
      ${r.now}, ${r.real}, ${r.quoteId}, ${r.domain}, ${r.expectedPriceCents}, ${r.currency}, ${r.externalPaymentRef},
      ${r.buyer === null ? null : JSON.stringify(r.buyer)}, ${r.returnUrl}, ${r.cancelUrl},
      ${r.delivery === null ? null : JSON.stringify(r.delivery)}, ${r.sellerFeeBps})`)

export type PaidOrder = {
  id: Id<'order'>
  eventIds: string[]
  deliveryIds: string[]
  owner: Owner
  listingId: string
  terms: SaleTerms
  checkoutSessionId: string | null
  buyer: object | null
  returnUrl: string | null
  cancelUrl: string | null
  now: Date
  real: Date
  sellerFeeBps: number
}

/** A sale that the service collected. Returns whether it waits for a manual review. */
export async function placePaidOrder(tx: Tx, sale: PaidOrder): Promise<boolean> {
  const { owner, terms } = sale
  const row = await tx.one<{ held: boolean }>(sql`
    select o.status = 'MANUAL_REVIEW' as held from listings l, place_order(
      ${sale.id}, 'service_collected', ${owner.partnerId}, ${owner.environment}, l, ${terms.priceCents}, ${terms.currency},
      ${terms.commissionBps}, ${terms.quoteId}, ${sale.checkoutSessionId}, null,
      ${sale.buyer === null ? null : JSON.stringify(sale.buyer)}, ${sale.returnUrl}, ${sale.cancelUrl}, ${sale.eventIds},
      ${sale.deliveryIds}, ${sale.now}, ${sale.real}, ${sale.sellerFeeBps}) o
    where l.id = ${sale.listingId}`)
  return row?.held ?? false
}

/** What the buyer paid on top of the price. */
export async function saveAddedTax(tx: Tx, orderId: string, cents: number): Promise<void> {
  await tx.run(sql`update orders set added_tax_cents = ${cents} where id = ${orderId}`)
}
