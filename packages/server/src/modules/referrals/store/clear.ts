// SQL of a sandbox that is reset: its links, clicks, sales and commission.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** Whether a link of another partner has a sale among this partner's orders. */
export const earnsForOthers = async (tx: Tx, { partnerId, environment }: Owner): Promise<boolean> =>
  (await tx.run(sql`
    select from referral_sales s join orders o on o.id = s.order_id
    where o.partner_id = ${partnerId} and o.environment = ${environment} and s.partner_id <> ${partnerId} limit 1`)) > 0

/** The guard of commission entries allows it only for the sandbox that is being reset. */
export async function clearReferrals(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const own = sql`partner_id = ${partnerId} and environment = ${environment}`
  await tx.run(sql`delete from commission_entries where ${own}`)
  await tx.run(sql`delete from referral_sales where ${own}`)
  await tx.run(sql`delete from referral_accounts where ${own}`)
  await tx.run(sql`delete from referral_clicks where link_id in (select id from referral_links where ${own})`)
  await tx.run(sql`delete from referral_links where ${own}`)
}
