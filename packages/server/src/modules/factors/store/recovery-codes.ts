// SQL of recovery codes.
import { type Db, sql, type Tx } from '../../../db/sql.ts'

/** The old ones stop working. */
export async function replaceCodes(tx: Tx, userId: string, hashes: readonly Buffer[], now: Date): Promise<void> {
  await deleteCodes(tx, userId)
  for (const hash of hashes)
    await tx.run(sql`
      insert into recovery_codes (user_id, code_hash, created_at) values (${userId}, ${hash}, ${now})`)
}

/** False when there is no such code, or it was used. */
export const spendCode = async (tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update recovery_codes set used_at = ${now}
    where user_id = ${userId} and code_hash = ${hash} and used_at is null`)) > 0

export async function countCodes(db: Db, userId: string): Promise<number> {
  const row = await db.one<{ n: number }>(sql`
    select count(*)::int as n from recovery_codes where user_id = ${userId} and used_at is null`)
  return row?.n ?? 0
}

export async function deleteCodes(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`delete from recovery_codes where user_id = ${userId}`)
}
