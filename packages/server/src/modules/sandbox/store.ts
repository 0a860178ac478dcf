// SQL of a reset: what the ledger still holds of records that are gone.
import { sql, type Tx } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'

/** From here to the end of the transaction, statements and commission entries of this sandbox may be deleted. */
export async function allowReset(tx: Tx, { partnerId }: Owner): Promise<void> {
  await tx.run(sql`select set_config('freehold.sandbox_reset', ${partnerId}, true)`)
}

export type LeftBalance = { account: string; subject: string; currency: string; cents: number }

/**
 * One statement, so one moment: a sale that another request commits meanwhile is there with its journal or not at all, and keeps
 * its journal if it is there.
 */
export const listLeftBalances = (tx: Tx, { partnerId, environment }: Owner): Promise<LeftBalance[]> =>
  tx.many<LeftBalance>(sql`
    select e.account, e.subject, e.currency, sum(e.amount_cents)::bigint as cents
    from (select key, split_part(key, ':', 1) as record from ledger_journals
          where partner_id = ${partnerId} and environment = ${environment}) j
    join ledger_entries e on e.journal = j.key
    where not exists (select from orders where id = j.record)
      and not exists (select from partial_refunds where id = j.record)
      and not exists (select from payments where id = j.record)
      and not exists (select from settlements where id = j.record)
      and not exists (select from payouts where id = j.record)
      and not exists (select from disputes where id = j.record)
      and not exists (select from brokerage_cases where id = j.record)
      and not exists (select from referral_sales where id = j.record)
    group by e.account, e.subject, e.currency having sum(e.amount_cents) <> 0`)
