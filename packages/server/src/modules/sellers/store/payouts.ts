// SQL of sellers' payouts, and of where they go.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { readState, writeState } from '../../../db/state.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { DestinationKind, PayoutRequester, SellerPayoutStatus } from '../rules/payouts.ts'

export type SellerPayout = {
  id: Id<'sellerPayout'>
  sellerId: Id<'user'>
  currency: string
  amountCents: number
  status: SellerPayoutStatus
  destinationKind: DestinationKind
  destinationHint: string
  requestedBy: PayoutRequester
  reference: string | null
  failureReason: string | null
  createdAt: Date
  paidAt: Date | null
  failedAt: Date | null
}

export async function insertPayout(tx: Tx, payout: SellerPayout): Promise<void> {
  await tx.run(sql`
    insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by, created_at)
    values (${payout.id}, ${payout.sellerId}, ${payout.currency}, ${payout.amountCents}, ${payout.status},
            ${payout.destinationKind}, ${payout.destinationHint}, ${payout.requestedBy}, ${payout.createdAt})`)
}

export const lockPayout = (tx: Tx, id: string): Promise<SellerPayout | undefined> =>
  tx.one<SellerPayout>(sql`select * from seller_payouts where id = ${id} for update`)

export async function savePayout(tx: Tx, payout: SellerPayout): Promise<void> {
  await tx.run(sql`
    update seller_payouts set status = ${payout.status}, reference = ${payout.reference}, failure_reason = ${payout.failureReason},
      paid_at = ${payout.paidAt}, failed_at = ${payout.failedAt}
    where id = ${payout.id}`)
}

export type PayoutFilter = { sellerId: string | undefined; statuses: readonly SellerPayoutStatus[] | undefined }

const BY_AGE = { created: null }

export const listPayouts = (
  db: Db,
  { sellerId, statuses }: PayoutFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<SellerPayout[]> =>
  db.many<SellerPayout>(sql`
    select * from seller_payouts
    where ${joinConditions([
      sellerId !== undefined && sql`seller_id = ${sellerId}`,
      statuses !== undefined && sql`status = any(${statuses})`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

/** The month whose payouts were made, kept so that they are made once a month. */
export const lastPayoutMonth = async (db: Db): Promise<string | undefined> =>
  (await readState<{ month: string }>(db, 'seller_payouts'))?.month

export const savePayoutMonth = (db: Db, month: string): Promise<void> => writeState(db, 'seller_payouts', { month })
