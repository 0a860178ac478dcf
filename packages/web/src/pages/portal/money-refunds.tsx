// The partner's refunds, newest first.
import { useList } from '../../api/hooks.ts'
import { refundColumns } from '../../features/orders/refund-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { MoneyHead } from './money-head.tsx'

const FILTERS = [{ name: 'period', label: 'Refunded', type: 'period' }] as const

const COLUMNS = refundColumns(({ order_public_id }) => `/portal/orders/${order_public_id}`)

export function Refunds() {
  const query = useFilters<{ from: string; to: string }>(FILTERS)
  const list = useList('GET /api/partner/v1/refunds', { query }, ({ refunds }) => refunds)
  return (
    <>
      <MoneyHead text="Orders that were refunded before delivery. To refund an order, open it under Orders." />
      <FilterBar filters={FILTERS} />
      <Panel title="Refunds">
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Refunds"
          columns={COLUMNS}
          rowKey={({ refund_id }) => refund_id}
          empty={<Empty title="No refunds yet">Refunded orders appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
