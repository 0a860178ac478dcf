// /console/offers/{id}: one offer. Operators answer it for the marketplace's own domains.
import type { OperatorOfferDetail } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { type Act, OfferActions } from '../../features/offers/offer-actions.tsx'
import { listOfferFacts } from '../../features/offers/offer-facts.tsx'
import { OfferHistory } from '../../features/offers/offer-history.tsx'
import { OfferBadge } from '../../features/offers/offer-words.tsx'
import { Copyable } from '../../ui/copy.tsx'
import { type Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'

const listFacts = (offer: OperatorOfferDetail): readonly Fact[] => [
  ...listOfferFacts(offer, 'operator'),
  [
    'Listing',
    <Link key="listing" href={`/console/listings/${offer.listing_id}`}>
      View listing
    </Link>,
  ],
  [
    'Seller',
    offer.seller_id === null ? (
      'Marketplace'
    ) : (
      <Link key="seller" href={`/console/sellers/${offer.seller_id}`}>
        View seller
      </Link>
    ),
  ],
  ['Buyer', <Copyable key="buyer" text={offer.buyer_id} label="the account ID of the buyer" />],
]

export function OfferPage({ id }: { id: string }) {
  const call = useCall()
  const params = { offer_id: id }
  const offer = useRead('GET /api/operator/v1/offers/{offer_id}', { params })
  const act: Act = (action, body) =>
    action === 'counter'
      ? call('POST /api/operator/v1/offers/{offer_id}/counter', {
          params,
          body: { ...body, amount_cents: body.amount_cents ?? 0 },
        })
      : action === 'accept'
        ? call('POST /api/operator/v1/offers/{offer_id}/accept', { params })
        : call(`POST /api/operator/v1/offers/{offer_id}/${action}`, { params, body })
  return (
    <Reading of={offer} title="Offer">
      {(found) => (
        <>
          <RecordHead
            crumbs={[{ href: '/console/offers', text: 'Offers' }]}
            record={{ kind: 'Offer', id, name: found.domain_unicode }}
            aside={<OfferBadge status={found.status} side={found.seller_id === null ? 'seller' : 'operator'} />}
          />
          <May call="POST /api/operator/v1/offers/{offer_id}/accept">
            <OfferActions offer={found} side="seller" act={act} />
          </May>
          <div className="two">
            <Panel title="History">
              <OfferHistory offer={found} side={found.seller_id === null ? 'seller' : 'operator'} />
            </Panel>
            <Panel title="Offer">
              <Facts facts={listFacts(found)} />
            </Panel>
          </div>
        </>
      )}
    </Reading>
  )
}
