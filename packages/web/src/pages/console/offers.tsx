// /console/offers: offers of buyers. Operators respond to those for the marketplace's own domains.
import type { OperatorOffer } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useList } from '../../api/hooks.ts'
import { OfferBadge, STATUS_OPTIONS } from '../../features/offers/offer-words.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'domain', label: 'Domain', placeholder: 'Exact domain' },
  { name: 'status', label: 'Status', options: STATUS_OPTIONS },
  {
    name: 'seller',
    label: 'Seller',
    options: [
      { value: 'marketplace', label: "The marketplace's own" },
      { value: 'all', label: 'All' },
    ],
  },
  { name: 'period', label: 'Made', type: 'period' },
]

const COLUMNS: readonly Column<OperatorOffer>[] = [
  {
    title: 'Domain',
    cell: ({ offer_id, domain_unicode }) => (
      <Link className="name" href={`/console/offers/${offer_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: ({ status, seller_id }) => <OfferBadge status={status} side={seller_id === null ? 'seller' : 'operator'} />,
  },
  {
    title: 'Amount',
    end: true,
    cell: ({ amount_cents, currency }) => <Money cents={amount_cents} currency={currency} />,
  },
  {
    title: 'Seller',
    phone: 'hidden',
    cell: ({ seller_id }) =>
      seller_id === null ? 'Marketplace' : <Link href={`/console/sellers/${seller_id}`}>Seller</Link>,
  },
  { title: 'Made', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
]

const LIST = 'GET /api/operator/v1/offers'
type OffersQuery = NonNullable<Query<typeof LIST>>

export function Offers() {
  const filters = useFilters<OffersQuery>(FILTERS)
  const state = useTableState('console.offers', COLUMNS, NEWEST_FIRST)
  const query = withSort<OffersQuery>(filters, state)
  const list = useList(LIST, { query }, ({ offers }) => offers)
  return (
    <>
      <PageHead
        title="Offers"
        text="Offers of buyers on the live market. You respond to those for the marketplace's own domains."
      />
      <FilterBar filters={FILTERS} />
      <Panel title="Offers">
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="offers.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Offers"
          noun="offer"
          state={state}
          rowKey={({ offer_id }) => offer_id}
          empty={<Empty title="No offers yet">Offers appear here when a buyer makes one.</Empty>}
        />
      </Panel>
    </>
  )
}
