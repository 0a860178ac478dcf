// SQL of delivered sales that were taken back, and of the dispute that an order shows.
// Writes of orders fire the triggers of modules/settlement/order-sums.sql, which keep the sums of sales.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

export type Clawback = Owner & {
  orderId: string
  cause: 'refund' | 'dispute'
  refundId: string | null
  disputeId: string | null
  amountCents: number
  commissionCents: number
  commissionFrom: 'accrued' | 'pending'
  currency: string
  actor: string
  note: string | null
  at: Date
}

/** The row and the order's mark in one statement. The key lets a sale be taken back once. */
export async function insertClawback(tx: Tx, clawback: Clawback): Promise<void> {
  await tx.run(sql`
    with taken as (
      insert into order_clawbacks (order_id, partner_id, environment, cause, refund_id, dispute_id, amount_cents, commission_cents,
                                   commission_from, currency, actor, note, created_at)
      values (${clawback.orderId}, ${clawback.partnerId}, ${clawback.environment}, ${clawback.cause}, ${clawback.refundId},
              ${clawback.disputeId}, ${clawback.amountCents}, ${clawback.commissionCents}, ${clawback.commissionFrom},
              ${clawback.currency}, ${clawback.actor}, ${clawback.note}, ${clawback.at})
      returning order_id, created_at
    )
    update orders o set clawed_back_at = taken.created_at, updated_at = taken.created_at from taken where o.id = taken.order_id`)
}

/** The lost dispute that returned a part of the payment while the sale stands. */
export const findReturningDispute = async (tx: Tx, orderId: string): Promise<string | null> =>
  (await tx.one<{ id: string | null }>(sql`select returning_dispute(${orderId}) as id`))!.id

export const isPartlyReturned = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await tx.one<{ is: boolean }>(sql`select is_partly_returned(${orderId}) as is`))!.is

/** Whether a dispute of the order's payment is open. The order is held by the caller. */
export async function saveDispute(tx: Tx, orderId: string, disputeId: string, isOpen: boolean): Promise<void> {
  await tx.run(sql`update orders set dispute_id = ${disputeId}, dispute_open = ${isOpen} where id = ${orderId}`)
}
