// How a list is shown: the sorted column, in the URL, and the hidden columns, kept in this browser.
import { useSearchParams } from 'wouter'
import { useStored } from './stored.ts'
import type { Column } from './table.tsx'

export type Direction = 'asc' | 'desc'
export type Sorting = { by: string; direction: Direction }

export type TableState<Row> = {
  id: string
  /** All columns, and those that are shown. */
  columns: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  hidden: readonly string[]
  hide: (titles: readonly string[]) => void
  /** As the API has it, such as `price_desc`. Undefined is the order of the list itself. */
  sort: string | undefined
  sorting: Sorting
  sortBy: (sorting: Sorting) => void
}

export const parseTitles = (stored: unknown): string[] | null =>
  Array.isArray(stored) ? stored.filter((title) => typeof title === 'string') : null

/** A column name and a direction; null for anything that the table cannot be sorted by. */
export function parseSort(text: string | null, names: readonly (string | undefined)[]): Sorting | null {
  const [, by, direction] = /^([a-z_]{1,40})_(asc|desc)$/.exec(text ?? '') ?? []
  return by !== undefined && names.includes(by) ? { by, direction: direction as Direction } : null
}

/** The order of most lists. */
export const NEWEST_FIRST: Sorting = { by: 'created', direction: 'desc' }

export const formatSort = ({ by, direction }: Sorting): string => `${by}_${direction}`

/** Filters and order, as the operation of the list has them. */
export const withSort = <Query extends { sort?: string }>(
  filters: Partial<Query>,
  { sort }: { sort: string | undefined },
): Partial<Query> => (sort === undefined ? filters : { ...filters, sort: sort as NonNullable<Query['sort']> })

/** `id` names the table in this browser's storage; `initial` is the order of the list without a choice. */
export function useTableState<Row>(id: string, columns: readonly Column<Row>[], initial: Sorting): TableState<Row> {
  const [search, setSearch] = useSearchParams()
  const extra = columns.filter(({ isExtra }) => isExtra).map(({ title }) => title)
  const [hidden, hide] = useStored<readonly string[]>(`columns.${id}`, extra, parseTitles)
  const chosen = parseSort(
    search.get('sort'),
    columns.map(({ sort }) => sort),
  )
  // The first column names the record and links to it.
  const shown = columns.filter(({ title }, index) => index === 0 || !hidden.includes(title))
  return {
    id,
    columns,
    shown,
    hidden,
    hide,
    sort: chosen ? formatSort(chosen) : undefined,
    sorting: chosen ?? initial,
    sortBy: (sorting) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before)
          if (formatSort(sorting) === formatSort(initial)) after.delete('sort')
          else after.set('sort', formatSort(sorting))
          return after
        },
        { replace: true },
      ),
  }
}
