// What happens to an order, for modules that orders does not know. `Tx` is a transaction of the database layer.
import type { Id } from './ids.ts'
import type { Environment } from './owner.ts'

export type MovedOrder = {
  id: Id<'order'>
  partnerId: Id<'partner'>
  environment: Environment
  paymentModel: string
  status: string
}

export type OrderEvents<Tx> = {
  /** The order has the status that the action led to. Runs in the transaction of the move. */
  moved(tx: Tx, order: MovedOrder, action: string, now: Date, by: { withoutChoice: boolean }): Promise<void>
}
