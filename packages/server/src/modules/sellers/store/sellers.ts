// SQL of sellers: the account as a seller, and how much it sells.
import { type Db, sql, type Tx } from '../../../db/sql.ts'
import type { Id } from '../../../kernel/ids.ts'
import type { Counted } from '../rules/listings.ts'

export type Seller = {
  userId: Id<'user'>
  frozenAt: Date | null
  frozenReason: string | null
  createdAt: Date
}

/** The seller, made on first use, and held until the end of the transaction: one change of a seller's listings at a time. */
export async function lockSeller(tx: Tx, userId: string, now: Date): Promise<Seller> {
  await tx.run(sql`insert into sellers (user_id, created_at) values (${userId}, ${now}) on conflict do nothing`)
  return (await tx.one<Seller>(sql`select * from sellers where user_id = ${userId} for update`))!
}

export const findSeller = (db: Db, userId: string): Promise<Seller | undefined> =>
  db.one<Seller>(sql`select * from sellers where user_id = ${userId}`)

export async function countListings(db: Db, userId: string): Promise<Counted> {
  const row = await db.one<Counted>(sql`
    select (select count(*)::int from listings where seller_id = ${userId} and status = 'listed') as listed,
           (select count(*)::int from listing_proofs where seller_id = ${userId} and state = 'pending') as pending`)
  return row!
}

export async function isOwner(tx: Tx, userId: string, domain: string): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 as one from owned_domains where domain = ${domain} and owner_id = ${userId} for share`)
  return row !== undefined
}

/** Those of the sold listings whose sale was delivered. */
export const findDelivered = async (tx: Tx, listingIds: readonly string[]): Promise<string[]> => {
  const rows = await tx.many<{ listingId: string }>(sql`
    select listing_id from orders
    where listing_id = any(${listingIds}) and exclusive and status not in ('REFUNDED', 'CANCELLED')
      and status in ('TRANSFER_COMPLETED', 'SETTLED')`)
  return rows.map(({ listingId }) => listingId)
}

/** The address that messages to a seller go to; null if it is not confirmed. */
export const findAddress = async (db: Db, userId: string): Promise<string | null> =>
  (
    await db.one<{ email: string }>(
      sql`select email from users where id = ${userId} and email_confirmed_at is not null`,
    )
  )?.email ?? null
