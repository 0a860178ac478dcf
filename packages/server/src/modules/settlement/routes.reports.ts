// Transactions, payouts and analytics for partners.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { OneOf, pageMembers, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { addSeconds } from '../../kernel/clock.ts'
import { invalidField } from '../../kernel/errors.ts'
import { analyse, TRANSACTION_STATUSES, transactionFilter, transactionTotals } from './analytics-service.ts'
import { csvAnswer, wantsCsv } from './csv.ts'
import { listPayouts, totalPaid } from './payouts-store.ts'
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
} from './report-views.ts'
import { once } from './routes.partner.ts'
import { GRANULARITIES, TRANSACTION_MODELS } from './rules.ts'
import { listTransactions, type Place, type TransactionFilter } from './transactions-store.ts'

const CSV_BATCH = 1000
const ANALYTICS_SECONDS = 30 * 86_400

const dates = {
  from: Type.Optional(Type.String({ maxLength: 40, description: 'At or after: a date or a date-time.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Before: a date or a date-time.' })),
}

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
  summary: 'Every sale, refund and brokered deal, newest first, with totals over the whole filter.',
  description:
    'A refund or a cancellation is a row of its own, with negative amounts, at the time it happened. `status` is that of the order now. ' +
    '`Accept: text/csv` gives every row of the filter, or one page of them when `limit` or `cursor` is given.',
  query: Strict({
    ...pageQuery,
    ...dates,
    status: Type.Optional(Type.String({ description: 'One or several statuses, separated by commas.' })),
    payment_model: Type.Optional(Type.String({ description: 'One or several payment models, separated by commas.' })),
  }),
  produces: ['text/csv'],
  response: Strict({ transactions: Type.Array(TransactionView), totals: Type.Array(TotalsView), ...pageMembers }),
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
    if (csv && query.limit === undefined && !place) return csvAnswer(TRANSACTION_COLUMNS, everyTransaction(db, filter))
    const before = place && { place: place[0], transactionId: place[1] }
    const rows = await listTransactions(db, filter, before, limit + 1)
    const page = pageOf(rows, limit, filters, (row) => [row.place, row.transactionId])
    const shown = page.rows.map(transactionView)
    if (csv) return csvAnswer(TRANSACTION_COLUMNS, once(shown))
    const totals = (await transactionTotals(db, filter)).map(totalsView)
    return { transactions: shown, totals, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

/** Referral commission has its own list, `/me/payouts`. */
const KINDS = ['commission', 'brokerage'] as const

const payouts = defineRoute({
  id: 'payouts.list',
  area: 'partner',
  method: 'GET',
  path: '/payouts',
  scope: 'report',
  summary: 'What the service paid you: commission on sales that it collected, and brokerage.',
  query: Strict({ ...pageQuery }),
  response: Strict({
    payouts: Type.Array(SettlementPayoutView),
    total_paid: Type.Array(CurrencyAmount),
    ...pageMembers,
  }),
  handle: async ({ db, caller }, { query }) => {
    const filters = { list: 'payouts' }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listPayouts(db, { owner: caller, kinds: KINDS, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    const paid = await totalPaid(db, caller, KINDS)
    return {
      payouts: page.rows.map(payoutView),
      total_paid: paid.map(({ currency, amountCents }) => ({ currency: currency as 'USD', amount_cents: amountCents })),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
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
  summary: 'Sales, referral funnel and commission of a range, with a time series.',
  query: Strict({ ...dates, granularity: Type.Optional(OneOf(GRANULARITIES, { default: 'day' })) }),
  response: AnalyticsView,
  handle: async ({ db, caller, now }, { query }) => {
    const asked = dateRange(query)
    const to = asked.to ?? now
    const from = asked.from ?? addSeconds(to, -ANALYTICS_SECONDS)
    if (from >= to) throw invalidField('from', 'must be before to')
    for (const [name, at] of Object.entries({ from, to }))
      if (!hasPlainYear(at)) throw invalidField(name, 'must be in the years 0 to 9999 of UTC')
    const granularity = query.granularity ?? 'day'
    return analyticsView({ from, to }, granularity, await analyse(db, caller, { from, to }, granularity))
  },
})

export const reportRoutes = [transactions, payouts, analytics]
