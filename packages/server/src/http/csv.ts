// CSV responses: RFC 4180, the fields of the JSON as columns, rows as they are read.
import { Readable } from 'node:stream'
import { formatDecimal } from '../kernel/money.ts'
import { findWeight, parseAccepted } from './accepted.ts'
import { RawResponse } from './define-route.ts'

type Cell = string | number | null

const TYPE = 'text/csv; charset=utf-8; header=present'

const DECIMAL = /^-?\d{1,20}(\.\d{1,4})?$/

/** Text that a spreadsheet would run as a formula begins with an apostrophe. Numbers, which may be negative, stay numbers. */
function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(value) && !(value.length < 26 && DECIMAL.test(value)) ? `'${value}` : value
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

/** Streamed: a hundred thousand rows are never in memory together. */
export const toCsvResponse = <Row extends Record<string, Cell>>(
  columns: readonly (keyof Row & string)[],
  batches: AsyncIterable<Row[]>,
): RawResponse => new RawResponse(TYPE, Readable.from(formatLines(columns, batches)))

/** Is CSV named, and at least as welcome as JSON? */
export function wantsCsv(header: string | undefined): boolean {
  const accepted = parseAccepted(header)
  const weight = findWeight(accepted, 'text/csv') ?? 0
  return weight > 0 && weight >= (findWeight(accepted, 'application/json') ?? 0)
}

/** Rows that are known already, as a stream of one batch. */
export async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

const isAmount = (column: string): boolean => column.endsWith('_cents')
const decimalColumn = (column: string): string => column.slice(0, -'_cents'.length)

const toCell = (value: unknown): Cell => {
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

function toCells(columns: readonly string[], view: Readonly<Record<string, unknown>>): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  for (const column of columns) {
    const value = toCell(view[column])
    cells[column] = value
    if (isAmount(column))
      cells[decimalColumn(column)] = typeof value === 'number' ? formatDecimal(value, String(view.currency)) : null
  }
  return cells
}

/**
 * Fields of a list as CSV, a batch at a time. Each amount in minor units is followed by a decimal: `price_cents` by `price`, such as
 * `3495.00`. The column `currency` names the currency of both.
 */
export const toCsvList = (columns: readonly string[], batches: AsyncIterable<readonly object[]>): RawResponse =>
  toCsvResponse(
    columns.flatMap((column) => (isAmount(column) ? [column, decimalColumn(column)] : [column])),
    mapBatches(batches, (view) => toCells(columns, view as Record<string, unknown>)),
  )

async function* mapBatches<From, To>(batches: AsyncIterable<readonly From[]>, map: (from: From) => To) {
  for await (const batch of batches) yield batch.map(map)
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
  const amounts = columns.filter(isAmount)
  const added = [...amounts.map(decimalColumn), ...(currency === undefined ? [] : ['currency'])]
  const withAmounts = (row: Row): Record<string, Cell> => {
    const unit = currency ?? String(row.currency)
    const decimals = amounts.map((column) => [decimalColumn(column), formatDecimal(Number(row[column]), unit)])
    return { ...row, ...Object.fromEntries(decimals), ...(currency === undefined ? {} : { currency }) }
  }
  return toCsvResponse<Record<string, Cell>>([...columns, ...added], mapBatches(batches, withAmounts))
}
