// Lists of orders, refunds and unclaimed purchases, as pages and as CSV, and bulk actions as they are streamed.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { OperatorCaller, PartnerCaller } from '../../http/callers.ts'
import { toCsvList } from '../../http/csv.ts'
import type { RawResponse } from '../../http/define-route.ts'
import { type AgeSort, type AskedList, BY_AGE, NEWEST, respondWithList } from '../../http/list-response.ts'
import { toLineResponse, wantsLines } from '../../http/ndjson.ts'
import { decodeCursor, type Filters, type Page, pageLimit, toPage } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { everyPage, pageSorted, pageSortedLiveFirst, type SortKeys, type SortText } from '../../http/sorting.ts'
import { ApiError } from '../../kernel/errors.ts'
import { ORDERS_COUNTED_MAX } from '../../kernel/limits.ts'
import { type Environment, liveFirst, type Owner } from '../../kernel/owner.ts'
import { ORDER_STATUSES, type TransferState } from './rules/orders.ts'
import { type AskedRun, continueRun, startRun } from './service/run-bulk.ts'
import { listUnclaimed } from './store/claims.ts'
import {
  countOrders,
  type ListedOrder,
  listOrdersJson,
  type OrderFilter,
  type OrderQueue,
  type OrderSort,
} from './store/orders.ts'
import { listRefunds, type RefundJson } from './store/refunds.ts'
import type { RunRow } from './store/runs.ts'
import { UnclaimedView, unclaimedView } from './views/claims.ts'
import { operatorOrder } from './views/orders.ts'
import { RefundView, refundView } from './views/refunds.ts'
import { orderRunView, runLines } from './views/runs.ts'

export function requireMerchantOfRecord(caller: PartnerCaller): void {
  if (!caller.partner.merchantOfRecord)
    throw new ApiError('forbidden', {
      message:
        'Only a merchant of record can record sales. Use a checkout session, or ask the operator to make you a merchant of record.',
      reason: 'not_merchant_of_record',
    })
}

export type OrdersQuery = {
  status?: string
  transfer?: TransferState
  queue?: OrderQueue
  partner_id?: string
  environment?: Environment
  domain?: string
  from?: string
  to?: string
  sort?: SortText<OrderSort>
}

export const NEWEST_FIRST = 'created_desc'

const ORDER_KEYS: SortKeys<ListedOrder, OrderSort> = {
  created: null,
  price: { kind: 'number', getValue: ({ salePriceCents }) => salePriceCents },
  domain: { kind: 'string', getValue: ({ domain }) => domain },
}

