// Sales, refunds and brokered deals, with totals for the current filters.

import type { Transaction } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useList } from '../../api/hooks.ts'
import { ORDER_STATUS_OPTIONS } from '../../features/orders/order-words.ts'
import {
  PAYMENT_MODEL_OPTIONS,
  TransactionSums,
  transactionColumns,
} from '../../features/settlement/transaction-columns.tsx'
import { Empty, Loading } from '../../ui/feedback.tsx'
import { FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NEWEST_FIRST, useTableState } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'
import { MoneyHead } from './money-head.tsx'

const FILTERS = [
  { name: 'status', label: 'Order status', options: ORDER_STATUS_OPTIONS },
  { name: 'payment_model', label: 'Collected by', options: PAYMENT_MODEL_OPTIONS },
  { name: 'period', label: 'Date', type: 'period' },
] as const

const renderName = ({ order_public_id: id, domain_unicode: domain }: Transaction) =>
  id ? (
    <Link className="name" href={`/portal/orders/${id}`}>
      {domain}
    </Link>
  ) : (
    <span className="name">{domain}</span>
  )
const COLUMNS = transactionColumns(renderName)

type Filters = { status: string; payment_model: string; from: string; to: string }

export function Transactions() {
  const query = useFilters<Filters>(FILTERS)
  const state = useTableState('portal.transactions', COLUMNS, NEWEST_FIRST)
  const list = useList('GET /api/partner/v1/transactions', { query }, ({ transactions }) => transactions)
  const totals = list.data?.pages[0]?.totals ?? []
  return (
    <>
      <MoneyHead text="Every sale, refund and brokered deal." />
      <FilterBar filters={FILTERS} />
      {list.isPending ? <Loading /> : null}
      {totals.map((row) => (
        <TransactionSums key={row.currency} totals={row} />
      ))}
      <Panel title="Transactions">
        <ListTools
          state={state}
          download={
            <CsvButton operation="GET /api/partner/v1/transactions" input={{ query }} name="transactions.csv" />
          }
        />
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Transactions"
          noun="transaction"
          state={state}
          rowKey={({ transaction_id }) => transaction_id}
          empty={<Empty title="No transactions yet">Sales, refunds and brokered deals appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
