// SQL of payouts that Stripe sends.
import { sql, type Tx } from '../../../db/sql.ts'
import type { SellerPayout } from './payouts.ts'

/** The next one that is due, skipping those that others hold. Payouts of frozen sellers wait. */
export const lockDueTransfer = (tx: Tx, now: Date): Promise<SellerPayout | undefined> =>
  tx.one<SellerPayout>(sql`
    select p.* from seller_payouts p
    where p.status = 'pending' and p.transfer_state in ('queued', 'sending') and p.next_attempt_at <= ${now}
      and not exists (select from sellers s where s.user_id = p.seller_id and s.frozen_at is not null)
    order by p.next_attempt_at, p.id limit 1 for update of p skip locked`)

/** Whether a sale that the payout pays is disputed, or was taken back since. */
export const isOutdated = async (tx: Tx, payoutId: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from seller_sales s join orders o on o.id = s.order_id
    where s.payout_id = ${payoutId} and (o.dispute_open or s.state = 'clawed_back') limit 1`)) !== undefined

/** The account accepts payouts again: those that Stripe refused are tried with a new key. */
export async function requeueRefused(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update seller_payouts set transfer_state = 'queued', transfer_key = transfer_key + 1, next_attempt_at = ${now}
    where seller_id = ${sellerId} and status = 'pending' and transfer_state = 'refused'`)
}
