// A table. Where there is little room each row is a short entry: what it is and its amount, and below them the other columns in small
// print.
import type { ReactNode } from 'react'
import { Empty } from './feedback.tsx'
import { RowCheck, type Selection, SelectionHead } from './selection.tsx'
import type { Sorting, TableState } from './table-state.ts'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end of the line. */
  end?: boolean
  /** The name of the column in the `sort` parameter of the list, if the list can be sorted by it. */
  sort?: string
  /** The first direction, if it is not descending. */
  starts?: 'asc' | 'desc'
  /** On a phone: the amount beside the name, or left out because the record's page has it. */
  phone?: 'value' | 'hidden'
  /** Left out unless it has something for one of the rows. */
  isFor?: (row: Row) => boolean
  /** Left out until a person chooses it under “Columns”: with it, the list is wider than most screens. */
  isExtra?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty?: ReactNode
  state?: TableState<Row> | undefined
  selection?: Selection<Row> | undefined
  /** A phone lays out so many rows at once, and those behind the first screen when they come near it. */
  groupSize?: number
}

/** Values that need no label. */
const PLAIN = ['Status', 'Partner', 'Environment', 'Type', 'What it verifies']
/** Numbers that do: an amount of money tells what it is, a count does not. */
const COUNTS = /^(Attempts?|Event types|Duration|Clicks|Orders|Domains|Listed)\b/

/** Where a cell goes on a phone. Without a choice, the first number is the one beside the name. */
function buildClassNames<Row>(columns: readonly Column<Row>[]): (string | undefined)[] {
  const chosen = columns.findIndex(({ phone }) => phone === 'value')
  const value =
    chosen >= 0
      ? chosen
      : columns.findIndex(({ end, title, phone }) => end && title !== 'Actions' && phone !== 'hidden')
  return columns.map(({ title, end, phone }, index) => {
    const place =
      index === 0
        ? 'cell--name'
        : title === 'Actions'
          ? 'cell--actions'
          : index === value
            ? COUNTS.test(title)
              ? 'cell--value cell--count'
              : 'cell--value'
            : phone === 'hidden'
              ? 'cell--hidden'
              : PLAIN.includes(title)
                ? 'cell--plain'
                : undefined
    return [end ? 'end' : undefined, place].filter(Boolean).join(' ') || undefined
  })
}

/** Names are read from A to Z first, numbers and dates from the largest. */
function nextSorting<Row>({ sort, starts }: Column<Row>, now: Sorting): Sorting {
  const by = sort ?? ''
  if (now.by !== by) return { by, direction: starts ?? 'desc' }
  return { by, direction: now.direction === 'asc' ? 'desc' : 'asc' }
}

function Head<Row>({ column, state }: { column: Column<Row>; state: TableState<Row> | undefined }) {
  const { title, end, sort } = column
  const className = end ? 'end' : undefined
  if (!state || sort === undefined)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const { by, direction } = state.sorting
  const isSorted = by === sort
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className="table__sort" onClick={() => state.sortBy(nextSorting(column, state.sorting))}>
        {title}
        <span className="table__arrow" aria-hidden="true">
          {isSorted ? (direction === 'asc' ? '↑' : '↓') : '↕'}
        </span>
      </button>
    </th>
  )
}

function groupRows<Row>(rows: readonly Row[], size: number): (readonly Row[])[] {
  const starts = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) => index * size)
  return starts.map((start) => rows.slice(start, start + size))
}

export function Table<Row>(props: Props<Row>) {
  const { caption, rows, rowKey, empty, state, selection, groupSize = rows.length } = props
  if (rows.length === 0) return empty === undefined ? <Empty title="No entries yet" /> : empty
  const columns = props.columns.filter(({ isFor }) => isFor === undefined || rows.some(isFor))
  const classNames = buildClassNames(columns)
  return (
    <div className="table-scroll">
      <table className={selection ? 'table table--rows table--selectable' : 'table table--rows'}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection ? <SelectionHead selection={selection} rows={rows} /> : null}
            {columns.map((column) => (
              <Head key={column.title} column={column} state={state} />
            ))}
          </tr>
        </thead>
        {groupRows(rows, groupSize).map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may move from one group to another
          <tbody key={place} className={place > 0 ? 'table__later' : undefined}>
            {group.map((row) => (
              <tr key={rowKey(row)} className={selection?.has(row) ? 'is-selected' : undefined}>
                {selection ? <RowCheck selection={selection} row={row} rows={rows} /> : null}
                {columns.map(({ title, cell }, index) => (
                  <td key={title} data-label={title} className={classNames[index]}>
                    <span>{cell(row)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}
