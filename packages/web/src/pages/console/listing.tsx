// /console/listings/{id}: one listing, to edit or withdraw.
import type { ListingDetail } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { ListingFields, readListingTerms } from '../../features/catalog/listing-fields.tsx'
import { ListingStatus } from '../../features/catalog/listing-status.tsx'
import { ShowEnvironment } from '../../features/operator/environment-choice.tsx'
import { EnvironmentBadge } from '../../features/partners/environment.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Form } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

type Withdrawal = NonNullable<ListingDetail['withdrawal']>

type Action = ListingDetail['actions'][number]['action']

const offers = ({ actions }: ListingDetail, wanted: Action): boolean => actions.some(({ action }) => action === wanted)

/** What the service found, and what an operator does about it. */
function Withdrawn({ listing, withdrawal }: { listing: ListingDetail; withdrawal: Withdrawal }) {
  const call = useCall()
  const may = useMay()
  const decisions = (['relist', 'accept_withdrawal'] as const).filter(
    (action) => offers(listing, action) && may(`POST /api/operator/v1/listings/{listing_id}/${action}`),
  )
  const params = { listing_id: listing.listing_id }
  return (
    <Panel title="Withdrawn by the service">
      <p>
        {withdrawal.detail}{' '}
        <span className="soft small">
          <DateTime at={withdrawal.withdrawn_at} />
        </span>
      </p>
      {withdrawal.closed_at === null ? null : (
        <p className="soft">
          {listing.status === 'withdrawn' ? 'Withdrawal accepted' : 'Relisted'} by {withdrawal.closed_by},{' '}
          <DateTime at={withdrawal.closed_at} />
        </p>
      )}
      {decisions.length === 0 ? null : (
        <Actions>
          {decisions.includes('relist') ? (
            <ActionButton
              label="Relist domain"
              title={`Relist ${listing.domain_unicode}`}
              confirm="Relist domain"
              text="The domain is for sale again with the same terms. The service does not withdraw it again for 30 days."
              send={async () => {
                await call('POST /api/operator/v1/listings/{listing_id}/relist', { params })
                return 'Domain relisted.'
              }}
            />
          ) : null}
          {decisions.includes('accept_withdrawal') ? (
            <ActionButton
              label="Accept withdrawal"
              title={`Accept the withdrawal of ${listing.domain_unicode}`}
              confirm="Accept withdrawal"
              kind="plain"
              text="The listing stays withdrawn and leaves the queue."
              send={async () => {
                await call('POST /api/operator/v1/listings/{listing_id}/accept_withdrawal', { params })
                return 'Withdrawal accepted.'
              }}
            />
          ) : null}
        </Actions>
      )}
    </Panel>
  )
}

export function Listing({ id }: { id: string }) {
  const params = { listing_id: id }
  const found = useRead('GET /api/operator/v1/listings/{listing_id}', { params })
  const call = useCall()
  const may = useMay()
  return (
    <Reading of={found} title="Listing">
      {(listing) => {
        const facts: Fact[] = [
          ['Environment', <EnvironmentBadge key="environment" environment={listing.environment} />],
          ['Listing ID', <Copyable key="id" text={listing.listing_id} label="the listing ID" />],
          [
            'Domain',
            <span key="domain" className="mono">
              {listing.domain}
            </span>,
          ],
          ['Price', <Money key="price" cents={listing.price_cents} currency={listing.currency} />],
          ['Floor price', <Money key="floor" cents={listing.floor_price_cents} currency={listing.currency} />],
          ['Description', listing.description],
          ['Categories', listing.categories.join(', ')],
          [
            'Seller',
            listing.seller_id ? (
              <Link key="seller" href={`/console/sellers/${listing.seller_id}`}>
                Seller’s page
              </Link>
            ) : (
              'The marketplace'
            ),
          ],
          ['Reserved until', listing.reserved_until && <DateTime at={listing.reserved_until} />],
          ['Listed', <DateTime key="listed" at={listing.listed_at} />],
          ['Updated', <DateTime key="changed" at={listing.updated_at} />],
        ]
        return (
          <>
            <ShowEnvironment of={listing.environment} />
            <RecordHead
              crumbs={[{ href: '/console/listings', text: 'Listings' }]}
              record={{ kind: 'Listing', id, name: listing.domain_unicode }}
              aside={<ListingStatus status={listing.status} />}
            />
            <div className="two">
              <Panel title="Details">
                <Facts facts={facts} />
              </Panel>
              {listing.withdrawal ? <Withdrawn listing={listing} withdrawal={listing.withdrawal} /> : null}
              {offers(listing, 'change') && may('PATCH /api/operator/v1/listings/{listing_id}') ? (
                <Panel title="Edit listing">
                  {listing.seller_id ? <p className="soft">The seller chose these terms.</p> : null}
                  <Form
                    key={listing.updated_at}
                    submit="Save listing"
                    send={async (form) => {
                      const { description = null, ...terms } = readListingTerms(form)
                      const body = { ...terms, description }
                      await call('PATCH /api/operator/v1/listings/{listing_id}', { params, body })
                      return 'Listing saved. Existing quotes keep their price.'
                    }}
                  >
                    {(getFieldError) => <ListingFields listing={listing} getFieldError={getFieldError} />}
                  </Form>
                  <hr />
                  {offers(listing, 'withdraw') ? (
                    <ActionButton
                      label="Withdraw listing"
                      title={`Withdraw ${listing.domain_unicode}`}
                      confirm="Withdraw listing"
                      kind="danger"
                      text="The domain is no longer for sale. To sell it again, create another listing."
                      send={async () => {
                        await call('DELETE /api/operator/v1/listings/{listing_id}', { params })
                        return 'Listing withdrawn.'
                      }}
                    />
                  ) : listing.status === 'reserved' ? (
                    <p>
                      The domain is reserved for a buyer. You can withdraw the listing when the reservation ends
                      {listing.reserved_until ? (
                        <>
                          , <DateTime at={listing.reserved_until} />
                        </>
                      ) : null}
                      .
                    </p>
                  ) : null}
                </Panel>
              ) : null}
            </div>
          </>
        )
      }}
    </Reading>
  )
}
