// SQL of the partner's own sandbox clock.
import { sql, type Tx } from '../../db/sql.ts'
import type { Owner } from '../../kernel/owner.ts'

/** Moves the clock and answers how far ahead it runs now. */
export async function advanceOffset(tx: Tx, owner: Owner, seconds: number): Promise<number> {
  const row = await tx.one<{ offset: number }>(sql`
    update partners set sandbox_offset_seconds = sandbox_offset_seconds + ${seconds}
    where id = ${owner.partnerId} returning sandbox_offset_seconds as offset`)
  return row?.offset ?? 0
}