type OwnFilters = Filters & Omit<OrderFilter, 'owner'>
type OwnPage = {
  sort?: SortText<'created' | 'price'> | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** A page of a partner's own orders. */
export const pageOwnOrders = (
  db: Db,
  owner: Owner,
  filters: OwnFilters,
  { sort, cursor, limit }: OwnPage,
): Promise<Page<ListedOrder>> =>
  pageSorted(
    { sort, fallback: NEWEST_FIRST, cursor, limit: pageLimit(limit), filters },
    ORDER_KEYS,
    ({ id }) => id,
    (keyset, most) => listOrdersJson(db, { owner, ...filters }, keyset, most),
  )

const readFilters = (query: OrdersQuery) => ({
  statuses: commaList('status', query.status, ORDER_STATUSES),
  partnerId: query.partner_id,
  environment: query.environment,
  domain: query.domain?.toLowerCase(),
  ...dateRange(query),
  transfer: query.transfer,
  queue: query.queue,
})

export function pageOrders(
  db: Db,
  query: OrdersQuery,
  cursor: string | undefined,
  limit: number,
): Promise<Page<ListedOrder>> {
  const filter = readFilters(query)
  const { environment, sort } = query
  return pageSortedLiveFirst(
    { environment, sort, fallback: NEWEST_FIRST, cursor, limit, filters: { list: 'operator.orders', ...filter } },
    ORDER_KEYS,
    ({ id }) => id,
    (place, keyset, room) => listOrdersJson(db, { owner: null, ...filter, environment: place }, keyset, room),
  )
}

/** Up to a limit, each environment along its own index. */
export async function countMatching(db: Db, query: OrdersQuery): Promise<number> {
  let count = 0
  for (const environment of liveFirst(query.environment))
    count += await countOrders(db, { owner: null, ...readFilters(query), environment }, ORDERS_COUNTED_MAX)
  return Math.min(count, ORDERS_COUNTED_MAX)
}

export const toOperatorOrder = ({ view, partnerId, partnerName, environment }: ListedOrder) =>
  operatorOrder({ ...view, partner_id: partnerId, partner_name: partnerName, environment })

const COLUMNS = [
  'public_id',
  'domain_unicode',
  'status',
  'sale_price_cents',
  'commission_cents',
  'amount_owed_cents',
  'refunded_cents',
  'currency',
  'payment_model',
  'transfer_state',
  'external_payment_ref',
  'settlement_id',
  'refund_id',
  'created_at',
  'updated_at',
]
const WHOSE_COLUMNS = ['partner_id', 'partner_name', 'environment']

/** The rows of a file, with the state of the transfer beside the other fields. */
async function* toFlatRows(batches: AsyncIterable<ListedOrder[]>) {
  for await (const batch of batches)
    yield batch.map((row) => {
      const order = toOperatorOrder(row)
      return { ...order, transfer_state: order.transfer.state }
    })
}

export const ordersCsv = (db: Db, query: OrdersQuery): RawResponse =>
  toCsvList(
    [...COLUMNS, ...WHOSE_COLUMNS],
    toFlatRows(everyPage((cursor, limit) => pageOrders(db, query, cursor, limit))),
  )

export const ownOrdersCsv = (db: Db, owner: Owner, filters: OwnFilters, sort: OwnPage['sort']): RawResponse =>
  toCsvList(
    COLUMNS,
    toFlatRows(everyPage((cursor, limit) => pageOwnOrders(db, owner, filters, { sort, cursor, limit }))),
  )

type BulkCall = { deps: Deps; caller: OperatorCaller; requestId: string; path: string; accept: string | undefined }

/** Runs the action and returns the report, or streams it to a client that asks for lines. */
export async function runBulk({ deps, caller, requestId, path, accept }: BulkCall, asked: AskedRun) {
  const started = await startRun(deps, caller.actor, asked)
  const progress = continueRun(deps, { actor: caller.actor, requestId, method: 'POST', path }, started)
  if (wantsLines(accept)) return toLineResponse(runLines(started.run, started.rows, progress))
  const rows: RunRow[] = []
  for await (const row of progress) rows.push(row)
  return orderRunView(started.run, rows)
}

const UNCLAIMED_COLUMNS = Object.keys(UnclaimedView.properties)

export const listUnclaimedPage = (db: Db, asked: AskedList) =>
  respondWithList(asked, {
    columns: UNCLAIMED_COLUMNS,
    read: async (cursor, limit) => {
      const filters = { list: 'operator.unclaimed' }
      const key = decodeCursor(cursor, filters, ['instant', 'string'])
      const after = key && { at: new Date(key[0]), domain: key[1] }
      const rows = await listUnclaimed(db, { after, limit: limit + 1 })
      const page = toPage(rows, limit, filters, ({ at, domain }) => [at.getTime(), domain])
      return { ...page, rows: page.rows.map(unclaimedView) }
    },
    toBody: (purchases) => ({ purchases }),
  })

const REFUND_COLUMNS = Object.keys(RefundView.properties).filter((name) => name !== 'order')

export function listRefundsPage(
  db: Db,
  owner: Owner,
  asked: AskedList & { query: { from?: string; to?: string; sort?: SortText<AgeSort> } },
) {
  const range = dateRange(asked.query)
  return respondWithList(asked, {
    columns: ['domain', ...REFUND_COLUMNS],
    read: async (cursor, limit) => {
      const page = await pageSorted(
        { sort: asked.query.sort, fallback: NEWEST, cursor, limit, filters: { list: 'refunds', ...range } },
        BY_AGE,
        ({ id }: RefundJson) => id,
        (keyset, room) => listRefunds(db, { owner, ...range }, keyset, room),
      )
      return { ...page, rows: page.rows.map(refundView) }
    },
    toLine: (row) => ({ ...row, domain: row.order.domain }),
    toBody: (refunds) => ({ refunds }),
  })
}
