// Make an offer for a domain: a plain form, so that it works without JavaScript.
import type { MarketName } from '@freehold/sdk/types'
import { useContext } from 'react'
import { MoneyField } from '../../ui/amount-field.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TaxAddedContext } from '../../ui/price.tsx'

/** What the visitor typed before, and why it was rejected. */
export type OfferDraft = { amount: string; message: string; problem: string | null }

const MESSAGE_LENGTH_MAX = 1000

function OfferForm({ listing, draft }: { listing: MarketName; draft: OfferDraft }) {
  const isTaxAdded = useContext(TaxAddedContext)
  return (
    <form method="post" action={`/domains/${listing.domain}/offer`}>
      <MoneyField
        label="Your offer"
        name="amount"
        currency={listing.currency}
        defaultValue={draft.amount}
        hint={isTaxAdded ? 'Below the price, without tax.' : 'Below the price.'}
        required
      />
      <TextAreaField
        label="Message to the seller (optional)"
        name="message"
        defaultValue={draft.message}
        maxLength={MESSAGE_LENGTH_MAX}
        rows={3}
      />
      <Button type="submit" kind="plain" wide>
        Make offer
      </Button>
    </form>
  )
}

export const OfferBox = ({
  listing,
  draft,
  isSignedIn,
}: {
  listing: MarketName
  draft: OfferDraft
  isSignedIn: boolean
}) => (
  <Panel title="Make an offer">
    {draft.problem ? <Notice tone="bad">{draft.problem}</Notice> : null}
    <p>The seller can accept, decline or name another price. You pay only after you agree.</p>
    {isSignedIn ? (
      <OfferForm listing={listing} draft={draft} />
    ) : (
      <LinkButton kind="plain" wide href={`/sign-in?next=${encodeURIComponent(`/domains/${listing.domain}`)}`}>
        Sign in to make an offer
      </LinkButton>
    )}
  </Panel>
)
