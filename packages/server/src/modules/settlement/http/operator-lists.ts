// The operator's lists of statements and payouts, and what is due.
import type { Db } from '../../../db/sql.ts'
import { decodeCursor, pageLimit, pageLiveFirst, toPage } from '../../../http/pagination.ts'
import { commaList } from '../../../http/query.ts'
import { invalidField, notFound } from '../../../kernel/errors.ts'
import { isId } from '../../../kernel/ids.ts'
import { PAYOUTS_DUE_MAX } from '../../../kernel/limits.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { PAYOUT_KINDS, pendingAccount } from '../../ledger/index.ts'
import { withPartnerNames } from '../../partners/index.ts'
import { PAYOUT_STATUSES } from '../rules/payouts.ts'
import { parseMonth, SETTLEMENT_STATUSES } from '../rules/periods.ts'
import type { Preview } from '../service/preview.ts'
import { listAdjustments, readLines } from '../store/lines.ts'
import { listDue, listPayouts } from '../store/payouts.ts'
import { findSettlement, listSettlements, type Settlement } from '../store/settlements.ts'
import { dueView, operatorPayoutView } from '../views/reports.ts'
import { adjustmentView, lineView, operatorSettlementView, previewedView } from '../views/statements.ts'

type Asked = {
  cursor?: string | undefined
  limit?: number | undefined
  partner_id?: string | undefined
  environment?: Environment | undefined
  status?: string | undefined
}

export async function pageSettlements(db: Db, query: Asked) {
  const filters = {
    list: 'operator.settlements',
    partnerId: query.partner_id,
    environment: query.environment,
    statuses: commaList('status', query.status, SETTLEMENT_STATUSES),
  }
  const page = await pageLiveFirst(
    { environment: query.environment, cursor: query.cursor, limit: pageLimit(query.limit), filters },
    (environment, before, limit) => listSettlements(db, { owner: null, ...filters, environment, before, limit }),
    ({ id }) => id,
  )
  const settlements = await withPartnerNames(db, page.rows, operatorSettlementView)
  return { settlements, next_cursor: page.nextCursor, has_more: page.hasMore }
}

/** One statement with its adjustments and a page of its orders. */
export async function pageStatement(db: Db, id: string, query: Pick<Asked, 'cursor' | 'limit'>) {
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

export async function pagePayouts(db: Db, query: Asked & { kind?: string | undefined }) {
  const filters = {
    list: 'operator.payouts',
    partnerId: query.partner_id,
    environment: query.environment,
    kinds: commaList('kind', query.kind, PAYOUT_KINDS) ?? PAYOUT_KINDS,
    statuses: commaList('status', query.status, PAYOUT_STATUSES),
  }
  const page = await pageLiveFirst(
    { environment: query.environment, cursor: query.cursor, limit: pageLimit(query.limit), filters },
    (environment, before, limit) => listPayouts(db, { owner: null, ...filters, environment, before, limit }),
    ({ id }) => id,
  )
  const payouts = await withPartnerNames(db, page.rows, operatorPayoutView)
  return { payouts, next_cursor: page.nextCursor, has_more: page.hasMore }
}

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

export function readPeriod(period: string | undefined): Date | null {
  const month = period === undefined ? null : parseMonth(period)
  if (period !== undefined && month === null) throw invalidField('period', 'must be a calendar month, such as 2026-01')
  return month
}
