// /console/sellers: accounts that sell domains.
import type { Seller } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Badge, Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Count } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'email', label: 'Email', placeholder: 'Exact email address' },
  {
    name: 'frozen',
    label: 'Frozen',
    options: [
      { value: 'true', label: 'Frozen' },
      { value: 'false', label: 'Not frozen' },
    ],
  },
  { name: 'period', label: 'Since', type: 'period' },
]

export const SellerState = ({
  seller: { frozen_at, destination },
}: {
  seller: Pick<Seller, 'frozen_at' | 'destination'>
}) => {
  if (frozen_at !== null) return <Badge tone="bad">Frozen</Badge>
  return destination === null ? <Badge tone="warn">No bank account</Badge> : <Badge tone="good">Active</Badge>
}

const COLUMNS: readonly Column<Seller>[] = [
  {
    title: 'Email',
    cell: ({ user_id, email }) => (
      <Link className="name" href={`/console/sellers/${user_id}`}>
        {email}
      </Link>
    ),
  },
  { title: 'Status', cell: (seller) => <SellerState seller={seller} /> },
  { title: 'Listed', end: true, cell: ({ listed_count }) => <Count value={listed_count} /> },
  { title: 'Waiting', end: true, phone: 'hidden', cell: ({ pending_count }) => <Count value={pending_count} /> },
  { title: 'Sales', end: true, cell: ({ sales_count }) => <Count value={sales_count} /> },
  { title: 'Since', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

const LIST = 'GET /api/operator/v1/sellers'
type SellersQuery = NonNullable<Query<typeof LIST>>

export function Sellers() {
  const filters = useFilters<SellersQuery>(FILTERS)
  const state = useTableState('console.sellers', COLUMNS, NEWEST_FIRST)
  const query = withSort<SellersQuery>(filters, state)
  const list = useList(LIST, { query }, ({ sellers }) => sellers)
  return (
    <>
      <PageHead title="Sellers" text="Accounts that list their own domains." />
      <FilterBar filters={FILTERS} />
      <Panel title="Sellers">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="sellers.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Sellers"
          noun="seller"
          state={state}
          rowKey={({ user_id }) => user_id}
          empty={<Empty title="No sellers yet">Accounts appear here when they list a domain.</Empty>}
        />
      </Panel>
    </>
  )
}
