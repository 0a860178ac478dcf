// CSV answers: RFC 4180, the members of the JSON as columns, rows as they are read.
import { Readable } from 'node:stream'
import { RawResponse } from '../../../http/define-route.ts'

type Cell = string | number | null

const TYPE = 'text/csv; charset=utf-8; header=present'

/** A cell that a spreadsheet would take for a formula is given as text; numbers, which may be negative, are numbers. */
function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const formatLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

async function* formatLines<Row extends Record<string, Cell>>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string> {
  yield formatLine(columns)
  for await (const rows of batches)
    yield rows.map((row) => formatLine(columns.map((column) => row[column] ?? null))).join('')
}

/** Streamed: a hundred thousand rows are never in memory at once. */
export const toCsvResponse = <Row extends Record<string, Cell>>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<Row[]>,
): RawResponse => new RawResponse(TYPE, Readable.from(formatLines(columns, batches)))

/** RFC 9110 §12.5.1, as far as two types need it: is CSV named, and at least as welcome as JSON? */
export function wantsCsv(accept: string | undefined): boolean {
  const quality = (type: string): number => {
    for (const part of (accept ?? '').toLowerCase().split(',')) {
      const [name = '', ...parameters] = part.split(';').map((word) => word.trim())
      if (name !== type) continue
      const q = parameters.find((word) => word.startsWith('q='))
      const value = q === undefined ? 1 : Number(q.slice(2))
      return Number.isFinite(value) ? value : 0
    }
    return 0
  }
  return quality('text/csv') > 0 && quality('text/csv') >= quality('application/json')
}

/** Rows that are known already, as a stream of one batch. */
export async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
