// SQL of a sandbox that is reset: its orders and everything that belongs to them.
import { sql, type Tx } from '../../../db/sql.ts'
import type { Owner } from '../../../kernel/owner.ts'

/** Waits for moves that are under way. */
export async function lockOrders(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  await tx.run(sql`
    select from orders where partner_id = ${partnerId} and environment = ${environment} order by id for update`)
}

/** The listings that its orders took off the market. */
export const listTakenListings = async (tx: Tx, { partnerId, environment }: Owner): Promise<string[]> =>
  (
    await tx.many<{ listingId: string }>(sql`
      select listing_id from orders
      where partner_id = ${partnerId} and environment = ${environment} and exclusive and not is_reversed(status)`)
  ).map(({ listingId }) => listingId)

export async function clearOrders(tx: Tx, { partnerId, environment }: Owner): Promise<void> {
  const own = sql`partner_id = ${partnerId} and environment = ${environment}`
  const ofOwn = sql`order_id in (select id from orders where ${own})`
  await tx.run(sql`delete from buyer_refunds where ${own}`)
  await tx.run(sql`delete from refunds where ${own}`)
  await tx.run(sql`delete from partial_refunds where ${own}`)
  await tx.run(sql`delete from order_clawbacks where ${own}`)
  await tx.run(sql`delete from purchases where ${ofOwn}`)
  await tx.run(sql`delete from order_timeline where ${ofOwn}`)
  await tx.run(sql`delete from orders where ${own}`)
}
