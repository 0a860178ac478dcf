// /console/orders: every partner's orders, and actions on many of them.
import { ORDER_TRANSFER_STATES } from '@freehold/sdk/enums'
import type { OperatorOrder, OrderAction } from '@freehold/sdk/types'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList, useTransport } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { BulkBar } from '../../features/orders/bulk-bar.tsx'
import type { BulkOrder } from '../../features/orders/bulk-dialog.tsx'
import { BulkReport } from '../../features/orders/bulk-report.tsx'
import { orderColumns } from '../../features/orders/order-columns.tsx'
import { ANY_PAID, ORDER_STATUS_OPTIONS } from '../../features/orders/order-words.ts'
import { useBulk } from '../../features/orders/use-bulk.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { Button } from '../../ui/button.tsx'
import { Empty, Failure } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { numberText, wordOptions } from '../../ui/text.ts'
import { CsvButton } from '../csv-button.tsx'

const LIST = 'GET /api/operator/v1/orders'
type OrdersQuery = NonNullable<Query<typeof LIST>>

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: [ANY_PAID, ...ORDER_STATUS_OPTIONS] },
  {
    name: 'transfer',
    label: 'Transfer',
    options: wordOptions(ORDER_TRANSFER_STATES),
  },
  { name: 'queue', label: 'Work queue', options: wordOptions(['transfers_to_start', 'transfers_to_confirm']) },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  ...WHOSE_FILTERS,
  { name: 'period', label: 'Ordered', type: 'period' },
]
const COLUMNS: readonly Column<OperatorOrder>[] = [
  ...orderColumns(({ public_id }) => `/console/orders/${public_id}`, ['price', 'domain']),
  ...whoseColumns,
]

/** The most orders that one bulk action takes. */
const BULK_MAX = 200
/** The largest page of a list. */
const PAGE_MAX = 100

export function Orders() {
  const { environment } = useShownEnvironment()
  const filters = useFilters<OrdersQuery>(FILTERS)
  const state = useTableState('console.orders', COLUMNS, NEWEST_FIRST)
  const query = withSort<OrdersQuery>(filters, state)
  const list = useList(LIST, { query: { ...query, count: true } }, ({ orders }) => orders)
  const selection = useSelection<OperatorOrder>(
    ({ public_id }) => public_id,
    ({ domain_unicode }) => domain_unicode,
    JSON.stringify({ environment, ...filters }),
    list.rows,
  )
  const mayCall = useMay()
  const may = (action: OrderAction): boolean => mayCall(`POST /api/operator/v1/orders/{public_id}/${action}`)
  const bulk = useBulk()
  const isRunning = bulk.state?.phase === 'running'

  function act(action: OrderAction, orders: readonly BulkOrder[], note: string | undefined): void {
    selection.select([])
    bulk.act(action, orders, note)
  }

  return (
    <>
      <PageHead title="Orders" text="All sales. Select orders to act on many at a time." />
      <FilterBar filters={FILTERS} />
      {bulk.error ? <Failure error={bulk.error} /> : null}
      {bulk.state && bulk.request ? (
        <BulkReport
          key={bulk.request.idempotency_key}
          state={bulk.state}
          total={bulk.request.order_ids.length}
          may={may}
          resume={() => bulk.request && void bulk.start(bulk.request)}
          undo={act}
        >
          {bulk.state.run ? (
            <>
              <CsvButton
                operation="GET /api/operator/v1/orders/bulk/{run_id}"
                input={{ params: { run_id: bulk.state.run.run_id } }}
                name={`${bulk.state.run.run_id}.csv`}
              />
              <Link
                className="button button--plain button--small"
                href={`/console/bulk-actions/${bulk.state.run.run_id}`}
              >
                Open report
              </Link>
            </>
          ) : null}
          <Button kind="quiet" small onClick={bulk.close}>
            Close
          </Button>
        </BulkReport>
      ) : null}
      <Panel>
        <ListTools
          state={state}
          count={
            <Matching
              count={list.data?.pages[0]?.matching_count ?? null}
              query={query}
              onSelect={selection.selectFound}
              isSelectable={!isRunning}
            />
          }
          download={<CsvButton operation={LIST} input={{ query }} name="orders.csv" />}
        />
        {isRunning ? null : (
          <BulkBar orders={selection.rows} may={may} most={BULK_MAX} act={act} clear={() => selection.select([])} />
        )}
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Orders"
          noun="order"
          state={state}
          selection={selection}
          rowKey={({ public_id }) => public_id}
          empty={<Empty title="No orders yet">Sales appear here as soon as they are made.</Empty>}
        />
      </Panel>
    </>
  )
}

type MatchingProps = {
  count: number | null
  query: OrdersQuery
  onSelect: (orders: readonly OperatorOrder[]) => void
  isSelectable: boolean
}

/** The number of matching orders, and the button that selects them, those that are not on the page among them. */
function Matching({ count, query, onSelect, isSelectable }: MatchingProps) {
  const transport = useTransport()
  const locale = useLocale()
  const [isBusy, setBusy] = useState(false)
  if (count === null || count === 0) return null

  async function selectAll(): Promise<void> {
    setBusy(true)
    try {
      const orders: OperatorOrder[] = []
      for (let cursor: string | null | undefined; cursor !== null && orders.length < BULK_MAX; ) {
        const response = await transport.send(LIST, { query: { ...query, limit: PAGE_MAX, cursor } })
        const page = (await response.json()) as { orders: OperatorOrder[]; next_cursor: string | null }
        orders.push(...page.orders)
        cursor = page.next_cursor
      }
      onSelect(orders.slice(0, BULK_MAX))
    } finally {
      setBusy(false)
    }
  }

  const all = numberText(count, locale)
  return (
    <>
      <span>{count === 1 ? '1 order' : `${all} orders`}</span>
      {isSelectable ? (
        <Button kind="quiet" small busy={isBusy} onClick={() => void selectAll()}>
          {count > BULK_MAX ? `Select the first ${BULK_MAX} of ${all}` : `Select all ${all}`}
        </Button>
      ) : null}
    </>
  )
}
