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
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'

const FILTERS: readonly Filter[] = [
  { name: 'status', label: 'Status', options: LISTING_STATUS_OPTIONS },
  { name: 'domain', label: 'Domain', placeholder: 'example.com' },
  { name: 'tld', label: 'TLD', placeholder: 'com' },
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
  { title: 'Price', end: true, cell: ({ price_cents, currency }) => <Money cents={price_cents} currency={currency} /> },
  { title: 'Categories', cell: ({ categories }) => categories.map(categoryText).join(', ') || '–' },
  { title: 'Listed', cell: ({ listed_at }) => <DateTime at={listed_at} precision="day" /> },
]

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
  const query = useFilters<NonNullable<Query<'GET /api/operator/v1/listings'>>>(FILTERS)
  const list = useList('GET /api/operator/v1/listings', { query }, ({ listings }) => listings)
  return (
    <>
      <PageHead
        title="Listings"
        text="Domains for sale, newest first."
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
        <ListView
          list={list}
          filtered={isFiltered(query)}
          caption="Listings"
          columns={COLUMNS}
          rowKey={({ listing_id }) => listing_id}
          empty={<Empty title="No listings yet">Add a listing or import a file. Listings appear here.</Empty>}
        />
      </Panel>
    </>
  )
}
