// The operator's lists of statements and payouts: sorted pages, and CSV of all of them.
import type { Db } from '../../../db/sql.ts'
import type { Filters } from '../../../http/pagination.ts'
import type { Static } from '../../../http/schema.ts'
import { pageSortedLiveFirst, type ReadList, type SortText } from '../../../http/sorting.ts'
import { withPartnerNames } from '../../partners/index.ts'
import { listPayouts, type Payout, type PayoutFilter, type PayoutSort } from '../store/payouts.ts'
import { listSettlements, type Settlement, type SettlementFilter, type SettlementSort } from '../store/settlements.ts'
import { type OperatorPayoutView, operatorPayoutView } from '../views/reports.ts'
import { type OperatorSettlementView, operatorSettlementView, SETTLEMENT_COLUMNS } from '../views/statements.ts'

export const NEWEST_PERIOD = 'period_desc'
export const NEWEST_PAYOUT = 'created_desc'

export const STATEMENT_COLUMNS = [
  ...SETTLEMENT_COLUMNS,
  'payment_reference',
  'partner_id',
  'partner_name',
  'environment',
]
export const PAYOUT_COLUMNS = [
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

export const readStatements =
  (
    db: Db,
    filters: Filters & Omit<SettlementFilter, 'owner'>,
    sort: SortText<SettlementSort> | undefined,
  ): ReadList<Static<typeof OperatorSettlementView>> =>
  async (cursor, limit) => {
    const page = await pageSortedLiveFirst(
      { environment: filters.environment, sort, fallback: NEWEST_PERIOD, cursor, limit, filters },
      { period: null, owed: { kind: 'number', getValue: ({ amountOwedCents }: Settlement) => amountOwedCents } },
      ({ id }) => id,
      (environment, keyset, room) => listSettlements(db, { owner: null, ...filters, environment }, keyset, room),
    )
    return { ...page, rows: await withPartnerNames(db, page.rows, operatorSettlementView) }
  }

export const readPayouts =
  (
    db: Db,
    filters: Filters & Omit<PayoutFilter, 'owner'>,
    sort: SortText<PayoutSort> | undefined,
  ): ReadList<Static<typeof OperatorPayoutView>> =>
  async (cursor, limit) => {
    const page = await pageSortedLiveFirst(
      { environment: filters.environment, sort, fallback: NEWEST_PAYOUT, cursor, limit, filters },
      { created: null, amount: { kind: 'number', getValue: ({ amountCents }: Payout) => amountCents } },
      ({ id }) => id,
      (environment, keyset, room) => listPayouts(db, { owner: null, ...filters, environment }, keyset, room),
    )
    return { ...page, rows: await withPartnerNames(db, page.rows, operatorPayoutView) }
  }
