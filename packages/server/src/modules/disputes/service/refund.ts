// An operator returns the money of a delivered order. Statements and payouts of the partner wait meanwhile.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { notFound } from '../../../kernel/errors.ts'
import { type Id, isId } from '../../../kernel/ids.ts'
import { lockOrder, refundDelivered } from '../../orders/index.ts'
import { lockCommission } from '../../settlement/index.ts'
import { findOrderBook } from '../store/disputes.ts'

export async function refundAfterDelivery(
  deps: Pick<Deps, 'clock' | 'secrets'>,
  tx: Tx,
  orderId: string,
  { actor, note }: { actor: string; note: string },
): Promise<Id<'refund'>> {
  const book = isId('order', orderId) ? await findOrderBook(tx, orderId) : undefined
  if (!book) throw notFound('Order not found.')
  const commissionFrom = await lockCommission(tx, book, orderId)
  const order = await lockOrder(tx, null, orderId)
  return refundDelivered(deps, tx, order, { actor: `operator ${actor}`, note, commissionFrom })
}
