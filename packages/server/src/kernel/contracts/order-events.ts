// What happens to an order, for modules that orders does not know. `Tx` is a transaction of the database layer.
import type { Id } from '../ids.ts'
import type { Environment } from '../owner.ts'

export type MovedOrder = {
  id: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  paymentModel: string
  status: string
}

/** `withoutChoice`: the transfer starts although the buyer has not chosen where the domain goes. */
export type OrderMove = { order: MovedOrder; action: string; withoutChoice: boolean }

export type OrderEvents<Tx> = {
  /** The orders have the statuses that the actions led to. Runs in the transaction of the moves. */
  moved(tx: Tx, moves: readonly OrderMove[], now: Date): Promise<void>
}
