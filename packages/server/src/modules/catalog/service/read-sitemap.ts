// The domains for sale, in parts for sitemaps. The borders of the parts of a large inventory are remembered: finding them reads it all.
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { SITEMAP_DOMAINS_MAX, SITEMAP_SECONDS } from '../../../kernel/limits.ts'
import { listPart, listPartStarts } from '../store/sitemap.ts'

type Asking = Pick<Deps, 'db' | 'clock'>
type Borders = { starts: string[]; until: number }
const remembered = new WeakMap<Db, Borders>()

async function readStarts({ db, clock }: Asking): Promise<string[]> {
  const now = clock.now().getTime()
  const last = remembered.get(db)
  if (last && last.until > now) return last.starts
  const starts = await listPartStarts(db, SITEMAP_DOMAINS_MAX)
  if (starts.length > 1) remembered.set(db, { starts, until: now + SITEMAP_SECONDS * 1000 })
  return starts
}

/** How many parts there are. */
export const countSitemapParts = async (asking: Asking): Promise<number> => (await readStarts(asking)).length

/** The domains of a part, counted from 1; null if there is no such part. */
export async function readSitemapPart(asking: Asking, part: number): Promise<string[] | null> {
  const starts = await readStarts(asking)
  const start = starts[part - 1]
  if (start === undefined) return null
  // Room for what was listed since.
  return listPart(asking.db, { start, end: starts[part] ?? null, most: 2 * SITEMAP_DOMAINS_MAX })
}
