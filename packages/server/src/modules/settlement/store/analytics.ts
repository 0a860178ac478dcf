// SQL of what analytics shows beside sales: what referral links brought. It only reads.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'
import type { Granularity } from '../rules/transactions.ts'

type Range = { from: Date; to: Date }

/** Checkouts that a visitor of one of the owner's links began. */
export const countCheckouts = async (db: Db, owner: Owner, range: Range): Promise<number> => {
  const row = await db.one<{ count: number }>(sql`
    select count(*) as count from referral_links l join checkout_sessions c on c.link_id = l.id
    where l.partner_id = ${owner.partnerId} and l.environment = ${owner.environment}
      and c.created_at >= ${range.from} and c.created_at < ${range.to}`)
  return row?.count ?? 0
}

export type ReferralSums = { start: Date; currency: string; sales: number; commissionCents: number }

/** Referred sales at their time, and what was accrued for them less what was taken back, each at its own. */
export const sumReferrals = (db: Db, owner: Owner, range: Range, granularity: Granularity): Promise<ReferralSums[]> =>
  db.many<ReferralSums>(sql`
    select date_trunc(${granularity}::text, r.at, 'UTC') as start, r.currency, sum(r.sales)::bigint as sales,
           sum(r.commission)::bigint as commission_cents
    from (
      select created_at as at, currency, 1 as sales, 0::bigint as commission from referral_sales
      where partner_id = ${owner.partnerId} and environment = ${owner.environment}
      union all
      select created_at, currency, 0, amount_cents from commission_entries
      where partner_id = ${owner.partnerId} and environment = ${owner.environment} and category in ('accrued', 'reversed')
    ) r
    where r.at >= ${range.from} and r.at < ${range.to}
    group by 1, 2 order by 1, 2`)

/** What is payable and which sales it is of are read together: nothing ripens in between. */
export async function lockReferralAccounts(tx: Tx, owner: Owner): Promise<void> {
  await tx.run(sql`
    select 1 from referral_accounts where partner_id = ${owner.partnerId} and environment = ${owner.environment}
    order by currency for update`)
}
