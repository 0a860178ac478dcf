// Keyset pagination in SQL: the order of a sorted list, and the condition that continues after a row.
import { type Sql, sql } from './sql.ts'

/** The last row of the previous page: its value in the sorted column, null if the list is sorted by ID alone, and its ID. */
export type LastRow = { value: string | number | Date | null; id: string }

export type Keyset<Name extends string = string> = {
  by: Name
  isDescending: boolean
  after: LastRow | undefined
}

/** A column to sort by; null is the ID. `wrap` is what the column does to its value, such as lower(). */
export type SortedColumn = { column: Sql; wrap?: (value: Sql) => Sql } | null

/** By ID, which is by age: the rows before one. */
export const newestFirst = <Name extends string>(by: Name, before: string | undefined): Keyset<Name> => ({
  by,
  isDescending: true,
  after: before === undefined ? undefined : { value: null, id: before },
})

/** Continues after the last row. Rows with equal values are ordered by ID, so none is skipped or repeated. */
export function afterLast<Name extends string>(
  { by, isDescending, after }: Keyset<Name>,
  columns: Record<Name, SortedColumn>,
  id: Sql,
): Sql | false {
  if (after === undefined) return false
  const comparison = isDescending ? sql`<` : sql`>`
  const sorted = columns[by]
  if (sorted === null) return sql`${id} ${comparison} ${after.id}`
  const value = sql`${after.value}`
  return sql`(${sorted.column}, ${id}) ${comparison} (${sorted.wrap ? sorted.wrap(value) : value}, ${after.id})`
}

export function inOrder<Name extends string>(
  { by, isDescending }: Keyset<Name>,
  columns: Record<Name, SortedColumn>,
  id: Sql,
): Sql {
  const direction = isDescending ? sql`desc` : sql`asc`
  const sorted = columns[by]
  return sorted === null ? sql`${id} ${direction}` : sql`${sorted.column} ${direction}, ${id} ${direction}`
}
