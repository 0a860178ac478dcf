// /console/listings: the live and sandbox inventories.

import type { Listing } from '@freehold/sdk/types'
import { Link, useLocation } from 'wouter'
import type { Query } from '../../api/client.ts'
import { useCall, useList } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { categoryText } from '../../features/catalog/category-text.ts'
import { ListingFields, readListingTerms } from '../../features/catalog/listing-fields.tsx'
import { ListingStatus } from '../../features/catalog/listing-status.tsx'
import { LISTING_STATUS_OPTIONS } from '../../features/catalog/listing-words.ts'
import { useShownEnvironment } from '../../features/operator/console-environment.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { type Filter, FilterBar, isFiltered, useFilters } from '../../ui/filters.tsx'
import { readText } from '../../ui/form.tsx'
import { ListTools } from '../../ui/list-tools.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { NEWEST_FIRST, useTableState, withSort } from '../../ui/table-state.ts'
import { CsvButton } from '../csv-button.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: LISTING_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  { name: 'tld', label: 'TLD', placeholder: 'com' },
  { name: 'period', label: 'Listed', type: 'period' },
]

const COLUMNS: readonly Column<Listing>[] = [
  {
    title: 'Domain',
    cell: ({ listing_id, domain_unicode }) => (
      <Link className="name" href={`/console/listings/${listing_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: ({ status }) => <ListingStatus status={status} /> },
  {
    title: 'Price',
    end: true,
    sort: 'price',
    cell: ({ price_cents, currency }) => <Money cents={price_cents} currency={currency} />,
  },
  { title: 'Categories', phone: 'hidden', cell: ({ categories }) => categories.map(categoryText).join(', ') || '–' },
  { title: 'Listed', sort: 'created', cell: ({ listed_at }) => <DateTime at={listed_at} precision="day" /> },
]

const LIST = 'GET /api/operator/v1/listings'
type ListingsQuery = NonNullable<Query<typeof LIST>>

function CreateListing() {
  const call = useCall()
  const { environment } = useShownEnvironment()
  const [, navigate] = useLocation()
  return (
    <ActionButton
      label="Add listing"
      confirm="Add listing"
      kind="primary"
      text={environment === 'live' ? 'For sale in live, for real money.' : 'For sale in the sandbox only.'}
      send={async (form) => {
        const body = { environment, domain: readText(form, 'domain') ?? '', ...readListingTerms(form) }
        const made = await call('POST /api/operator/v1/listings', { body })
        navigate(`/console/listings/${made.listing_id}`)
        return `${made.domain_unicode} is now for sale.`
      }}
    >
      {(getFieldError) => (
        <>
          <TextField label="Domain" name="domain" error={getFieldError('domain')} required autoComplete="off" />
          <ListingFields getFieldError={getFieldError} />
        </>
      )}
    </ActionButton>
  )
}

export function Listings() {
  const filters = useFilters<ListingsQuery>(FILTERS)
  const state = useTableState('console.listings', COLUMNS, NEWEST_FIRST)
  const query = withSort<ListingsQuery>(filters, state)
  const list = useList(LIST, { query }, ({ listings }) => listings)
  return (
    <>
      <PageHead
        title="Listings"
        text="Domains for sale."
        aside={
          <May call="POST /api/operator/v1/listings">
            <Actions>
              <Link className="button button--plain" href="/console/listings/import">
                Import listings
              </Link>
              <CreateListing />
            </Actions>
          </May>
        }
      />
      <FilterBar filters={FILTERS} />
      <Panel>
        <ListTools state={state} download={<CsvButton operation={LIST} input={{ query }} name="listings.csv" />} />
        <ListView
          list={list}
          filtered={isFiltered(filters)}
          caption="Listings"
          noun="listing"
          state={state}
          rowKey={({ listing_id }) => listing_id}
          empty={<Empty title="No listings yet">Add a listing or import a file. Listings appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
