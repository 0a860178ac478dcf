// Statements, transactions, payouts and analytics for partners, and the run of the sandbox.
import { Readable } from 'node:stream'
import { newestFirst } from '../../db/keyset.ts'
import type { Db } from '../../db/sql.ts'
import { once, toAmountsCsv, wantsCsv } from '../../http/csv.ts'
import { defineRoute, RawResponse } from '../../http/define-route.ts'
import {
  type AgeSort,
  ageQuery,
  BY_AGE,
  datesQuery as dates,
  NEWEST,
  respondWithList,
} from '../../http/list-response.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { requireSandbox } from '../../http/sandbox.ts'
import { OneOf, pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { ApiError, invalidField } from '../../kernel/errors.ts'
import { findStatementDocument, PDF, toPdfResponse, wantsPdf } from '../documents/index.ts'
import { csvLines, everySettlement, jsonText, LINES_AT_ONCE, settlementRows, showStatement } from './http/statements.ts'
import { GRANULARITIES, TRANSACTION_MODELS } from './rules/transactions.ts'
import { analyse, TRANSACTION_STATUSES, transactionFilter, transactionTotals } from './service/analyze.ts'
import { settleWithin } from './service/settle.ts'
import { listPayouts, type Payout, totalPaid } from './store/payouts.ts'
import { listSettlements } from './store/settlements.ts'
import { listTransactions, type Place, type TransactionFilter } from './store/transactions.ts'
import {
  AnalyticsView,
  analyticsView,
  CurrencyAmount,
  payoutView,
  SettlementPayoutView,
  TotalsView,
  TRANSACTION_COLUMNS,
  TransactionView,
  totalsView,
  transactionView,
} from './views/reports.ts'
import {
  adjustmentView,
  LINE_COLUMNS,
  lineView,
  SETTLEMENT_COLUMNS,
  SettlementDetailView,
  SettlementView,
  settlementView,
} from './views/statements.ts'

const list = defineRoute({
  id: 'settlements.list',
  area: 'partner',
  method: 'GET',
  path: '/settlements',
  scope: 'buy',
  summary: 'List your statements',
  description:
    'Newest period first. A period is a UTC calendar month per currency. An order is settled in the month that contains ' +
    'its delivery date plus seven days (in the sandbox: its delivery date). Amounts of an `open` statement change as ' +
    'orders arrive. `from` and `to` are about the start of the period. `Accept: text/csv` returns all matching statements as ' +
    'CSV, one per row.',
  returns: 'A page of statements.',
  query: Strict({ ...pageQuery, ...dates }),
  produces: ['text/csv'],
  response: Strict({ settlements: Type.Array(SettlementView), ...pageFields }),
  handle: async ({ db, caller, headers }, { query }) => {
    const range = dateRange(query)
    const filters = { list: 'settlements', ...range }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const whole = wantsCsv(headers.accept) && query.limit === undefined && before === undefined
    if (whole) return toAmountsCsv(SETTLEMENT_COLUMNS, everySettlement(db, caller, range))
    const page = toPage(await settlementRows(db, caller, range, before, limit + 1), limit, filters, (row) => [
      row.settlement_id,
    ])
    if (wantsCsv(headers.accept)) return toAmountsCsv(SETTLEMENT_COLUMNS, once(page.rows))
    return { settlements: page.rows, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

/** The caller may see the statement. One that is open, or was closed before there were documents, has none. */
async function toStatementPdf(db: Db, settlementId: string): Promise<RawResponse> {
  const document = await findStatementDocument(db, settlementId)
  if (document) return toPdfResponse(db, document)
  throw new ApiError('conflict', {
    message: 'This statement has no document. Documents are issued when a statement is closed. Request JSON or CSV.',
    reason: 'no_document',
  })
}

const get = defineRoute({
  id: 'settlements.get',
  area: 'partner',
  method: 'GET',
  path: '/settlements/{settlement_id}',
  scope: 'buy',
  summary: 'Get a statement',
  description:
    'Returns the statement with its lines and adjustments. `Accept: text/csv` returns the lines as CSV, plus a row with ' +
    '`payment_model` `adjustment` for each adjustment, so that the column `amount_owed_cents` sums to the amount owed. ' +
    '`Accept: application/pdf` returns the document of a closed statement; 409 `no_document` if there is none.',
  returns: 'The statement with its lines.',
  params: Strict({ settlement_id: Type.String() }),
  produces: ['text/csv', PDF],
  response: SettlementDetailView,
  errors: ['not_found', 'conflict'],
  handle: async ({ db, caller, headers }, { params }) => {
    const shown = await showStatement(db, caller, params.settlement_id)
    if (wantsPdf(headers.accept)) return toStatementPdf(db, params.settlement_id)
    if (wantsCsv(headers.accept)) return toAmountsCsv(LINE_COLUMNS, csvLines(shown), shown.view.currency)
    if (shown.view.orders_count > LINES_AT_ONCE)
      return new RawResponse('application/json; charset=utf-8', Readable.from(jsonText(shown)))
    const lines = []
    for await (const batch of shown.lines) lines.push(...batch.map(lineView))
    return { ...shown.view, lines, adjustments: shown.adjustments.map(adjustmentView) }
  },
})

// ---------------------------------------------------------------- reports

const CSV_BATCH = 1000
const ANALYTICS_SECONDS = 30 * 86_400

async function* everyTransaction(db: Db, filter: TransactionFilter): AsyncGenerator<Static<typeof TransactionView>[]> {
  for (let before: Place | undefined; ; ) {
    const rows = await listTransactions(db, filter, before, CSV_BATCH)
    if (rows.length === 0) return
    yield rows.map(transactionView)
    before = rows.at(-1)
  }
}

const transactions = defineRoute({
  id: 'transactions.list',
  area: 'partner',
  method: 'GET',
  path: '/transactions',
  scope: 'report',
  summary: 'List your transactions',
  description:
    'Sales, refunds and brokerage deals, newest first, with totals for the whole filter. A refund or cancellation is a ' +
    'separate row with negative amounts. `status` is the current order status. `Accept: text/csv` returns all rows as CSV, ' +
    'or one page if `limit` or `cursor` is set.',
  returns: 'A page of transactions with totals.',
  query: Strict({
    ...pageQuery,
    ...dates,
    status: Type.Optional(Type.String({ description: 'Statuses, separated by commas.' })),
    payment_model: Type.Optional(Type.String({ description: 'Payment models, separated by commas.' })),
  }),
  produces: ['text/csv'],
  response: Strict({ transactions: Type.Array(TransactionView), totals: Type.Array(TotalsView), ...pageFields }),
  handle: async ({ db, caller, headers }, { query }) => {
    const asked = {
      ...dateRange(query),
      statuses: commaList('status', query.status, TRANSACTION_STATUSES),
      models: commaList('payment_model', query.payment_model, TRANSACTION_MODELS),
    }
    const filters = { list: 'transactions', ...asked }
    const filter = transactionFilter(caller, asked)
    const limit = pageLimit(query.limit)
    const place = decodeCursor(query.cursor, filters, ['number', 'string'])
    const csv = wantsCsv(headers.accept)
    if (csv && query.limit === undefined && !place)
      return toAmountsCsv(TRANSACTION_COLUMNS, everyTransaction(db, filter))
    const before = place && { place: place[0], transactionId: place[1] }
    const rows = await listTransactions(db, filter, before, limit + 1)
    const page = toPage(rows, limit, filters, (row) => [row.place, row.transactionId])
    const shown = page.rows.map(transactionView)
    if (csv) return toAmountsCsv(TRANSACTION_COLUMNS, once(shown))
    const totals = (await transactionTotals(db, filter)).map(totalsView)
    return { transactions: shown, totals, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

/** Referral commission has its own list, `/me/payouts`. */
const KINDS = ['commission', 'brokerage'] as const

const PAYOUT_COLUMNS = Object.keys(SettlementPayoutView.properties)

const payouts = defineRoute({
  id: 'payouts.list',
  area: 'partner',
  method: 'GET',
  path: '/payouts',
  scope: 'report',
  summary: 'List your payouts',
  description:
    'Commission on sales the marketplace collected, and brokerage commission. Newest first or as `sort` says. For referral ' +
    'commission see `GET /me/payouts`. `Accept: text/csv` returns all matching payouts as CSV. `total_paid` is over all time.',
  returns: 'A page of payouts.',
  query: Strict({ ...pageQuery, ...ageQuery, ...dates }),
  produces: ['text/csv'],
  response: Strict({
    payouts: Type.Array(SettlementPayoutView),
    total_paid: Type.Array(CurrencyAmount),
    ...pageFields,
  }),
  handle: ({ db, caller, headers }, { query }) => {
    const range = dateRange(query)
    return respondWithList(
      { headers, query },
      {
        columns: PAYOUT_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSorted<Payout, AgeSort>(
            { sort: query.sort, fallback: NEWEST, cursor, limit, filters: { list: 'payouts', ...range } },
            BY_AGE,
            ({ id }) => id,
            (keyset, room) => listPayouts(db, { owner: caller, kinds: KINDS, ...range }, keyset, room),
          )
          return { ...page, rows: page.rows.map(payoutView) }
        },
        toBody: async (rows) => ({
          payouts: rows,
          total_paid: (await totalPaid(db, caller, KINDS)).map(({ currency, amountCents }) => ({
            currency: currency as 'USD',
            amount_cents: amountCents,
          })),
        }),
      },
    )
  },
})

/** The answer repeats the range, and a timestamp has a year of four digits. */
const hasPlainYear = (at: Date): boolean => /^\d{4}-/.test(at.toISOString())

const analytics = defineRoute({
  id: 'analytics.get',
  area: 'partner',
  method: 'GET',
  path: '/analytics',
  scope: 'report',
  summary: 'Get sales analytics',
  description:
    'Returns sales, the referral funnel, commission and a time series for a date range. Default: the last 30 days.',
  returns: 'The analytics of the range.',
  query: Strict({ ...dates, granularity: Type.Optional(OneOf(GRANULARITIES, { default: 'day' })) }),
  response: AnalyticsView,
  reads: 'own_writes',
  handle: async ({ db, caller, now }, { query }) => {
    const asked = dateRange(query)
    const to = asked.to ?? now
    const from = asked.from ?? addSeconds(to, -ANALYTICS_SECONDS)
    if (from >= to) throw invalidField('from', 'must be before to')
    for (const [name, at] of Object.entries({ from, to }))
      if (!hasPlainYear(at)) throw invalidField(name, 'must be between the years 0 and 9999 (UTC)')
    const granularity = query.granularity ?? 'day'
    return analyticsView({ from, to }, granularity, await analyse(db, caller, { from, to }, granularity))
  },
})

// ---------------------------------------------------------------- the sandbox

/** Enough to hold the latest of every currency. */
const RECENT = 100

const sandboxRun = defineRoute({
  id: 'sandbox.settlements.run',
  area: 'partner',
  method: 'POST',
  path: '/sandbox/settlements/run',
  scope: 'buy',
  requires: requireSandbox,
  summary: 'Close your statements (sandbox)',
  description:
    'Closes your settlement periods up to the current time on your sandbox clock. Orders delivered later in the same month ' +
    'go on a new statement for the rest of the month. For a currency with nothing to close, the response has its latest ' +
    'statement.',
  returns: 'The closed statements.',
  response: Strict({ settlements: Type.Array(SettlementView) }),
  writes: true,
  handle: async ({ deps, tx, caller }) => {
    const owner = { partnerId: caller.partnerId, environment: caller.environment }
    const closed = await settleWithin(deps, tx, owner, true)
    const shown = new Map(closed.map((settlement) => [settlement.id, settlement]))
    const currencies = new Set(closed.map(({ currency }) => currency))
    for (const latest of await listSettlements(tx, { owner }, newestFirst('period', undefined), RECENT))
      if (!currencies.has(latest.currency)) {
        currencies.add(latest.currency)
        shown.set(latest.id, latest)
      }
    const settlements = [...shown.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
    return { settlements: settlements.map(settlementView) }
  },
})

export const partnerRoutes = [list, get, transactions, payouts, analytics]

export const sandboxRoutes = [sandboxRun]
