// SQL of sellers' accounts at Stripe.
import { type Db, sql, type Tx } from '../../db/sql.ts'
import type { AccountStatus } from './rules.ts'

export type PayeeAccount = {
  sellerId: string
  accountRef: string | null
  status: AccountStatus
  due: string[]
  disabledReason: string | null
  bankEnd: string | null
  requestedAt: Date
  reportedAt: Date
  checkedAt: Date | null
  createdAt: Date
}

export const findAccount = (db: Db, sellerId: string): Promise<PayeeAccount | undefined> =>
  db.one<PayeeAccount>(sql`select * from payee_accounts where seller_id = ${sellerId}`)

export const findSellerByAccount = async (tx: Tx, accountRef: string): Promise<string | null> =>
  (await tx.one<{ sellerId: string }>(sql`select seller_id from payee_accounts where account_ref = ${accountRef}`))
    ?.sellerId ?? null

export const lockAccount = (tx: Tx, sellerId: string): Promise<PayeeAccount | undefined> =>
  tx.one<PayeeAccount>(sql`select * from payee_accounts where seller_id = ${sellerId} for update`)

export type BankPayout = {
  ref: string
  amountCents: number
  currency: string
  failure: string | null
  begunAt: Date
  at: Date
}

export const lockBankPayout = (tx: Tx, sellerId: string, currency: string): Promise<BankPayout | undefined> =>
  tx.one<BankPayout>(sql`
    select ref, amount_cents, currency, failure, begun_at, reported_at as at from payee_bank_payouts
    where seller_id = ${sellerId} and currency = ${currency} for update`)

export async function saveBankPayout(tx: Tx, sellerId: string, payout: BankPayout): Promise<void> {
  await tx.run(sql`
    insert into payee_bank_payouts (seller_id, currency, ref, amount_cents, failure, begun_at, reported_at)
    values (${sellerId}, ${payout.currency}, ${payout.ref}, ${payout.amountCents}, ${payout.failure}, ${payout.begunAt}, ${payout.at})
    on conflict (seller_id, currency) do update set
      ref = excluded.ref, amount_cents = excluded.amount_cents, failure = excluded.failure,
      begun_at = excluded.begun_at, reported_at = excluded.reported_at`)
}

/** The last one of each currency. */
export const listBankPayouts = (db: Db, sellerId: string): Promise<BankPayout[]> =>
  db.many(sql`
    select ref, amount_cents, currency, failure, begun_at, reported_at as at from payee_bank_payouts
    where seller_id = ${sellerId} order by currency`)

/** Those that banks returned, and that Stripe has not paid since. */
export const listBankFailures = (db: Db, sellerId: string): Promise<(BankPayout & { failure: string })[]> =>
  db.many(sql`
    select ref, amount_cents, currency, failure, begun_at, reported_at as at from payee_bank_payouts
    where seller_id = ${sellerId} and failure is not null order by currency`)

/** The money left the account: what was reported until then is over. */
export async function endBankFailures(tx: Tx, sellerId: string): Promise<void> {
  await tx.run(sql`
    update payee_bank_payouts set failure = null, begun_at = reported_at where seller_id = ${sellerId} and failure is not null`)
}

/** Written before Stripe is asked for an account. */
export async function claimAccount(tx: Tx, sellerId: string, now: Date): Promise<PayeeAccount> {
  await tx.run(sql`
    insert into payee_accounts (seller_id, status, requested_at, reported_at, created_at)
    values (${sellerId}, 'incomplete', ${now}, ${new Date(0)}, ${now})
    on conflict (seller_id) do nothing`)
  return (await findAccount(tx, sellerId))!
}

/** The seller chose the account as the destination of payouts. */
export async function noteRequest(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update payee_accounts set requested_at = greatest(requested_at, ${now}::timestamptz) where seller_id = ${sellerId}`)
}

/** The first account that is noted stays. */
export async function saveRef(tx: Tx, sellerId: string, accountRef: string): Promise<void> {
  await tx.run(sql`
    update payee_accounts set account_ref = ${accountRef} where seller_id = ${sellerId} and account_ref is null`)
}

export async function saveAccount(tx: Tx, account: PayeeAccount): Promise<void> {
  await tx.run(sql`
    update payee_accounts set status = ${account.status}, due = ${account.due}, disabled_reason = ${account.disabledReason},
      bank_end = ${account.bankEnd}, reported_at = ${account.reportedAt}
    where seller_id = ${account.sellerId}`)
}

export async function noteCheck(tx: Tx, sellerId: string, now: Date): Promise<void> {
  await tx.run(sql`update payee_accounts set checked_at = ${now} where seller_id = ${sellerId}`)
}

/** Accounts that Stripe was not asked about for long; those that are not ready, more often. */
export const listUnchecked = (
  db: Db,
  before: { ready: Date; open: Date },
  limit: number,
): Promise<{ sellerId: string; accountRef: string }[]> =>
  db.many(sql`
    select seller_id, account_ref from payee_accounts
    where status <> 'closed' and account_ref is not null
      and coalesce(checked_at, created_at) <= case when status = 'ready' then ${before.ready}::timestamptz else ${before.open}::timestamptz end
    order by checked_at nulls first, seller_id limit ${limit}`)
