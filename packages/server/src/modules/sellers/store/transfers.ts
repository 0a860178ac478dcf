// SQL of payouts that Stripe sends.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { type Db, type Sql, sql, type Tx } from '../../../db/sql.ts'
import { MISMATCH } from '../rules/transfers.ts'
import type { SellerPayout } from './payouts.ts'

/** Payouts of frozen sellers wait. */
const due = (now: Date): Sql => sql`
  p.status = 'pending' and p.transfer_state in ('queued', 'sending') and p.next_attempt_at <= ${now}
  and not exists (select from sellers s where s.user_id = p.seller_id and s.frozen_at is not null)`

/** A sale that the payout pays, or pays again, is disputed, or was taken back since. */
const outdated = sql`seller_payout_hold(p.id) is not null`

/** The next one that is due, skipping those that others hold. One that is outdated is not sent. */
export const lockDueTransfer = (tx: Tx, now: Date): Promise<SellerPayout | undefined> =>
  tx.one<SellerPayout>(sql`
    select p.* from seller_payouts p where ${due(now)} and not (p.transfer_state = 'queued' and ${outdated})
    order by p.next_attempt_at, p.id limit 1 for update of p skip locked`)

export const listOutdated = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db.many<{ id: string }>(sql`
      select p.id from seller_payouts p where ${due(now)} and p.transfer_state = 'queued' and ${outdated}
      order by p.id limit ${limit}`)
  ).map(({ id }) => id)

export const isOutdated = async (db: Db, payoutId: string): Promise<boolean> =>
  (await db.one(sql`select 1 as one from seller_payouts p where p.id = ${payoutId} and ${outdated}`)) !== undefined

/** The account accepts payouts again: those that Stripe refused are tried with a new key. With a mismatch, an operator decides. */
export async function requeueRefused(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update seller_payouts set transfer_state = 'queued', transfer_key = transfer_key + 1, next_attempt_at = ${now}
    where seller_id = ${sellerId} and status = 'pending' and transfer_state = 'refused'
      and transfer_error is distinct from ${MISMATCH}`)
}
