// The domains for sale as parts of equal size, in the order of their names.
import { type Db, sql } from '../../../db/sql.ts'

/** The first domain of each part. */
export async function listPartStarts(db: Db, size: number): Promise<string[]> {
  const rows = await db.many<{ domain: string }>(sql`
    select domain from (
      select domain, row_number() over (order by domain) as n from listings
      where environment = 'live' and status = 'listed'
    ) numbered where (n - 1) % ${size}::int = 0 order by domain`)
  return rows.map(({ domain }) => domain)
}

/** From `start` up to, but without, `end`; a part that grew since its borders were read ends at `most`. */
export async function listPart(
  db: Db,
  { start, end, most }: { start: string; end: string | null; most: number },
): Promise<string[]> {
  const rows = await db.many<{ domain: string }>(sql`
    select domain from listings
    where environment = 'live' and status = 'listed' and domain >= ${start}
      and (${end}::text is null or domain < ${end}::text collate "C")
    order by domain limit ${most}`)
  return rows.map(({ domain }) => domain)
}
