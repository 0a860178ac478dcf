// SQL of sellers' payouts, and of where they go.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { afterLast, inOrder, type Keyset } from '../../../db/keyset.ts'
import { type Db, joinConditions, sql, type Tx } from '../../../db/sql.ts'
import { readState, writeState } from '../../../db/state.ts'
import { invariant } from '../../../kernel/errors.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { DestinationKind, PayoutHold, PayoutRequester, SellerPayoutStatus } from '../rules/payouts.ts'
import type { TransferState } from '../rules/transfers.ts'
import { lockSeller } from './sellers.ts'

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
  /** The account at Stripe, and how far the transfer to it is; null: an operator sends the money. */
  destinationAccount: string | null
  transferState: TransferState | null
  transferKey: number
  transferRef: string | null
  transferAttempts: number
  transferError: string | null
  nextAttemptAt: Date | null
  reversedCents: number
  reversedAt: Date | null
  /** Why the seller's bank returned the money to Stripe, as Stripe names it. Written by note-bank only. */
  bankFailure: string | null
}

export async function insertPayout(tx: Tx, payout: SellerPayout): Promise<void> {
  await tx.run(sql`
    insert into seller_payouts (id, seller_id, currency, amount_cents, status, destination_kind, destination_hint, requested_by, created_at,
                                destination_account, transfer_state, next_attempt_at)
    values (${payout.id}, ${payout.sellerId}, ${payout.currency}, ${payout.amountCents}, ${payout.status},
            ${payout.destinationKind}, ${payout.destinationHint}, ${payout.requestedBy}, ${payout.createdAt},
            ${payout.destinationAccount}, ${payout.transferState}, ${payout.nextAttemptAt})`)
}

export const findPayout = (db: Db, id: string): Promise<SellerPayout | undefined> =>
  db.one<SellerPayout>(sql`select * from seller_payouts where id = ${id}`)

export const lockPayout = (tx: Tx, id: string): Promise<SellerPayout | undefined> =>
  tx.one<SellerPayout>(sql`select * from seller_payouts where id = ${id} for update`)

/** The seller first: nothing else is paid from the sales of a payout while it ends. */
export async function lockWithSeller(tx: Tx, id: string, now: Date): Promise<SellerPayout | undefined> {
  const known = await findPayout(tx, id)
  if (!known) return undefined
  await lockSeller(tx, known.sellerId, now)
  return lockPayout(tx, id)
}

export async function savePayout(tx: Tx, payout: SellerPayout): Promise<void> {
  await tx.run(sql`
    update seller_payouts set status = ${payout.status}, reference = ${payout.reference}, failure_reason = ${payout.failureReason},
      paid_at = ${payout.paidAt}, failed_at = ${payout.failedAt}, transfer_state = ${payout.transferState},
      transfer_key = ${payout.transferKey}, transfer_ref = ${payout.transferRef}, transfer_attempts = ${payout.transferAttempts},
      transfer_error = ${payout.transferError}, next_attempt_at = ${payout.nextAttemptAt},
      reversed_cents = ${payout.reversedCents}, reversed_at = ${payout.reversedAt}
    where id = ${payout.id}`)
}

/** A payout as it is listed: also why it should not be sent now. */
export type ListedPayout = SellerPayout & { hold: PayoutHold | null }

const listedColumns = sql`p.*, case when p.status = 'pending' then seller_payout_hold(p.id) end as hold`

export async function readListed(db: Db, id: string): Promise<ListedPayout> {
  const payout = await db.one<ListedPayout>(sql`select ${listedColumns} from seller_payouts p where p.id = ${id}`)
  invariant(payout, 'a payout is never deleted')
  return payout
}

export type PayoutFilter = { sellerId: string | undefined; statuses: readonly SellerPayoutStatus[] | undefined }

const BY_AGE = { created: null }

export const listPayouts = (
  db: Db,
  { sellerId, statuses }: PayoutFilter,
  keyset: Keyset<'created'>,
  limit: number,
): Promise<ListedPayout[]> =>
  db.many<ListedPayout>(sql`
    select ${listedColumns} from seller_payouts p
    where ${joinConditions([
      sellerId !== undefined && sql`seller_id = ${sellerId}`,
      statuses !== undefined && sql`status = any(${statuses})`,
      afterLast(keyset, BY_AGE, sql`id`),
    ])}
    order by ${inOrder(keyset, BY_AGE, sql`id`)} limit ${limit}`)

type PayoutMonth = { month: string; failed: readonly string[] }

/** The month whose payouts were made, kept so that they are made once a month, and the sellers whose payout failed. */
export async function readPayoutMonth(db: Db): Promise<PayoutMonth | undefined> {
  const state = await readState<{ month: string; failed?: readonly string[] }>(db, 'seller_payouts')
  return state && { month: state.month, failed: state.failed ?? [] }
}

export const savePayoutMonth = (db: Db, month: string, failed: readonly string[]): Promise<void> =>
  writeState(db, 'seller_payouts', { month, failed })
