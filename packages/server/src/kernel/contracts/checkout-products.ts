// What people buy at the checkout besides listed domains, for a checkout that does not know it. `Db` and `Tx` are of the database
// layer.
import type { Id } from '../ids.ts'
import type { SaleTax } from './sale-tax.ts'

export const CHECKOUT_PRODUCTS = ['registration', 'renewal'] as const
export type CheckoutProduct = (typeof CHECKOUT_PRODUCTS)[number]

/** What the checkout page lists. */
export type PurchaseLine = { domain: string; years: number; priceCents: number }

export type CheckoutProducts<Db, Tx> = {
  listLines(db: Db, purchaseId: Id<'purchase'>): Promise<PurchaseLine[]>
  /** The money came in. False: it buys nothing any more, and goes back. Runs in the transaction that books the payment. */
  paid(
    tx: Tx,
    paid: {
      purchaseId: Id<'purchase'>
      paymentId: string
      /** Without tax on top of the price. */
      priceCents: number
      currency: string
      tax: SaleTax | null
    },
    now: Date,
  ): Promise<boolean>
}
