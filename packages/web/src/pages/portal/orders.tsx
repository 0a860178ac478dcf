// The partner's orders, newest first.
import { useList } from '../../api/hooks.ts'
import { orderColumns } from '../../features/orders/order-columns.tsx'
import { ORDER_STATUS_OPTIONS } from '../../features/orders/order-words.ts'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { dayAfter } from '../../ui/days.ts'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { PageHead } from '../../ui/panel.tsx'

const FILTERS = [
  { name: 'status', label: 'Status', options: ORDER_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  { name: 'from', label: 'From', type: 'date' },
  { name: 'until', label: 'Until', type: 'date' },
] as const

const COLUMNS = orderColumns(({ public_id }) => `/portal/orders/${public_id}`)

export function Orders() {
  const { isSandbox } = useWorkplace()
  const { until = '', ...filters } = useFilters<{ status: string; domain: string; from: string; until: string }>(
    FILTERS,
  )
  const query = { ...filters, to: dayAfter(until) }
  const list = useList('GET /api/partner/v1/orders', { query }, ({ orders }) => orders)
  return (
    <>
      <PageHead title="Orders" text="Domains you sold, and the progress of each transfer." />
      <FilterBar filters={FILTERS} />
      <ListView
        list={list}
        filtered={isFiltered(query)}
        caption="Orders"
        noun="order"
        columns={COLUMNS}
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
    </>
  )
}
