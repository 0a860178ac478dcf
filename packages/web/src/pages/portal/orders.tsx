// The partner's orders.
import type { ListedOrder } from '@freehold/sdk/types'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { orderColumns } from '../../features/orders/order-columns.tsx'
import { ORDER_STATUS_OPTIONS } from '../../features/orders/order-words.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import { useSelection } from '../../ui/selection.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { OrderBar } from './order-bar.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: ORDER_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  { name: 'period', label: 'Ordered', type: 'period' },
] as const

const COLUMNS: readonly Column<ListedOrder>[] = orderColumns(
  ({ public_id }) => `/portal/orders/${public_id}`,
  ['price'],
)
const LIST = 'GET /api/partner/v1/orders'
type OrdersQuery = NonNullable<Query<typeof LIST>>

export function Orders() {
  const { isSandbox, isOwner } = useWorkplace()
  const filters = useFilters<OrdersQuery>(FILTERS)
  const state = useTableState('portal.orders', COLUMNS, NEWEST_FIRST)
  const query = withSort<OrdersQuery>(filters, state)
  const list = useList(LIST, { query }, ({ orders }) => orders)
  const selection = useSelection<ListedOrder>(
    ({ public_id }) => public_id,
    ({ domain_unicode }) => domain_unicode,
    JSON.stringify({ isSandbox, ...filters }),
    list.rows,
  )
  return (
    <>
      <PageHead title="Orders" text="Domains you sold, and the progress of each transfer." />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="orders.csv" />} />
        {isOwner ? <OrderBar selection={selection} /> : null}
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Orders"
          noun="order"
          state={state}
          selection={isOwner ? selection : undefined}
          rowKey={({ public_id }) => public_id}
          empty={
            <Empty title="No orders yet">
              <p>Orders you record with {isSandbox ? 'a sandbox' : 'a live'} key appear here.</p>
              <p>
                <a href="/docs/guides/quotes-and-orders">Read how to quote and record an order</a>
              </p>
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
