// SQL of payouts whose money the seller's bank returned to Stripe.
// Writes fire the triggers of modules/changes/note-change.sql, which write record_changes.
import { sql, type Tx } from '../../../db/sql.ts'

/** More than one bank payout holds. */
const SENT_MAX = 200

type Account = { accountRef: string; currency: string }

/** Newest first. */
export const listSentBefore = (
  tx: Tx,
  { accountRef, currency, before }: Account & { before: Date },
): Promise<{ id: string; amountCents: number; reversedCents: number }[]> =>
  tx.many(sql`
    select id, amount_cents, reversed_cents from seller_payouts
    where destination_account = ${accountRef} and currency = ${currency} and status = 'paid' and transfer_state = 'sent'
      -- Stripe reports whole seconds.
      and paid_at < ${before}::timestamptz + interval '1 second'
    order by paid_at desc, id desc limit ${SENT_MAX}`)

/** The last one of each currency. */
export const listLastSent = async (tx: Tx, accountRef: string, before: Date): Promise<string[]> =>
  (
    await tx.many<{ id: string }>(sql`
      select distinct on (currency) id from seller_payouts
      where destination_account = ${accountRef} and status = 'paid' and transfer_state = 'sent'
        and paid_at < ${before}::timestamptz + interval '1 second'
      order by currency, paid_at desc, id desc`)
  ).map(({ id }) => id)

export async function markBankFailure(
  tx: Tx,
  ids: readonly string[],
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await tx.run(sql`update seller_payouts set bank_failure = ${failure}, bank_failed_at = ${at} where id = any(${ids})`)
}

export async function clearBankFailure(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`update seller_payouts set bank_failure = null, bank_failed_at = null where id = ${id}`)
}

/** Whether a payout to the account is shown as returned. */
export const hasBankFailure = async (tx: Tx, accountRef: string): Promise<boolean> =>
  (await tx.one(sql`
    select 1 as one from seller_payouts where destination_account = ${accountRef} and bank_failed_at is not null limit 1`)) !==
  undefined

/** Those that were reported before Stripe began the payout that was paid. */
export async function clearBankFailures(
  tx: Tx,
  { accountRef, currency, until }: Account & { until: Date },
): Promise<void> {
  await tx.run(sql`
    update seller_payouts set bank_failure = null, bank_failed_at = null
    where destination_account = ${accountRef} and bank_failed_at <= ${until} and (currency = ${currency} or not exists (
      select from seller_payouts o where o.destination_account = ${accountRef} and o.currency = ${currency}))`)
}
