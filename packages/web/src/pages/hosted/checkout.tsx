// The checkout of one session, at each of its stages: pay, confirm with the bank, wait, paid.
import type { PageContext } from '../../context.ts'
import { PayForm } from '../../features/checkout/pay-form.tsx'
import { PriceLine, type Purchase, WhatHappensNext } from '../../features/checkout/summary.tsx'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { Loading, Notice, type Tone } from '../../ui/feedback.tsx'
import { Panel } from '../../ui/panel.tsx'
import { moneyText } from '../../ui/text.ts'

type Stage =
  | {
      kind: 'pay'
      action: string
      token: string
      takesCards: boolean
      buyer: { email: string; name: string; country: string }
    }
  | { kind: 'closed' }
  | { kind: 'challenge'; action: string }
  | { kind: 'stripe'; publishableKey: string; clientSecret: string }
  | { kind: 'waiting' }
  | { kind: 'paid'; orderId: string; returnTo: string }

export type CheckoutProps = {
  purchase: Purchase
  stage: Stage
  notes: readonly { tone: Tone; text: string }[]
  /** The way back, while there is one. */
  cancelAction: string | null
}

const TITLES: Record<Stage['kind'], (domain: string) => string> = {
  pay: (domain) => `Buy ${domain}`,
  closed: (domain) => `Buy ${domain}`,
  challenge: () => 'Confirm your payment',
  stripe: (domain) => `Buy ${domain}`,
  waiting: () => 'Your payment is on its way',
  paid: () => 'Paid',
}

export const title = ({ stage, purchase, notes }: CheckoutProps): string =>
  (notes.some(({ tone }) => tone === 'bad') ? 'Problem: ' : '') + TITLES[stage.kind](purchase.domain)

/** Filled in by the payment service's own script: the card number never comes near us. */
const StripeForm = ({ stage, amount }: { stage: Extract<Stage, { kind: 'stripe' }>; amount: string }) => (
  <>
    <noscript>
      <Notice tone="bad">The card form of our payment service needs JavaScript.</Notice>
    </noscript>
    <form id="payment" data-key={stage.publishableKey} data-secret={stage.clientSecret}>
      <div id="element" />
      <p id="problem" role="alert" />
      <Button type="submit" wide>
        Pay {amount}
      </Button>
    </form>
  </>
)

function StageContent({ stage, purchase, amount }: { stage: Stage; purchase: Purchase; amount: string }) {
  switch (stage.kind) {
    case 'pay':
      return <PayForm {...stage} priceCents={purchase.priceCents} currency={purchase.currency} />
    case 'closed':
      return <p>This session takes no payment at the moment. Ask the shop for a new link.</p>
    case 'challenge':
      return (
        <form method="post" action={stage.action}>
          <p>Your bank asks whether this is you.</p>
          <Actions>
            <Button type="submit" name="answer" value="yes">
              Yes, pay {amount}
            </Button>
            <Button type="submit" name="answer" value="no" kind="plain">
              No
            </Button>
          </Actions>
        </form>
      )
    case 'stripe':
      return <StripeForm stage={stage} amount={amount} />
    case 'waiting':
      return <Loading>Your payment is on its way. This page looks again by itself.</Loading>
    case 'paid':
      return (
        <>
          <Notice tone="good" title="Paid">
            <p>Thank you. Next, we transfer the name to you.</p>
          </Notice>
          <p>
            Your order is <span className="mono">{stage.orderId}</span>.
          </p>
          <LinkButton href={stage.returnTo}>Go on to {purchase.sellerName}</LinkButton>
        </>
      )
  }
}

export function Page({ props, context }: { props: CheckoutProps; context: PageContext }) {
  const { purchase, stage, notes, cancelAction } = props
  const amount = moneyText(purchase.priceCents, purchase.currency, context.locale, 'exact')
  return (
    <FormFrame context={context} wide>
      <div className="two checkout">
        <Panel raised>
          <PriceLine {...purchase} />
          {notes.map(({ tone, text }) => (
            <Notice key={text} tone={tone}>
              {text}
            </Notice>
          ))}
          <StageContent stage={stage} purchase={purchase} amount={amount} />
          {cancelAction ? (
            <form method="post" action={cancelAction} className="checkout__cancel">
              <Button type="submit" kind="quiet">
                Cancel and go back
              </Button>
            </form>
          ) : null}
        </Panel>
        {stage.kind === 'paid' ? null : <WhatHappensNext email />}
      </div>
    </FormFrame>
  )
}
