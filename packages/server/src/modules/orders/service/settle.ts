// Settling: what a closed statement does to its orders, many at once.
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { emitEvents } from '../../webhooks/index.ts'
import { buildOrderEvent, EFFECTS, MAY, ORDER_MACHINE } from '../rules/orders.ts'
import { lockDelivered, saveSettled } from '../store/settlement.ts'

const { to: SETTLED } = ORDER_MACHINE.settle

/**
 * Moves delivered orders of one owner to SETTLED, as `moveOrder` would one by one: state, timeline, event and delivery rows,
 * in the caller's transaction. The ledger knows of them by the statement that they stand on.
 */
export async function settleOrders(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  owner: Owner,
  settlementId: Id<'settlement'>,
  ids: readonly Id<'order'>[],
  at: Date,
): Promise<void> {
  invariant(MAY.settle.includes('system'), 'a settlement run may settle')
  const orders = await lockDelivered(tx, ids)
  invariant(orders.length === ids.length, `${settlementId} contains delivered orders only`)
  const { events, message } = EFFECTS.settle
  const [event] = events
  invariant(event === 'order.settled' && events.length === 1, 'settling emits one event')
  const eventIds = await emitEvents(
    tx,
    owner,
    orders.map((order) => ({ type: event, data: buildOrderEvent(order, SETTLED) })),
    at,
    deps.clock.now(),
  )
  const moved = await saveSettled(tx, { settlementId, ids, eventIds, at, actor: 'system', message, event })
  invariant(moved === ids.length, 'every order was settled')
}
