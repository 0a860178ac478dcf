// Statements as they leave: pages and streams of them, of their lines, and the story of a run.
import { newestFirst } from '../../../db/keyset.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { PAGE_LIMIT_MAX } from '../../../kernel/limits.ts'
import type { Owner } from '../../../kernel/owner.ts'
import { withPartnerNames } from '../../partners/index.ts'
import type { Progress } from '../service/settle.ts'
import { type OpenStatement, openStatements } from '../service/settle.ts'
import {
  type Adjustment,
  type Line,
  listAdjustments,
  listWaitingAdjustments,
  readLines,
  readOpenLines,
} from '../store/lines.ts'
import { findSettlement, listSettlements } from '../store/settlements.ts'
import {
  adjustmentLine,
  adjustmentView,
  lineView,
  openView,
  operatorSettlementView,
  type SettlementJson,
  settlementView,
} from '../views/statements.ts'

/** More lines than this are sent as they are read, in JSON too. */
export const LINES_AT_ONCE = 1000

/** Of the start of the period. */
type Range = { from: Date | undefined; to: Date | undefined }

const isWithin = (at: Date, { from, to }: Range): boolean => (!from || at >= from) && (!to || at < to)

/** Closed and open ones together, newest period first: an id sorts by its period. */
export async function settlementRows(
  db: Db,
  owner: Owner,
  range: Range,
  before: string | undefined,
  limit: number,
): Promise<SettlementJson[]> {
  const newest = newestFirst<'period'>('period', before)
  const closed = (await listSettlements(db, { owner, ...range }, newest, limit)).map(settlementView)
  const open = (await openStatements(db, owner))
    .filter(({ id, period }) => (before === undefined || id < before) && isWithin(period.start, range))
    .map(openView)
  return [...closed, ...open].sort((a, b) => (a.settlement_id < b.settlement_id ? 1 : -1)).slice(0, limit)
}

export async function* everySettlement(db: Db, owner: Owner, range: Range): AsyncGenerator<SettlementJson[]> {
  for (let before: string | undefined; ; ) {
    const rows = await settlementRows(db, owner, range, before, PAGE_LIMIT_MAX)
    if (rows.length === 0) return
    yield rows
    before = rows.at(-1)!.settlement_id
  }
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

export async function showStatement(db: Db, owner: Owner, id: string): Promise<Shown> {
  const closed = isId('settlement', id) ? await findSettlement(db, owner, id) : undefined
  if (closed && closed.status !== 'open')
    return { view: settlementView(closed), lines: closedLines(db, id), adjustments: await listAdjustments(db, id) }
  const open = (await openStatements(db, owner)).find((one) => one.id === id)
  if (!open) throw notFound('Statement not found.')
  const adjustments = open.adjustmentsCents === 0 ? [] : await listWaitingAdjustments(db, owner, open.currency)
  return { view: openView(open), lines: openLines(db, owner, open), adjustments }
}

export async function* csvLines({
  lines,
  adjustments,
}: Shown): AsyncGenerator<Record<string, string | number | null>[]> {
  for await (const batch of lines) yield batch.map(lineView)
  if (adjustments.length > 0) yield adjustments.map(adjustmentLine)
}

export async function* jsonText({ view, lines, adjustments }: Shown): AsyncGenerator<string> {
  yield `${JSON.stringify(view).slice(0, -1)},"lines":[`
  let first = true
  for await (const batch of lines) {
    yield (first ? '' : ',') + batch.map((line) => JSON.stringify(lineView(line))).join(',')
    first = false
  }
  yield `],"adjustments":${JSON.stringify(adjustments.map(adjustmentView))}}`
}

/** The start, each finished statement, and the sums at the end. A run that broke off has no last line. */
export async function* reportRun(
  db: Db,
  period: string | null,
  progress: AsyncIterable<Progress>,
): AsyncGenerator<object> {
  let statements = 0
  let orders = 0
  for await (const one of progress) {
    if (one.kind === 'start') {
      yield one
      continue
    }
    statements += 1
    orders += one.settlement.ordersCount
    const [view] = await withPartnerNames(db, [one.settlement], operatorSettlementView)
    yield { kind: 'statement', ...view }
  }
  yield { kind: 'summary', period, settlements_count: statements, orders_count: orders }
}
