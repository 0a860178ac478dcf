// A table that becomes a list of cards on a phone.
import type { ReactNode } from 'react'
import { Empty } from './feedback.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end of the line, under each other. */
  end?: boolean
}

type Props<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  empty?: ReactNode
}

export function Table<Row>({ caption, columns, rows, rowKey, empty }: Props<Row>) {
  if (rows.length === 0) return empty === undefined ? <Empty title="No entries yet" /> : empty
  return (
    <div className="table-scroll">
      <table className="table table--cards">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, end }) => (
              <th key={title} scope="col" className={end ? 'end' : undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, end }) => (
                <td key={title} data-label={title} className={end ? 'end' : undefined}>
                  <span>{cell(row)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
