// Background use cases of sales: tell sellers about them, and make held proceeds payable.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { post, proceedsPayableJournal } from '../../ledger/index.ts'
import { queueMail } from '../../mail/index.ts'
import { SELLER_SALE_MACHINE } from '../rules/sales.ts'
import { findDueSellers, lockDueSales, lockUntoldSales, markTold, saveSale } from '../store/sales.ts'
import { findAddress, lockSeller } from '../store/sellers.ts'

/** Journals of sellers' money belong to no partner. */
export const SELLER_BOOKS = { partnerId: null, environment: 'live' } as const

/** One batch; returns how many there were. Recording an order stays one statement, so the message is queued here. */
export async function tellSales(deps: Pick<Deps, 'secrets'>, tx: Tx, now: Date, batch: number): Promise<number> {
  const sales = await lockUntoldSales(tx, batch)
  for (const sale of sales) {
    const to = await findAddress(tx, sale.sellerId)
    if (to === null) continue
    const data = {
      name: sale.domainUnicode,
      orderId: sale.orderId,
      priceCents: sale.salePriceCents,
      proceedsCents: sale.proceedsCents,
      currency: sale.currency,
    }
    await queueMail(deps, tx, { to, template: 'domain_sold', data }, now)
  }
  await markTold(
    tx,
    sales.map(({ orderId }) => orderId),
    now,
  )
  return sales.length
}

/**
 * One batch; returns how many there were. The sellers come before their sales, as in payouts: a payout pays exactly the sales that were
 * payable when it was counted.
 */
export async function releaseProceeds(tx: Tx, now: Date, batch: number): Promise<number> {
  const sellers = await findDueSellers(tx, now, batch)
  for (const sellerId of sellers) await lockSeller(tx, sellerId, now)
  const sales = await lockDueSales(tx, sellers, now, batch)
  for (const sale of sales) {
    await saveSale(tx, { ...sale, state: SELLER_SALE_MACHINE.release.to })
    if (sale.proceedsCents > 0) await post(tx, SELLER_BOOKS, proceedsPayableJournal(sale), now)
  }
  return sales.length
}
