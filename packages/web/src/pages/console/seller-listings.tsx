// The listings of a seller in the console, and their verification by hand.
import type { SellerListing } from '@freehold/sdk/types'
import { useCall, useList } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ListingStatus } from '../../features/sellers/seller-words.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Column } from '../../ui/table.tsx'

const VERIFY = 'POST /api/operator/v1/seller-listings/{listing_id}/verify'

const isVerifiable = ({ actions }: SellerListing): boolean => actions.some(({ action }) => action === 'verify')

function VerifyListing({ listing }: { listing: SellerListing }) {
  const call = useCall()
  const may = useMay()
  const { listing_id, domain_unicode: name } = listing
  if (!isVerifiable(listing) || !may(VERIFY)) return null
  return (
    <ActionButton
      label="Verify by hand"
      small
      confirm="List domain"
      text={`${name} is listed for sale without its TXT record. Do this only if you know in another way that the seller controls the domain. The seller gets an email.`}
      send={async (form) => {
        const body = { reason: readText(form, 'reason') ?? '' }
        await call(VERIFY, { params: { listing_id }, body })
        return `${name} is listed for sale.`
      }}
    >
      <TextField label="How the seller proved it" name="reason" maxLength={500} required />
    </ActionButton>
  )
}

const LISTING_COLUMNS: readonly Column<SellerListing>[] = [
  { title: 'Domain', cell: ({ domain_unicode }) => <span className="name">{domain_unicode}</span> },
  { title: 'Status', cell: ({ status }) => <ListingStatus status={status} /> },
  {
    title: 'Price',
    end: true,
    cell: ({ price_cents, currency }) => <Money cents={price_cents} currency={currency} />,
  },
  { title: 'Added', phone: 'hidden', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  {
    title: 'Actions',
    end: true,
    isFor: isVerifiable,
    cell: (listing) => <VerifyListing listing={listing} />,
  },
]

export function SellerListings({ id }: { id: string }) {
  const listings = useList(
    'GET /api/operator/v1/sellers/{user_id}/listings',
    { params: { user_id: id } },
    (body) => body.listings,
  )
  return (
    <Panel title="Listings">
      <ListView
        list={listings}
        caption="Listings"
        noun="listing"
        columns={LISTING_COLUMNS}
        rowKey={({ listing_id }) => listing_id}
        empty={<Empty title="No listings">Withdrawn listings are not shown.</Empty>}
      />
    </Panel>
  )
}
