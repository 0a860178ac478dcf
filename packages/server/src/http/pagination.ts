// Cursors: the last row's key, with a check over it, its list and the filters, so that it cannot be used with others.
import { createHash } from 'node:crypto'
import { invalidField } from '../kernel/errors.ts'
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../kernel/limits.ts'
import { type Environment, liveFirst } from '../kernel/owner.ts'

export type Page<Row> = { rows: Row[]; nextCursor: string | null; hasMore: boolean }

/** Above the most is clamped; below one was refused by the schema. */
export const pageLimit = (asked: number | undefined, fallback = PAGE_LIMIT_DEFAULT, most = PAGE_LIMIT_MAX): number =>
  Math.min(asked ?? fallback, most)

/** What was asked for. `list` names the list itself: two lists without filters must not take each other's cursors. */
export type Filters = { list: string; [name: string]: unknown }

const computeCheck = (filters: Filters, key: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([filters, key]))
    .digest('base64url')
    .slice(0, 16)

export function encodeCursor(filters: Filters, key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([computeCheck(filters, key), ...key])).toString('base64url')
}

type Kind = 'string' | 'number' | 'position' | 'instant'

/** The largest number of a line within a document. */
const POSITION_MAX = 2 ** 31 - 1
/** Years of four digits: no row of ours is older or newer, and both JavaScript and PostgreSQL know them all. */
const INSTANT_MAX = Date.UTC(9999, 11, 31)

const isUpTo = (most: number, part: unknown): boolean =>
  Number.isSafeInteger(part) && Number(part) >= 0 && Number(part) <= most

/** The check is no signature, and whoever has read this can forge one: what a key holds is judged like any other input. */
const FITS: Record<Kind, (part: unknown) => boolean> = {
  string: (part) => typeof part === 'string' && !part.includes('\u0000') && part.isWellFormed(),
  number: Number.isSafeInteger,
  position: (part) => isUpTo(POSITION_MAX, part),
  instant: (part) => isUpTo(INSTANT_MAX, part),
}

/** The key inside, or 400: never a half-understood cursor. `kinds` says what each part must be; an instant is in milliseconds. */
export function decodeCursor<const Kinds extends readonly Kind[]>(
  cursor: string | undefined,
  filters: Filters,
  kinds: Kinds,
): { [K in keyof Kinds]: Kinds[K] extends 'string' ? string : number } | undefined {
  if (cursor === undefined) return undefined
  let parts: unknown
  try {
    const bytes = Buffer.from(cursor, 'base64url')
    if (bytes.toString('base64url') !== cursor) throw new Error('not canonical')
    parts = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw invalidField('cursor', 'must be next_cursor from the previous page')
  }
  if (!Array.isArray(parts) || parts.length !== kinds.length + 1)
    throw invalidField('cursor', 'must be next_cursor from the previous page')
  const [check, ...key] = parts as unknown[]
  if (check !== computeCheck(filters, key))
    throw invalidField('cursor', 'belongs to another list or to different filters. Start again without a cursor.')
  if (!key.every((part, index) => FITS[kinds[index]!](part)))
    throw invalidField('cursor', 'must be next_cursor from the previous page')
  return key as never
}

type Placed = { environment: Environment }

/**
 * A page of an operator's list over both environments: every live row comes before every sandbox row. Each environment is read
 * along its own index, and the sandbox only when the page still has room. The cursor holds the environment and the row's key.
 */
export async function pageLiveFirst<Row extends Placed>(
  asked: { environment: Environment | undefined; cursor: string | undefined; limit: number; filters: Filters },
  read: (environment: Environment, before: string | undefined, limit: number) => Promise<Row[]>,
  getKey: (row: Row) => string,
): Promise<Page<Row>> {
  const { cursor, limit, filters } = asked
  const [from, before] = decodeCursor(cursor, filters, ['string', 'string']) ?? []
  const environments = liveFirst(asked.environment)
  const start = from === undefined ? 0 : (environments as readonly string[]).indexOf(from)
  if (start < 0) throw invalidField('cursor', 'must be next_cursor from the previous page')
  const rows: Row[] = []
  for (const environment of environments.slice(start)) {
    const room = limit + 1 - rows.length
    if (room > 0) rows.push(...(await read(environment, environment === from ? before : undefined, room)))
  }
  return toPage(rows, limit, filters, (row) => [row.environment, getKey(row)])
}

/** Stores read one row more than asked: its presence is `has_more`. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  filters: Filters,
  getKey: (row: Row) => readonly (string | number)[],
): Page<Row> {
  const hasMore = rows.length > limit
  const kept = hasMore ? rows.slice(0, limit) : rows
  const last = kept.at(-1)
  return { rows: kept, hasMore, nextCursor: hasMore && last ? encodeCursor(filters, getKey(last)) : null }
}
