// Statements for partners.
import { Readable } from 'node:stream'
import type { Db } from '../../db/sql.ts'
import { defineRoute, RawAnswer } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { PAGE_LIMIT_MAX } from '../../kernel/limits.ts'
import type { Owner } from '../../kernel/owner.ts'
import { csvAnswer, wantsCsv } from './csv.ts'
import {
  type Adjustment,
  type Line,
  listAdjustments,
  listWaitingAdjustments,
  readLines,
  readOpenLines,
} from './lines-store.ts'
import { type OpenStatement, openStatements } from './service.ts'
import { findSettlement, listSettlements } from './store.ts'
import {
  adjustmentLine,
  adjustmentView,
  LINE_COLUMNS,
  lineView,
  openView,
  SETTLEMENT_COLUMNS,
  SettlementDetailView,
  type SettlementJson,
  SettlementView,
  settlementView,
} from './views.ts'

/** More lines than this are sent as they are read, in JSON too. */
const LINES_AT_ONCE = 1000

/** Closed and open ones together, newest period first: an id sorts by its period. */
async function settlementRows(
  db: Db,
  owner: Owner,
  before: string | undefined,
  limit: number,
): Promise<SettlementJson[]> {
  const closed = (await listSettlements(db, { owner, before, limit })).map(settlementView)
  const open = (await openStatements(db, owner)).filter(({ id }) => before === undefined || id < before).map(openView)
  return [...closed, ...open].sort((a, b) => (a.settlement_id < b.settlement_id ? 1 : -1)).slice(0, limit)
}

async function* everySettlement(db: Db, owner: Owner): AsyncGenerator<SettlementJson[]> {
  for (let before: string | undefined; ; ) {
    const rows = await settlementRows(db, owner, before, PAGE_LIMIT_MAX)
    if (rows.length === 0) return
    yield rows
    before = rows.at(-1)!.settlement_id
  }
}

const list = defineRoute({
  id: 'settlements.list',
  area: 'partner',
  method: 'GET',
  path: '/settlements',
  scope: 'buy',
  summary: 'Your statements, newest period first; what is not closed yet with its running figures.',
  description:
    'A period is a UTC calendar month, per currency. An order joins the one in which its delivery plus seven days falls (in the ' +
    'sandbox: its delivery). An `open` statement is computed from the orders that wait and changes as they come. ' +
    '`Accept: text/csv` gives all of them, one a row.',
  query: Strict({ ...pageQuery }),
  produces: ['text/csv'],
  response: Strict({ settlements: Type.Array(SettlementView), ...pageMembers }),
  handle: async ({ db, caller, headers }, { query }) => {
    const filters = { list: 'settlements' }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const whole = wantsCsv(headers.accept) && query.limit === undefined && before === undefined
    if (whole) return csvAnswer(SETTLEMENT_COLUMNS, everySettlement(db, caller))
    const page = pageOf(await settlementRows(db, caller, before, limit + 1), limit, filters, (row) => [
      row.settlement_id,
    ])
    if (wantsCsv(headers.accept)) return csvAnswer(SETTLEMENT_COLUMNS, once(page.rows))
    return { settlements: page.rows, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

export async function* once<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}

type Shown = { view: SettlementJson; lines: AsyncIterable<Line[]>; adjustments: Adjustment[] }

async function* closedLines(db: Db, id: string): AsyncGenerator<Line[]> {
  for (let after = 0; ; ) {
    const rows = await readLines(db, id, after, LINES_AT_ONCE)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.line
  }
}

async function* openLines(db: Db, owner: Owner, open: OpenStatement): AsyncGenerator<Line[]> {
  const span = { currency: open.currency, settlementId: open.id, from: open.from, to: open.period.end }
  for (let after: { at: Date; id: string } | null = null; ; ) {
    const rows: (Line & { at: Date })[] = await readOpenLines(db, owner, span, after, LINES_AT_ONCE)
    if (rows.length === 0) return
    yield rows
    const last = rows.at(-1)!
    after = { at: last.at, id: last.orderId }
  }
}

async function show(db: Db, owner: Owner, id: string): Promise<Shown> {
  const closed = isId('settlement', id) ? await findSettlement(db, owner, id) : undefined
  if (closed && closed.status !== 'open')
    return { view: settlementView(closed), lines: closedLines(db, id), adjustments: await listAdjustments(db, id) }
  const open = (await openStatements(db, owner)).find((one) => one.id === id)
  if (!open) throw notFound('There is no such statement.')
  const adjustments = open.adjustmentsCents === 0 ? [] : await listWaitingAdjustments(db, owner, open.currency)
  return { view: openView(open), lines: openLines(db, owner, open), adjustments }
}

async function* csvLines({ lines, adjustments }: Shown): AsyncGenerator<Record<string, string | number | null>[]> {
  for await (const batch of lines) yield batch.map(lineView)
  if (adjustments.length > 0) yield adjustments.map(adjustmentLine)
}

async function* jsonText({ view, lines, adjustments }: Shown): AsyncGenerator<string> {
  yield `${JSON.stringify(view).slice(0, -1)},"lines":[`
  let first = true
  for await (const batch of lines) {
    yield (first ? '' : ',') + batch.map((line) => JSON.stringify(lineView(line))).join(',')
    first = false
  }
  yield `],"adjustments":${JSON.stringify(adjustments.map(adjustmentView))}}`
}

const get = defineRoute({
  id: 'settlements.get',
  area: 'partner',
  method: 'GET',
  path: '/settlements/{settlement_id}',
  scope: 'buy',
  summary: 'One statement with its lines.',
  description:
    '`Accept: text/csv` gives the lines, one a row, and a row with `payment_model` `adjustment` for each correction, so that the ' +
    'column `amount_owed_cents` sums up to what the statement says is owed.',
  params: Strict({ settlement_id: Type.String() }),
  produces: ['text/csv'],
  response: SettlementDetailView,
  errors: ['not_found'],
  handle: async ({ db, caller, headers }, { params }) => {
    const shown = await show(db, caller, params.settlement_id)
    if (wantsCsv(headers.accept)) return csvAnswer(LINE_COLUMNS, csvLines(shown))
    if (shown.view.orders_count > LINES_AT_ONCE)
      return new RawAnswer('application/json; charset=utf-8', Readable.from(jsonText(shown)))
    const lines = []
    for await (const batch of shown.lines) lines.push(...batch.map(lineView))
    return { ...shown.view, lines, adjustments: shown.adjustments.map(adjustmentView) }
  },
})

export const partnerRoutes = [list, get]
