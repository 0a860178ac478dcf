// A list as JSON, a page at a time, or as CSV with every row that matches.
import { toCsvList, wantsCsv } from './csv.ts'
import type { RawResponse } from './define-route.ts'
import { pageLimit } from './pagination.ts'
import { Type } from './schema.ts'
import { everyPage, type ReadList, sortQuery } from './sorting.ts'

/** For lists whose rows are only ordered by age. */
export const AGE_SORTS = ['created'] as const
export type AgeSort = (typeof AGE_SORTS)[number]
export const NEWEST = 'created_desc'
export const BY_AGE = { created: null }
export const ageQuery = sortQuery(AGE_SORTS, NEWEST)

export const datesQuery = {
  from: Type.Optional(
    Type.String({ maxLength: 40, description: 'Start of the range, inclusive: a date or a date-time.' }),
  ),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'End of the range, exclusive: a date or a date-time.' })),
}

export type AskedList = {
  headers: Readonly<Record<string, string | undefined>>
  query: { cursor?: string; limit?: number }
}

type List<Row, Body> = {
  /** The fields that CSV has, in this order. */
  columns: readonly string[]
  read: ReadList<Row>
  toBody: (rows: Row[]) => Body | Promise<Body>
  /** A row as CSV has it, if not as in JSON. */
  toLine?: (row: Row) => object
}

async function* toLines<Row extends object>(batches: AsyncIterable<Row[]>, toLine: (row: Row) => object) {
  for await (const rows of batches) yield rows.map(toLine)
}

type Paged<Body> = Body & { next_cursor: string | null; has_more: boolean }

export async function respondWithList<Row extends object, Body extends object>(
  { headers, query }: AskedList,
  { columns, read, toBody, toLine = (row) => row }: List<Row, Body>,
): Promise<RawResponse | Paged<Body>> {
  if (wantsCsv(headers.accept)) return toCsvList(columns, toLines(everyPage(read), toLine))
  const page = await read(query.cursor, pageLimit(query.limit))
  return { ...(await toBody(page.rows)), next_cursor: page.nextCursor, has_more: page.hasMore }
}
