// What a change of a dispute is about, locked in one order: statements and payouts of the partner, the order, the dispute.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { addSeconds } from '../../../kernel/clock.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { CommissionPlace } from '../../ledger/index.ts'
import { findLockedOrder, type Order } from '../../orders/index.ts'
import { holdOrderSeller } from '../../sellers/index.ts'
import { lockCommission } from '../../settlement/index.ts'
import { type DisputedPayment, lockPayment } from '../store/disputes.ts'

export type ReportDeps = Pick<Deps, 'clock' | 'secrets' | 'orderEvents' | 'log'>

/** What a report is about, locked. `commissionFrom` is known where the dispute may be lost. */
export type Scene = { tx: Tx; order: Order | null; commissionFrom: CommissionPlace; real: Date; at: Date }

/**
 * Statements and payouts of the partner wait where the sale may be taken back. The order is locked after them, then its seller. Where
 * there is no order, the payment is locked: what it is refunded for may end in the same moment.
 */
export async function lockScene(
  deps: ReportDeps,
  tx: Tx,
  about: Pick<DisputedPayment, 'paymentId' | 'orderId' | 'partnerId' | 'environment' | 'currency' | 'offsetSeconds'>,
  mayLose: boolean,
): Promise<Scene> {
  const { paymentId, orderId, partnerId, environment, currency } = about
  const book = { partnerId, environment, currency }
  const commissionFrom = orderId !== null && mayLose ? await lockCommission(tx, book, orderId) : 'accrued'
  if (orderId === null) await lockPayment(tx, paymentId)
  const order = orderId === null ? null : ((await findLockedOrder(tx, orderId)) ?? null)
  invariant(orderId === null || order !== null, 'an order with a dispute exists')
  const real = deps.clock.now()
  if (order !== null) await holdOrderSeller(tx, order, real)
  return { tx, order, commissionFrom, real, at: addSeconds(real, about.offsetSeconds) }
}
