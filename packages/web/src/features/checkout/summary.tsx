// The purchase and its price, and what happens after the payment.
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Timeline } from '../../ui/timeline.tsx'

export type Purchase = { domain: string; sellerName: string; priceCents: number; currency: string }

export const PriceLine = ({ domain, sellerName, priceCents, currency }: Purchase) => (
  <header className="purchase">
    <p className="soft small">Sold through {sellerName}</p>
    <h1 className="name">{domain}</h1>
    <p className="purchase__price">
      <Money cents={priceCents} currency={currency} exact />
    </p>
  </header>
)

export const WhatHappensNext = ({ email }: { email: boolean }) => (
  <Panel title="What happens next">
    <Timeline
      steps={[
        { title: 'You pay', text: 'The first completed payment gets the domain.', state: 'now' },
        {
          title: 'You choose how to receive the domain',
          text: 'In your account at a registrar, or with an auth code. The order page asks you.',
          state: 'ahead',
        },
        { title: 'We transfer the domain', text: 'Usually within a few days.', state: 'ahead' },
        {
          title: 'The domain is yours',
          text: email ? 'We email you a receipt with a link to add the domain to an account.' : undefined,
          state: 'ahead',
        },
      ]}
    />
    <p className="soft small">If we cannot transfer the domain to you, we refund your payment in full.</p>
  </Panel>
)
