// The checkout page at each stage: pay, confirm with the bank, processing, paid.
import type { PageContext } from '../../context.ts'
import { PayForm } from '../../features/checkout/pay-form.tsx'
import {
  type Arrival,
  describePurchase,
  PriceLine,
  type Purchase,
  TotalLines,
  type Totals,
  WhatHappensNext,
  WhatTheRegistryDoes,
} from '../../features/checkout/summary.tsx'
import { FormFrame } from '../../frames/form-frame.tsx'
import { Actions, Button, LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Loading, Notice, type Tone } from '../../ui/feedback.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { moneyText } from '../../ui/text.ts'

type Stage =
  | {
      kind: 'pay'
      action: string
      token: string
      takesCards: boolean
      /** The marketplace asks for company and VAT ID. */
      asksCompany: boolean
      /** Tax is configured, so the country is required. */
      asksCountry: boolean
      buyer: { email: string; name: string; country: string; company: string; vatId: string }
    }
  | { kind: 'closed' }
  | { kind: 'challenge'; action: string }
  | { kind: 'stripe'; publishableKey: string; clientSecret: string }
  | { kind: 'waiting' }
  | { kind: 'paid'; orderId: string; orderPath: string | null; returnTo: string }

export type CheckoutProps = {
  purchase: Purchase
  stage: Stage
  /** Null without tax, and until the buyer has chosen a country. */
  totals: Totals | null
  /** The checkout adds the tax to the price. */
  isTaxAdded: boolean
  /** Until when the domain is held for this payment. */
  heldUntil: string | null
  notes: readonly { tone: Tone; text: string }[]
  arrival: Arrival | null
  /** Where canceling posts to; null when the session can no longer be canceled. */
  cancelAction: string | null
}

const VERBS = { registration: 'Register', renewal: 'Renew' }

const TITLES: Record<Stage['kind'], (domain: string) => string> = {
  pay: (domain) => `Buy ${domain}`,
  closed: (domain) => `Buy ${domain}`,
  challenge: () => 'Confirm your payment',
  stripe: (domain) => `Buy ${domain}`,
  waiting: () => 'Payment processing',
  paid: (domain) => `Paid: ${domain}`,
}

/** What is registered or renewed is not bought from anyone. */
function titleText(kind: Stage['kind'], { domain, product }: Purchase): string {
  const text = TITLES[kind](domain)
  return product === null ? text : text.replace(/^Buy /, `${VERBS[product]} `)
}

export const title = ({ stage, purchase, notes }: CheckoutProps): string =>
  (notes.some(({ tone }) => tone === 'bad') ? 'Problem: ' : '') + titleText(stage.kind, purchase)

/** Filled in by the payment provider's script: card numbers never reach our servers. */
const StripeForm = ({
  stage,
  purchase,
  amount,
}: {
  stage: Extract<Stage, { kind: 'stripe' }>
  purchase: Purchase
  amount: string
}) => (
  <>
    <noscript>
      <Notice tone="bad">The payment form needs JavaScript. Turn it on and reload the page.</Notice>
    </noscript>
    <form id="payment" data-key={stage.publishableKey} data-secret={stage.clientSecret}>
      <div id="element" />
      <p id="problem" role="alert" />
      <p className="checkout__total" id="pay-total">
        <span>{describePurchase(purchase)}</span>
        <strong>{amount}</strong>
      </p>
      <Button type="submit" wide aria-describedby="pay-total">
        Pay {amount}
      </Button>
    </form>
  </>
)

const HeldUntil = ({ at }: { at: string }) => (
  <Notice>
    <p>
      This domain is held for you until <DateTime at={at} precision="second" />. After that, someone else can buy it.
    </p>
  </Notice>
)

type StageProps = Pick<CheckoutProps, 'stage' | 'purchase' | 'totals' | 'isTaxAdded'> & {
  amount: string
  isMailOff: boolean
}

function StageContent({ stage, purchase, totals, isTaxAdded, amount, isMailOff }: StageProps) {
  switch (stage.kind) {
    case 'pay':
      return <PayForm {...stage} {...purchase} totals={totals} isTaxAdded={isTaxAdded} />
    case 'closed':
      return <p>This checkout cannot accept a payment right now. You were not charged.</p>
    case 'challenge':
      return (
        <form method="post" action={stage.action}>
          <p>Your bank asks you to confirm this payment.</p>
          <Actions>
            <Button type="submit" name="answer" value="yes">
              Confirm payment of {amount}
            </Button>
            <Button type="submit" name="answer" value="no" kind="plain">
              Decline payment
            </Button>
          </Actions>
        </form>
      )
    case 'stripe':
      return <StripeForm stage={stage} purchase={purchase} amount={amount} />
    case 'waiting':
      return <Loading>Your payment is being processed. This page refreshes automatically.</Loading>
    case 'paid':
      if (purchase.product)
        return (
          <>
            <Notice tone="good" title="Paid">
              <p>Thank you. The registry is working on it.</p>
            </Notice>
            <LinkButton href={stage.returnTo}>View progress</LinkButton>
          </>
        )
      return (
        <>
          <Notice tone="good" title="Paid">
            <p>
              Thank you. We received your payment
              {stage.orderPath === null || isMailOff ? '' : ' and emailed you a receipt'}.
            </p>
          </Notice>
          <Facts
            facts={[
              [
                'Order number',
                <span key="id" className="mono">
                  {stage.orderId}
                </span>,
              ],
              ['Amount paid', amount],
            ]}
          />
          {stage.orderPath === null ? null : (
            <p>
              Your order page says what happens next. <a href={stage.orderPath}>View receipt and progress</a>
            </p>
          )}
          <LinkButton href={stage.returnTo}>
            {stage.returnTo.startsWith('/') ? 'View order' : `Continue to ${purchase.sellerName}`}
          </LinkButton>
        </>
      )
  }
}

export function Page({ props, context }: { props: CheckoutProps; context: PageContext }) {
  const { purchase, stage, totals, isTaxAdded, heldUntil, notes, arrival, cancelAction } = props
  const amount = moneyText(totals?.totalCents ?? purchase.priceCents, purchase.currency, context.locale, 'exact')
  return (
    <FormFrame context={context} wide>
      <div className="two checkout">
        <Panel raised>
          <PriceLine purchase={purchase} isTaxAdded={isTaxAdded} />
          {heldUntil && stage.kind !== 'paid' ? <HeldUntil at={heldUntil} /> : null}
          {notes.map(({ tone, text }) => (
            <Notice key={text} tone={tone}>
              {text}
            </Notice>
          ))}
          {totals !== null && stage.kind !== 'pay' ? <TotalLines totals={totals} currency={purchase.currency} /> : null}
          <StageContent
            stage={stage}
            purchase={purchase}
            totals={totals}
            isTaxAdded={isTaxAdded}
            amount={amount}
            isMailOff={context.isMailOff}
          />
          {cancelAction ? (
            <form method="post" action={cancelAction} className="checkout__cancel">
              <Button type="submit" kind="quiet">
                Cancel checkout
              </Button>
            </form>
          ) : null}
        </Panel>
        {stage.kind === 'paid' ? null : purchase.product ? (
          <WhatTheRegistryDoes product={purchase.product} />
        ) : (
          <WhatHappensNext email={!context.isMailOff} arrival={arrival} />
        )}
      </div>
    </FormFrame>
  )
}
