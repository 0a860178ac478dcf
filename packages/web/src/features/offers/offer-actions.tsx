// What a side can do with an offer now: the service says which actions there are.
import type { OfferActionName } from '@freehold/sdk/types'
import { useContext } from 'react'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { type GetFieldError, readText } from '../../ui/form.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { TaxAddedContext } from '../../ui/price.tsx'
import { priceText } from '../../ui/text.ts'
import type { Side } from './offer-words.tsx'

type Offered = {
  status: string
  amount_cents: number
  currency: string
  domain_unicode: string
  actions: readonly { action: OfferActionName }[]
}

/** Sends an action; the workplace knows where to. */
export type Act = (action: OfferActionName, body: { amount_cents?: number; message?: string }) => Promise<unknown>

const MESSAGE_LENGTH_MAX = 1000

const Message = ({ getFieldError }: { getFieldError: GetFieldError }) => (
  <TextAreaField
    label="Message (optional)"
    name="message"
    maxLength={MESSAGE_LENGTH_MAX}
    error={getFieldError('message')}
    rows={3}
  />
)

const readMessage = (form: FormData): { message?: string } => {
  const message = readText(form, 'message')
  return message ? { message } : {}
}

const DONE: Record<OfferActionName, string> = {
  counter: 'Counter-offer sent.',
  accept: 'Offer accepted.',
  decline: 'Offer declined.',
  withdraw: 'Offer withdrawn.',
}

type Texts = Record<'accept' | 'decline' | 'withdraw', (price: string, offer: Offered) => string>

const TEXTS: Record<Side, Texts> = {
  buyer: {
    accept: (price, { domain_unicode }) =>
      `You buy ${domain_unicode} for ${price}. It is reserved for you for 72 hours.`,
    decline: () => 'The offer ends. You can make another one.',
    withdraw: (_, { status }) =>
      status === 'accepted'
        ? 'The domain is no longer reserved for you and returns to the market.'
        : 'The offer ends. You can make another one.',
  },
  seller: {
    accept: (price, { domain_unicode }) =>
      `You sell ${domain_unicode} for ${price}. It is reserved for the buyer for 72 hours.`,
    decline: () => 'The offer ends. The domain stays on the market.',
    withdraw: () => 'Your counter-offer ends. The domain stays on the market.',
  },
}

/** `proceeds`: what the seller receives of the amount, in a sentence. */
type Props = { offer: Offered; side: Side; act: Act; proceeds?: string }

export function OfferActions({ offer, side, act, proceeds }: Props) {
  // A seller gets the amount; only a buyer pays tax on top of it.
  const isTaxAdded = useContext(TaxAddedContext) === true && side === 'buyer'
  const price = priceText(offer.amount_cents, offer.currency, useLocale(), isTaxAdded)
  // Declining ends the offer as well; one button for it is enough.
  const has = (name: OfferActionName): boolean =>
    offer.actions.some(({ action }) => action === name) &&
    !(name === 'withdraw' && offer.actions.some(({ action }) => action === 'decline'))
  const texts = TEXTS[side]
  return (
    <div className="page-actions">
      {has('accept') ? (
        <ActionButton
          label={`Accept ${price}`}
          title="Accept this offer?"
          confirm="Accept offer"
          kind="primary"
          text={[texts.accept(price, offer), proceeds].filter(Boolean).join(' ')}
          send={async () => {
            await act('accept', {})
            return DONE.accept
          }}
        />
      ) : null}
      {has('accept') && proceeds ? <span className="soft">{proceeds}</span> : null}
      {has('counter') ? (
        <ActionButton
          label="Counter"
          title="Make a counter-offer"
          confirm="Send counter-offer"
          text={`The last amount is ${price}.`}
          send={async (form) => {
            const amount_cents = readMoney(form, 'amount', offer.currency) ?? 0
            await act('counter', { amount_cents, ...readMessage(form) })
            return DONE.counter
          }}
        >
          {(getFieldError) => (
            <>
              <MoneyField
                label="Amount"
                name="amount"
                currency={offer.currency}
                {...(isTaxAdded ? { hint: 'Without tax.' } : {})}
                error={getFieldError('amount_cents')}
                required
              />
              <Message getFieldError={getFieldError} />
            </>
          )}
        </ActionButton>
      ) : null}
      {(['decline', 'withdraw'] as const).filter(has).map((action) => (
        <ActionButton
          key={action}
          label={action === 'decline' ? 'Decline' : 'Withdraw'}
          title={action === 'decline' ? 'Decline this offer?' : 'Withdraw this offer?'}
          confirm={action === 'decline' ? 'Decline offer' : 'Withdraw offer'}
          kind="danger"
          text={texts[action](price, offer)}
          send={async (form) => {
            await act(action, readMessage(form))
            return DONE[action]
          }}
        >
          {(getFieldError) => <Message getFieldError={getFieldError} />}
        </ActionButton>
      ))}
    </div>
  )
}
