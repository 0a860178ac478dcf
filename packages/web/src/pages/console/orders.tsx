// /console/orders: every partner's orders.
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { orderColumns } from '../../features/orders/order-columns.tsx'
import { ORDER_STATUS_OPTIONS } from '../../features/orders/order-words.ts'
import { WHOSE_FILTERS, whoseColumns } from '../../features/partners/whose.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ORDER_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  ...WHOSE_FILTERS,
  { name: 'from', label: 'From', type: 'date' },
  { name: 'to', label: 'Before', type: 'date' },
]
const COLUMNS = orderColumns(({ public_id }) => `/console/orders/${public_id}`)

export function Orders() {
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/orders'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/orders', { query }, ({ orders }) => orders)
  return (
    <>
      <PageHead title="Orders" text="All sales, newest first." />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Orders"
          noun="order"
          columns={[...COLUMNS, ...whoseColumns]}
          rowKey={({ public_id }) => public_id}
          empty={<Empty title="No orders yet">Sales appear here as soon as they are made.</Empty>}
        />
      </Panel>
    </>
  )
}
