// Selecting rows of a table: one, a range with Shift, or all of them.
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { readSelected, type Selected } from './selected-rows.ts'

export type Selection<Row> = {
  rows: readonly Row[]
  has: (row: Row) => boolean
  /** Whether the list has loaded the row. A row that newer ones pushed off its last page is shown, but is not current. */
  isCurrent: (row: Row) => boolean
  /** The name of a row, for screen readers. */
  describe: (row: Row) => string
  /** With `isRange`, every row from the one before it in the same way. */
  toggle: (row: Row, shown: readonly Row[], isRange: boolean) => void
  /** Replaces the selection. */
  select: (rows: readonly Row[]) => void
  /** Replaces the selection by rows that the list need not have loaded. They stay selected until the scope changes. */
  selectFound: (rows: readonly Row[]) => void
}

/** The rows between two of them, both included, in the order of the list. */
export function rangeBetween<Row>(rows: readonly Row[], isFrom: (row: Row) => boolean, isTo: (row: Row) => boolean) {
  const [from, to] = [rows.findIndex(isFrom), rows.findIndex(isTo)]
  if (from < 0 || to < 0) return rows.filter(isTo)
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/**
 * Rows stay selected by their keys when the list is read again: `loaded` are its rows, and `rows` of the selection are as fresh as
 * they. Another `scope`, such as other filters, empties the selection.
 */
export function useSelection<Row>(
  getKey: (row: Row) => string,
  describe: (row: Row) => string,
  scope: string,
  loaded: readonly Row[],
): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Selected<Row>>>(new Map())
  const [known, setKnown] = useState(scope)
  if (known !== scope) {
    setKnown(scope)
    setSelected(new Map())
  }
  const last = useRef<string | null>(null)
  const current = new Set(loaded.map(getKey))
  const read = readSelected(selected, loaded, getKey)
  const replace = (rows: readonly Row[], isKept: boolean): void =>
    setSelected(new Map(rows.map((row) => [getKey(row), { row, isKept }])))
  return {
    rows: [...read.values()],
    has: (row) => read.has(getKey(row)),
    isCurrent: (row) => current.has(getKey(row)),
    describe,
    toggle(row, shown, isRange) {
      const key = getKey(row)
      const isOn = !read.has(key)
      const changed = isRange
        ? rangeBetween(
            shown,
            (one) => getKey(one) === last.current,
            (one) => getKey(one) === key,
          )
        : [row]
      last.current = key
      const after = new Map(selected)
      for (const one of changed.filter((row) => current.has(getKey(row)) || read.has(getKey(row)))) {
        if (isOn) after.set(getKey(one), after.get(getKey(one)) ?? { row: one, isKept: false })
        else after.delete(getKey(one))
      }
      setSelected(after)
    },
    select: (rows) => replace(rows, false),
    selectFound: (rows) => replace(rows, true),
  }
}

type HeadProps<Row> = { selection: Selection<Row>; rows: readonly Row[] }

export function SelectionHead<Row>({ selection, rows }: HeadProps<Row>) {
  const box = useRef<HTMLInputElement>(null)
  const current = rows.filter((row) => selection.isCurrent(row) || selection.has(row))
  const count = current.filter(selection.has).length
  const isAll = count > 0 && count === current.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !isAll
  })
  return (
    <th scope="col" className="table__check">
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all rows shown"
        checked={isAll}
        onChange={() => selection.select(isAll ? [] : current)}
      />
    </th>
  )
}

/** Space and click both arrive as a click, with the Shift key. */
export function RowCheck<Row>({ selection, row, rows }: HeadProps<Row> & { row: Row }) {
  const onClick = (event: MouseEvent): void => selection.toggle(row, rows, event.shiftKey)
  return (
    <td className="table__check">
      <input
        type="checkbox"
        aria-label={`Select ${selection.describe(row)}`}
        checked={selection.has(row)}
        disabled={!selection.isCurrent(row) && !selection.has(row)}
        onClick={onClick}
        onChange={() => undefined}
      />
    </td>
  )
}
