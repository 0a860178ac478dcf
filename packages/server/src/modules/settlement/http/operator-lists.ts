// What an operator reads beside the lists: one statement, a run, its preview, and what is due.
import type { Db } from '../../../db/sql.ts'
import { decodeCursor, pageLimit, toPage } from '../../../http/pagination.ts'
import { invalidField, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { PAYOUTS_DUE_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { PAYOUT_KINDS, pendingAccount } from '../../ledger/index.ts'
import { withPartnerNames } from '../../partners/index.ts'
import { parseMonth } from '../rules/periods.ts'
import type { Preview } from '../service/preview.ts'
import { listAdjustments, readLines } from '../store/lines.ts'
import { listDue } from '../store/payouts.ts'
import { findSettlement, type Settlement } from '../store/settlements.ts'
import { dueView } from '../views/reports.ts'
import { adjustmentView, lineView, operatorSettlementView, previewedView } from '../views/statements.ts'

/** One statement with its adjustments and a page of its orders. */
export async function pageStatement(
  db: Db,
  id: string,
  query: { cursor?: string | undefined; limit?: number | undefined },
) {
  const found = isId('settlement', id) ? await findSettlement(db, null, id) : undefined
  if (!found) throw notFound('Statement not found.')
  const filters = { list: 'operator.settlement_lines', id }
  const limit = pageLimit(query.limit)
  const [after = 0] = decodeCursor(query.cursor, filters, ['position']) ?? []
  const page = toPage(await readLines(db, id, after, limit + 1), limit, filters, (row) => [row.line])
  const [settlement] = await withPartnerNames(db, [found], operatorSettlementView)
  return {
    settlement: settlement!,
    adjustments: (await listAdjustments(db, id)).map(adjustmentView),
    lines: page.rows.map(lineView),
    next_cursor: page.nextCursor,
    has_more: page.hasMore,
  }
}

/** What a run closed: how many statements, and the first of them. */
export const showClosed = async (db: Db, period: string | null, finished: readonly Settlement[], most: number) => ({
  period,
  settlements_count: finished.length,
  orders_count: finished.reduce((sum, { ordersCount }) => sum + ordersCount, 0),
  settlements: await withPartnerNames(db, finished.slice(0, most), operatorSettlementView),
})

/** What is pending of every kind, live before sandbox, then the largest amounts first. */
export async function listPayoutsDue(db: Db, environment: Environment | undefined) {
  const rows = await listDue(
    db,
    PAYOUT_KINDS.map((kind) => ({ kind, account: pendingAccount(kind) })),
    environment,
    PAYOUTS_DUE_MAX,
  )
  return { due: await withPartnerNames(db, rows, dueView) }
}

export const showPreview = async (db: Db, period: string | null, { statements, partnersLeft }: Preview) => ({
  period,
  settlements: await withPartnerNames(db, statements, previewedView),
  partners_left: partnersLeft,
})

/** The month of a run, or null for every period that has ended. */
export function readPeriod(period: string | undefined): Date | null {
  const month = period === undefined ? null : parseMonth(period)
  if (period !== undefined && month === null) throw invalidField('period', 'must be a calendar month, such as 2026-01')
  return month
}
