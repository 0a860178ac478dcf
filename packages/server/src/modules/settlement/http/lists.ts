// The operator's lists of statements and payouts: sorted pages, and CSV of all of them.
import type { Db } from '../../../db/sql.ts'
import { toCsvList, wantsCsv } from '../../../http/csv.ts'
import { type Filters, pageLimit } from '../../../http/pagination.ts'
import { commaList, dateRange } from '../../../http/query.ts'
import type { Static } from '../../../http/schema.ts'
import { everyPage, pageSortedLiveFirst, type ReadList, type SortText } from '../../../http/sorting.ts'
import type { Environment } from '../../../kernel/owner.ts'
import { PAYOUT_KINDS } from '../../ledger/index.ts'
import { withPartnerNames } from '../../partners/index.ts'
import { PAYOUT_STATUSES } from '../rules/payouts.ts'
import { SETTLEMENT_STATUSES } from '../rules/periods.ts'
import * as payouts from '../store/payouts.ts'
import * as statements from '../store/settlements.ts'
import { type OperatorPayoutView, operatorPayoutView } from '../views/reports.ts'
import { type OperatorSettlementView, operatorSettlementView, SETTLEMENT_COLUMNS } from '../views/statements.ts'

export const NEWEST_PERIOD = 'period_desc'
export const NEWEST_PAYOUT = 'created_desc'

const STATEMENT_COLUMNS = [...SETTLEMENT_COLUMNS, 'payment_reference', 'partner_id', 'partner_name', 'environment']
const PAYOUT_COLUMNS = [
  'payout_id',
  'kind',
  'status',
  'amount_cents',
  'currency',
  'reference',
  'failure_reason',
  'partner_id',
  'partner_name',
  'environment',
  'period_start',
  'period_end',
  'created_at',
  'paid_at',
]

const readStatements =
  (
    db: Db,
    filters: Filters & Omit<statements.SettlementFilter, 'owner'>,
    sort: SortText<statements.SettlementSort> | undefined,
  ): ReadList<Static<typeof OperatorSettlementView>> =>
  async (cursor, limit) => {
    const page = await pageSortedLiveFirst(
      { environment: filters.environment, sort, fallback: NEWEST_PERIOD, cursor, limit, filters },
      {
        period: null,
        owed: { kind: 'number', getValue: ({ amountOwedCents }: statements.Settlement) => amountOwedCents },
      },
      ({ id }) => id,
      (environment, keyset, room) =>
        statements.listSettlements(db, { owner: null, ...filters, environment }, keyset, room),
    )
    return { ...page, rows: await withPartnerNames(db, page.rows, operatorSettlementView) }
  }

const readPayouts =
  (
    db: Db,
    filters: Filters & Omit<payouts.PayoutFilter, 'owner'>,
    sort: SortText<payouts.PayoutSort> | undefined,
  ): ReadList<Static<typeof OperatorPayoutView>> =>
  async (cursor, limit) => {
    const page = await pageSortedLiveFirst(
      { environment: filters.environment, sort, fallback: NEWEST_PAYOUT, cursor, limit, filters },
      { created: null, amount: { kind: 'number', getValue: ({ amountCents }: payouts.Payout) => amountCents } },
      ({ id }) => id,
      (environment, keyset, room) => payouts.listPayouts(db, { owner: null, ...filters, environment }, keyset, room),
    )
    return { ...page, rows: await withPartnerNames(db, page.rows, operatorPayoutView) }
  }

type Asked<Sort extends string> = {
  cursor?: string | undefined
  limit?: number | undefined
  sort?: SortText<Sort> | undefined
  partner_id?: string | undefined
  environment?: Environment | undefined
  status?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

export async function listStatements(db: Db, accept: string | undefined, query: Asked<statements.SettlementSort>) {
  const filters = {
    list: 'operator.settlements',
    partnerId: query.partner_id,
    environment: query.environment,
    statuses: commaList('status', query.status, SETTLEMENT_STATUSES),
    ...dateRange(query),
  }
  const readPage = readStatements(db, filters, query.sort)
  if (wantsCsv(accept)) return toCsvList(STATEMENT_COLUMNS, everyPage(readPage))
  const page = await readPage(query.cursor, pageLimit(query.limit))
  return { settlements: page.rows, next_cursor: page.nextCursor, has_more: page.hasMore }
}

export async function listPayouts(
  db: Db,
  accept: string | undefined,
  query: Asked<payouts.PayoutSort> & { kind?: string | undefined },
) {
  const filters = {
    list: 'operator.payouts',
    partnerId: query.partner_id,
    environment: query.environment,
    kinds: commaList('kind', query.kind, PAYOUT_KINDS) ?? PAYOUT_KINDS,
    statuses: commaList('status', query.status, PAYOUT_STATUSES),
    ...dateRange(query),
  }
  const readPage = readPayouts(db, filters, query.sort)
  if (wantsCsv(accept)) return toCsvList(PAYOUT_COLUMNS, everyPage(readPage))
  const page = await readPage(query.cursor, pageLimit(query.limit))
  return { payouts: page.rows, next_cursor: page.nextCursor, has_more: page.hasMore }
}
