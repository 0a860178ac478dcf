// SQL of the email addresses that accounts had before.
import { type Db, sql, type Tx } from '../../../db/sql.ts'

export type FormerAddress = { email: string; until: Date }

export async function insertFormerAddress(tx: Tx, userId: string, email: string, until: Date): Promise<void> {
  await tx.run(sql`insert into former_addresses (user_id, email, until) values (${userId}, ${email}, ${until})`)
}

/** The oldest first. */
export const listFormerAddresses = (db: Db, userId: string): Promise<FormerAddress[]> =>
  db.many<FormerAddress>(sql`select email, until from former_addresses where user_id = ${userId} order by until`)
