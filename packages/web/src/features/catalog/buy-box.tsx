// The price of a domain, and the button that starts the purchase.
import type { MarketName } from '@freehold/sdk/types'
import { Button } from '../../ui/button.tsx'
import { ContactLink, useContact } from '../../ui/contact.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Price } from '../../ui/price.tsx'

type Props = {
  listing: MarketName
  notice: string | null
  /** Whether this marketplace accepts payments. */
  canPay: boolean
}

const BuyForm = ({ domain }: { domain: string }) => (
  <form method="post" action={`/domains/${domain}/buy`}>
    <Button type="submit" wide>
      Buy domain
    </Button>
    <p className="soft small buy__note">You pay on the next page.</p>
  </form>
)

/** Without a payment provider a purchase could only fail, so there is no button. */
function NotOnline() {
  const isReachable = useContact() !== null
  return (
    <Notice title="Not for sale online yet">
      This marketplace does not accept online payments yet.
      {isReachable ? (
        <>
          {' '}
          <ContactLink>Contact the marketplace</ContactLink> to buy this domain.
        </>
      ) : null}
    </Notice>
  )
}

export const BuyBox = ({ listing, notice, canPay }: Props) => (
  <Panel raised>
    {notice ? <Notice tone="bad">{notice}</Notice> : null}
    <p className="buy__price">
      <Price cents={listing.price_cents} currency={listing.currency} />
    </p>
    {listing.status === 'listed' || !canPay ? null : (
      <Notice tone="warn" title="Someone else is buying this domain">
        It may be free again in a few minutes, or within three days if the seller accepted an offer. You can try now, or
        come back later.
      </Notice>
    )}
    {canPay ? <BuyForm domain={listing.domain} /> : <NotOnline />}
  </Panel>
)
