// An operator's action on one order.
import type { Tx } from '../../../db/sql.ts'
import type { OperatorAction } from '../rules/orders.ts'
import type { Order } from '../store/orders.ts'
import { lockOrder, type MoveDeps, moveOrder } from './move.ts'
import { refundOrder } from './refund.ts'

export type Acting = {
  action: OperatorAction
  actor: string
  note: string | undefined
  withoutChoice?: boolean | undefined
}

/** Locks the order and applies the action, in the caller's transaction. The order has its new status. */
export async function actOnOrder(
  deps: MoveDeps,
  tx: Tx,
  orderId: string,
  { action, actor, note, withoutChoice = false }: Acting,
): Promise<Order> {
  const order = await lockOrder(tx, null, orderId)
  const by = { kind: 'operator' as const, actor: `operator ${actor}`, note, withoutChoice }
  if (action !== 'refund') return moveOrder(deps, tx, order, action, by)
  await refundOrder(deps, tx, order, { reason: 'other', comment: note }, by)
  return { ...order, status: 'REFUNDED' }
}
