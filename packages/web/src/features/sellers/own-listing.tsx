// In place of the purchase, for the seller of the domain: what buyers pay, and where the listing is managed.
import type { MarketName } from '@freehold/sdk/types'
import { LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'

export const OwnListing = ({ listing, notice }: { listing: MarketName; notice: string | null }) => (
  <Panel raised>
    {notice ? <Notice tone="bad">{notice}</Notice> : null}
    <p className="buy__price">
      <Price cents={listing.price_cents} currency={listing.currency} />
    </p>
    <Notice title="This is your listing">
      {listing.status === 'listed'
        ? `Buyers can buy the domain here${listing.accepts_offers ? ', or make you an offer' : ''}.`
        : 'A buyer is paying for the domain, or has it reserved.'}
    </Notice>
    <LinkButton wide href="/account/selling">
      View your listings
    </LinkButton>
  </Panel>
)
