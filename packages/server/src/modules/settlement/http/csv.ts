// CSV answers: RFC 4180, the members of the JSON as columns, rows as they are read.
import { Readable } from 'node:stream'
import { RawResponse } from '../../../http/define-route.ts'

/** An amount as a number, so that a negative one is not mistaken for a formula. */
type Amount = { major: string }
type Cell = string | number | null | Amount

const TYPE = 'text/csv; charset=utf-8; header=present'

/** A cell that a spreadsheet would take for a formula is given as text; numbers, which may be negative, are numbers. */
function cell(value: Cell): string {
  if (typeof value === 'object' && value !== null) return value.major
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

const CENTS = /_cents$/

const decimals = new Map<string, number>()

/** Kept: a format costs more to make than a row. */
function countDecimals(currency: string): number {
  const known = decimals.get(currency)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  decimals.set(currency, digits)
  return digits
}

/** `-1234` in USD is `-12.34`, in JPY `-1234`: a decimal point, no thousands separators, so that a spreadsheet reads it. */
export function majorUnits(cents: number, currency: string): string {
  const digits = countDecimals(currency)
  const text = String(Math.abs(cents)).padStart(digits + 1, '0')
  const cut = text.length - digits
  return `${cents < 0 ? '-' : ''}${text.slice(0, cut)}${digits > 0 ? `.${text.slice(cut)}` : ''}`
}

/**
 * After the fields, each amount again in major units, under its name without `_cents`, and the currency where the fields
 * have none. Columns are only added at the end, for readers that count them.
 */
export function toAmountsCsv<Row extends Record<string, Cell>>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<Row[]>,
  currency?: string,
): RawResponse {
  const amounts = columns.filter((column) => CENTS.test(column))
  const added = [...amounts.map((column) => column.replace(CENTS, '')), ...(currency === undefined ? [] : ['currency'])]
  async function* withAmounts(): AsyncGenerator<Record<string, Cell>[]> {
    for await (const rows of batches)
      yield rows.map((row) => {
        const unit = currency ?? String(row.currency)
        const major = amounts.map((column) => [
          column.replace(CENTS, ''),
          { major: majorUnits(Number(row[column]), unit) },
        ])
        return { ...row, ...Object.fromEntries(major), ...(currency === undefined ? {} : { currency }) }
      })
  }
  return toCsvResponse<Record<string, Cell>>([...columns, ...added], withAmounts())
}

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
