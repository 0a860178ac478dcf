// A seller's sale follows its order: delivery, reversal and partial refunds, in the transaction of the order.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import type { ProceedsPlace, SellerShare } from '../../ledger/index.ts'
import { queueMail } from '../../mail/index.ts'
import { computeProceeds, planRelease, SELLER_SALE_MACHINE, type SellerSaleAction } from '../rules/sales.ts'
import { findSellerId, lockSale, lockSales, type SellerSale, saveSale } from '../store/sales.ts'
import { findAddress, lockSeller } from '../store/sellers.ts'

type SoldOrder = { id: string; environment: string }

/** Sellers sell live only; null: the marketplace's own domain. */
const findSale = async (tx: Tx, { id, environment }: SoldOrder): Promise<SellerSale | undefined> =>
  environment === 'live' ? lockSale(tx, id) : undefined

/** Whose domain was sold; null: the marketplace's own. */
export const findOrderSeller = async (tx: Tx, { id, environment }: SoldOrder): Promise<string | null> =>
  environment === 'live' ? findSellerId(tx, id) : null

/** The address that messages about a sale go to; null: the marketplace's own domain, or an address that is not confirmed. */
export async function findSellerAddress(tx: Tx, order: SoldOrder): Promise<string | null> {
  const sellerId = await findOrderSeller(tx, order)
  return sellerId === null ? null : findAddress(tx, sellerId)
}

function move(sale: SellerSale, action: SellerSaleAction): SellerSale {
  const state = nextState(SELLER_SALE_MACHINE, sale.state, action)
  invariant(state, `a sale that is ${sale.state} can ${action}`)
  return { ...sale, state }
}

/** A dispute opens or closes before a payout counts the sale, or after it is bound, never in between. As in clawbacks, the order is locked first. */
export async function holdOrderSeller(tx: Tx, order: SoldOrder, now: Date): Promise<void> {
  const sellerId = await findOrderSeller(tx, order)
  if (sellerId !== null) await lockSeller(tx, sellerId, now)
}

/** The proceeds are held from now on. Returns the shares that the ledger posts, by order. */
export async function deliverSales(
  tx: Tx,
  orders: readonly SoldOrder[],
  now: Date,
): Promise<ReadonlyMap<string, SellerShare>> {
  const live = orders.filter(({ environment }) => environment === 'live').map(({ id }) => id)
  const sales = live.length === 0 ? [] : await lockSales(tx, live)
  for (const sale of sales) await saveSale(tx, { ...move(sale, 'deliver'), payableAt: planRelease(now) })
  return new Map(
    sales.map(({ orderId, sellerId, feeCents, proceedsCents }) => [orderId, { sellerId, feeCents, proceedsCents }]),
  )
}

/** The seller earns nothing, and is told so. */
export async function reverseSale(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  order: SoldOrder & { domain: string; domainUnicode: string },
  now: Date,
): Promise<void> {
  const sale = await findSale(tx, order)
  if (!sale) return
  await saveSale(tx, move(sale, 'reverse'))
  const to = await findAddress(tx, sale.sellerId)
  if (to === null) return
  const data = { domain: order.domain, name: order.domainUnicode }
  await queueMail(deps, tx, { to, template: 'sale_reversed', data }, now)
}

/**
 * After the delivery, the buyer got the money back: the proceeds are taken from where they are. What was paid out already leaves a negative
 * balance. Payouts of the seller wait, so that none is made from what is taken here.
 */
export async function clawBackSellerSale(
  deps: Pick<Deps, 'secrets'>,
  tx: Tx,
  order: SoldOrder & { domainUnicode: string },
  cause: 'refund' | 'dispute',
  now: Date,
): Promise<(SellerShare & { from: ProceedsPlace }) | null> {
  const owner = await findOrderSeller(tx, order)
  if (owner === null) return null
  // The seller before the sale, as payouts lock them.
  await lockSeller(tx, owner, now)
  const sale = await lockSale(tx, order.id)
  invariant(sale, 'a sale is never deleted')
  const from = sale.state === 'delivered' ? 'held' : 'payable'
  await saveSale(tx, move(sale, 'claw_back'))
  const { sellerId, feeCents, proceedsCents, currency } = sale
  const to = await findAddress(tx, sellerId)
  const data = { name: order.domainUnicode, orderId: order.id, proceedsCents, currency, cause }
  if (to !== null) await queueMail(deps, tx, { to, template: 'sale_clawed_back', data }, now)
  return { sellerId, feeCents, proceedsCents, from }
}

/** Before delivery: fee and proceeds are those of what is left of the price. */
export async function reduceSale(
  tx: Tx,
  order: SoldOrder,
  rest: { priceCents: number; commissionCents: number },
): Promise<void> {
  const sale = await findSale(tx, order)
  if (sale) await saveSale(tx, { ...sale, ...computeProceeds(rest.priceCents, rest.commissionCents, sale.feeBps) })
}
