// Sorted lists: the `sort` parameter, pages in that order, and all rows of a list for CSV.
import type { Keyset, LastRow } from '../db/keyset.ts'
import { invalidField } from '../kernel/errors.ts'
import { PAGE_LIMIT_MAX } from '../kernel/limits.ts'
import { type Environment, liveFirst } from '../kernel/owner.ts'
import { decodeCursor, type Filters, type Page, toPage } from './pagination.ts'
import { OneOf, Type } from './schema.ts'

/** What a row has in a sorted column. Null: the list is sorted by ID, which is by age. */
type SortKey<Row> =
  | { kind: 'string'; getValue: (row: Row) => string }
  | { kind: 'number'; getValue: (row: Row) => number }
  | { kind: 'instant'; getValue: (row: Row) => Date }
  | null

/** The columns of a list. Without `sort`, the list has the newest rows first. */
export type SortKeys<Row, Name extends string> = Record<Name, SortKey<Row>>

type Direction = 'asc' | 'desc'
export type SortText<Name extends string> = `${Name}_${Direction}`

export const sortQuery = <const Names extends readonly string[]>(names: Names, fallback: SortText<Names[number]>) => ({
  sort: Type.Optional(
    OneOf(names.flatMap((name) => [`${name}_asc`, `${name}_desc`]) as SortText<Names[number]>[], {
      default: fallback,
      description: `Order of the list. Default \`${fallback}\`.`,
    }),
  ),
})

const splitSort = <Name extends string>(text: SortText<Name>): { by: Name; isDescending: boolean } => {
  const cut = text.lastIndexOf('_')
  return { by: text.slice(0, cut) as Name, isDescending: text.endsWith('_desc') }
}

type Asked<Name extends string> = {
  sort: SortText<Name> | undefined
  fallback: SortText<Name>
  cursor: string | undefined
  limit: number
  /** The filters of the list. An absent `sort` is not part of them, so that cursors from before it stay valid. */
  filters: Filters
}

const BAD_CURSOR = 'must be next_cursor from the previous page'

/** The key of a row in the cursor: its sorted value, if any, and its ID. */
function toKey<Row>(sortKey: SortKey<Row>, row: Row, id: string): (string | number)[] {
  if (sortKey === null) return [id]
  const value = sortKey.getValue(row)
  return [value instanceof Date ? value.getTime() : value, id]
}

function toLastRow<Row>(sortKey: SortKey<Row>, parts: readonly (string | number)[]): LastRow {
  const [first, second] = parts
  if (sortKey === null) return { value: null, id: String(first) }
  return { value: sortKey.kind === 'instant' ? new Date(Number(first)) : first!, id: String(second) }
}

/** What a list of one owner reads: a page after the last row. */
type ReadPage<Row, Name extends string> = (keyset: Keyset<Name>, limit: number) => Promise<Row[]>

/** A page of a list in one environment, or in none. */
export async function pageSorted<Row, Name extends string>(
  asked: Asked<Name>,
  keys: SortKeys<Row, Name>,
  getId: (row: Row) => string,
  read: ReadPage<Row, Name>,
): Promise<Page<Row>> {
  const { cursor, limit, sort } = asked
  const filters = { ...asked.filters, sort }
  const order = splitSort(sort ?? asked.fallback)
  const sortKey = keys[order.by]
  const parts = decodeCursor(cursor, filters, sortKey === null ? ['string'] : [sortKey.kind, 'string'])
  const rows = await read({ ...order, after: parts && toLastRow(sortKey, parts) }, limit + 1)
  return toPage(rows, limit, filters, (row) => toKey(sortKey, row, getId(row)))
}

type Placed = { environment: Environment }
type ReadPlaced<Row, Name extends string> = (
  environment: Environment,
  keyset: Keyset<Name>,
  limit: number,
) => Promise<Row[]>

/**
 * A page of an operator's list over both environments: every live row comes before every sandbox row. Each environment is read
 * along its own index, and the sandbox only when the page still has room.
 */
export async function pageSortedLiveFirst<Row extends Placed, Name extends string>(
  asked: Asked<Name> & { environment: Environment | undefined },
  keys: SortKeys<Row, Name>,
  getId: (row: Row) => string,
  read: ReadPlaced<Row, Name>,
): Promise<Page<Row>> {
  const { cursor, limit, sort } = asked
  const filters = { ...asked.filters, sort }
  const order = splitSort(sort ?? asked.fallback)
  const sortKey = keys[order.by]
  const kinds = sortKey === null ? (['string', 'string'] as const) : (['string', sortKey.kind, 'string'] as const)
  const [from, ...parts] = decodeCursor(cursor, filters, kinds) ?? []
  const environments = liveFirst(asked.environment)
  const start = from === undefined ? 0 : (environments as readonly unknown[]).indexOf(from)
  if (start < 0) throw invalidField('cursor', BAD_CURSOR)
  const rows: Row[] = []
  for (const environment of environments.slice(start)) {
    const room = limit + 1 - rows.length
    const after = environment === from ? toLastRow(sortKey, parts) : undefined
    if (room > 0) rows.push(...(await read(environment, { ...order, after }, room)))
  }
  return toPage(rows, limit, filters, (row) => [row.environment, ...toKey(sortKey, row, getId(row))])
}

/** A list as its route reads it. */
export type ReadList<Row> = (cursor: string | undefined, limit: number) => Promise<Page<Row>>

/** Every row of a list, a batch at a time: the list itself, asked with each cursor in turn. */
export async function* everyPage<Row>(readPage: ReadList<Row>): AsyncGenerator<Row[]> {
  for (let cursor: string | undefined; ; ) {
    const page = await readPage(cursor, PAGE_LIMIT_MAX)
    yield page.rows
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}
