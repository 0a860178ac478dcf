// What partners are called, beside what is theirs: operators read names, not ids.
import { type Db, sql } from '../../db/sql.ts'

/** Shows rows with their partners' names; one question for all of them. */
export async function withPartnerNames<Row extends { partnerId: string }, View>(
  db: Db,
  rows: readonly Row[],
  view: (row: Row, partnerName: string) => View,
): Promise<View[]> {
  const ids = [...new Set(rows.map(({ partnerId }) => partnerId))]
  const found = await db.many<{ id: string; name: string }>(
    sql`select id, name from partners where id = any(${ids}::text[])`,
  )
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return rows.map((row) => view(row, names.get(row.partnerId) ?? ''))
}
