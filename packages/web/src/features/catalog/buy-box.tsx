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
    {listing.status === 'listed' ? null : (
      <Notice tone="warn" title="Someone else is buying this domain">
        The first completed payment gets it. You can try now, or come back in a few minutes.
      </Notice>
    )}
    <form method="post" action={`/domains/${listing.domain}/buy`}>
      <Button type="submit" wide>
        Buy now
      </Button>
      <p className="soft small buy__note">You pay on the next page. Nothing is charged before.</p>
    </form>
  </Panel>
)
