// What a name costs, and the button that begins the purchase.
import type { MarketName } from '@freehold/sdk/types'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'

export const BuyBox = ({ listing, notice }: { listing: MarketName; notice: string | null }) => (
  <Panel raised>
    {notice ? <Notice tone="bad">{notice}</Notice> : null}
    <p className="buy__price">
      <Money cents={listing.price_cents} currency={listing.currency} />
    </p>
    {listing.status === 'listed' ? (
      <form method="post" action={`/domains/${listing.domain}/buy`}>
        <Button type="submit" wide>
          Buy now
        </Button>
        <p className="soft small buy__note">You pay on the next page. Nothing is charged before.</p>
      </form>
    ) : (
      <Notice tone="warn" title="Somebody is buying it right now">
        If their payment does not go through, it is for sale again within minutes. Look again then.
      </Notice>
    )}
  </Panel>
)
