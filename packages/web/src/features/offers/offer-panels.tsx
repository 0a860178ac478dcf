// What the pages of an offer share: its history beside its facts.
import type { ComponentProps } from 'react'
import { Facts, Panel } from '../../ui/panel.tsx'
import { listOfferFacts } from './offer-facts.tsx'
import { OfferHistory } from './offer-history.tsx'

type Props = ComponentProps<typeof OfferHistory> & { offer: Parameters<typeof listOfferFacts>[0] }

export const OfferPanels = ({ offer, side }: Props) => (
  <div className="two">
    <Panel title="History">
      <OfferHistory offer={offer} side={side} />
    </Panel>
    <Panel title="Offer">
      <Facts facts={listOfferFacts(offer, side)} />
    </Panel>
  </div>
)
