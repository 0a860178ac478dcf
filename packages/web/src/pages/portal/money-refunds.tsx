// The partner's refunds, newest first.

import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { refundColumns } from '../../features/orders/refund-columns.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { MoneyHead } from './money-head.tsx'

const FILTERS = [{ name: 'period', label: 'Refunded', type: 'period' }] as const

const COLUMNS = refundColumns(({ order_public_id }) => `/portal/orders/${order_public_id}`)

const LIST = 'GET /api/partner/v1/refunds'
type RefundsQuery = NonNullable<Query<typeof LIST>>

export function Refunds() {
  const filters = useFilters<RefundsQuery>(FILTERS)
  const state = useTableState('portal.refunds', COLUMNS, NEWEST_FIRST)
  const query = withSort<RefundsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ refunds }) => refunds)
  return (
    <>
      <MoneyHead text="Orders that were refunded before delivery. To refund an order, open it under Orders." />
      <FilterBar filters={FILTERS} />
      <Panel title="Refunds">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="refunds.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Refunds"
          noun="refund"
          state={state}
          rowKey={({ refund_id }) => refund_id}
          empty={<Empty title="No refunds yet">Refunded orders appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
