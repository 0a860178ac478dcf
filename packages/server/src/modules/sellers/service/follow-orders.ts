// A seller's sale follows its order: delivery, reversal and partial refunds, in the transaction of the order.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import { nextState } from '../../../kernel/state-machine.ts'
import type { SellerShare } from '../../ledger/index.ts'
import { queueMail } from '../../mail/index.ts'
import { computeProceeds, planRelease, SELLER_SALE_MACHINE, type SellerSaleAction } from '../rules/sales.ts'
import { lockSale, type SellerSale, saveSale } from '../store/sales.ts'
import { findAddress } from '../store/sellers.ts'

type SoldOrder = { id: string; environment: string }

/** Sellers sell live only; null: the marketplace's own domain. */
const findSale = async (tx: Tx, { id, environment }: SoldOrder): Promise<SellerSale | undefined> =>
  environment === 'live' ? lockSale(tx, id) : undefined

function move(sale: SellerSale, action: SellerSaleAction): SellerSale {
  const state = nextState(SELLER_SALE_MACHINE, sale.state, action)
  invariant(state, `a sale that is ${sale.state} can ${action}`)
  return { ...sale, state }
}

/** The proceeds are held from now on. Returns the shares that the ledger posts. */
export async function deliverSale(tx: Tx, order: SoldOrder, now: Date): Promise<SellerShare | null> {
  const sale = await findSale(tx, order)
  if (!sale) return null
  await saveSale(tx, { ...move(sale, 'deliver'), payableAt: planRelease(now) })
  return { sellerId: sale.sellerId, feeCents: sale.feeCents, proceedsCents: sale.proceedsCents }
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

/** Before delivery: fee and proceeds are those of what is left of the price. */
export async function reduceSale(
  tx: Tx,
  order: SoldOrder,
  rest: { priceCents: number; commissionCents: number },
): Promise<void> {
  const sale = await findSale(tx, order)
  if (sale) await saveSale(tx, { ...sale, ...computeProceeds(rest.priceCents, rest.commissionCents, sale.feeBps) })
}
