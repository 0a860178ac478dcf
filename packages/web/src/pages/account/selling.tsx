// /account/selling: the seller's listings, with the TXT records that are to be published.
import type { SellerListing } from '@freehold/sdk/types'
import { useCall, useList, useRead } from '../../api/hooks.ts'
import { ListingFields, readListing } from '../../features/sellers/listing-fields.tsx'
import { ListingStatus } from '../../features/sellers/seller-words.tsx'
import { Verification } from '../../features/sellers/verification.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { PageHead, Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { CsvButton } from '../csv-button.tsx'

export const SellingTabs = () => (
  <Tabs
    label="Selling"
    tabs={[
      { href: '/account/selling', text: 'Listings' },
      { href: '/account/selling/offers', text: 'Offers' },
      { href: '/account/selling/money', text: 'Sales and payouts' },
    ]}
  />
)

/** The fee of the marketplace; undefined until it is read. */
type Fee = { feeBps: number | undefined }

function ListDomain({ feeBps }: Fee) {
  const call = useCall()
  return (
    <ActionButton
      label="List a domain"
      confirm="List domain"
      kind="primary"
      text="A domain that you own on this marketplace is listed immediately. For any other domain, you publish a TXT record."
      send={async (form) => {
        const body = { domain: readText(form, 'domain') ?? '', ...readListing(form) }
        const { status, domain_unicode } = await call('POST /api/seller/listings', { body })
        return status === 'listed' ? `${domain_unicode} is listed.` : `Publish the TXT record of ${domain_unicode}.`
      }}
    >
      {(getFieldError) => (
        <>
          <TextField
            label="Domain"
            name="domain"
            error={getFieldError('domain')}
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <ListingFields feeBps={feeBps} getFieldError={getFieldError} />
        </>
      )}
    </ActionButton>
  )
}

function ListingActions({ listing, feeBps }: Fee & { listing: SellerListing }) {
  const call = useCall()
  const params = { listing_id: listing.listing_id }
  const offered = new Set(listing.actions.map(({ action }) => action))
  if (offered.size === 0) return null
  return (
    <Actions>
      {offered.has('change') ? (
        <ActionButton
          label="Edit"
          of={listing.domain_unicode}
          title={`Edit ${listing.domain_unicode}`}
          confirm="Save"
          small
          send={async (form) => {
            const { description = null, ...terms } = readListing(form)
            await call('PATCH /api/seller/listings/{listing_id}', { params, body: { ...terms, description } })
            return 'Listing saved.'
          }}
        >
          {(getFieldError) => <ListingFields listing={listing} feeBps={feeBps} getFieldError={getFieldError} />}
        </ActionButton>
      ) : null}
      {offered.has('withdraw') ? (
        <ActionButton
          label="Withdraw"
          of={listing.domain_unicode}
          title={`Withdraw ${listing.domain_unicode}?`}
          confirm="Withdraw listing"
          kind="danger"
          small
          text="The domain is no longer for sale. You can list it again later."
          send={async () => {
            await call('DELETE /api/seller/listings/{listing_id}', { params })
            return 'Listing withdrawn.'
          }}
        />
      ) : null}
    </Actions>
  )
}

const listColumns = ({ feeBps }: Fee): readonly Column<SellerListing>[] => [
  {
    title: 'Domain',
    cell: ({ domain, domain_unicode, status }) =>
      status === 'listed' ? (
        <a className="name" href={`/domains/${domain}`}>
          {domain_unicode}
        </a>
      ) : (
        <span className="name">{domain_unicode}</span>
      ),
  },
  { title: 'Status', cell: ({ status }) => <ListingStatus status={status} /> },
  {
    title: 'Price',
    end: true,
    cell: ({ sold_price_cents, price_cents, currency }) => (
      <Money cents={sold_price_cents ?? price_cents} currency={currency} />
    ),
  },
  { title: 'Offers', phone: 'hidden', cell: ({ accepts_offers }) => (accepts_offers ? 'Yes' : 'No') },
  { title: 'Actions', end: true, cell: (listing) => <ListingActions listing={listing} feeBps={feeBps} /> },
]

export function SellingPage() {
  const call = useCall()
  const list = useList('GET /api/seller/listings', {}, ({ listings }) => listings)
  const fee: Fee = { feeBps: useRead('GET /api/seller/balance', {}).data?.fee_bps }
  return (
    <>
      <PageHead title="Selling" text="Domains that you sell on this marketplace." aside={<ListDomain {...fee} />} />
      <SellingTabs />
      {list.rows
        .filter(({ actions }) => actions.some(({ action }) => action === 'verify'))
        .map((listing) => (
          <Verification
            key={listing.listing_id}
            listing={listing}
            verify={() =>
              call('POST /api/seller/listings/{listing_id}/verify', { params: { listing_id: listing.listing_id } })
            }
          />
        ))}
      <Panel
        title="Listings"
        aside={<CsvButton operation="GET /api/seller/listings" input={{}} name="my-listings.csv" />}
      >
        <ListView
          list={list}
          caption="Listings"
          noun="listing"
          columns={listColumns(fee)}
          rowKey={({ listing_id }) => listing_id}
          empty={
            <Empty title="You are not selling any domains">
              <p>List a domain that you own. You set the price, and we tell you when it is sold.</p>
            </Empty>
          }
        />
      </Panel>
    </>
  )
}
