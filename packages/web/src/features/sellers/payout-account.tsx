// The seller's payout account at Stripe: its state, the way to its setup, and what to do on return.
import type { PayoutAccountState, PayoutAccountStatus } from '@freehold/sdk/types'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useCall } from '../../api/hooks.ts'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { ContactLink } from '../../ui/contact.tsx'
import { Badge, Notice, type Tone } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { wordText } from '../../ui/text.ts'

const STATUSES: Record<PayoutAccountStatus, { tone: Tone; text: string; help: ReactNode; button: string | null }> = {
  incomplete: {
    tone: 'warn',
    text: 'Setup not finished',
    help: 'Stripe needs your details and your bank account before you can be paid.',
    button: 'Continue setup',
  },
  in_review: {
    tone: 'info',
    text: 'In review',
    help: 'Stripe checks your details. This usually takes a few minutes, at most a few days.',
    button: 'Open setup',
  },
  restricted: {
    tone: 'bad',
    text: 'Action needed',
    help: 'Stripe needs something from you. Until then you are not paid.',
    button: 'Complete details',
  },
  ready: {
    tone: 'good',
    text: 'Ready',
    help: 'Payouts are sent to your Stripe account, and from there to your bank.',
    button: 'Open Stripe dashboard',
  },
  closed: {
    tone: 'bad',
    text: 'Closed',
    help: (
      <>
        This account is closed. <ContactLink>Contact the operator of this marketplace</ContactLink>, who can pay you by
        bank transfer.
      </>
    ),
    button: null,
  },
}

/** Stripe sends sellers back with `?payouts=returned`, or `expired` if the link was used before. */
function useReturn(): 'returned' | 'expired' | null {
  const call = useCall()
  const [from] = useState(() => new URLSearchParams(location.search).get('payouts'))
  const isAsked = useRef(false)
  useEffect(() => {
    // Once: the response reads the page again, which would ask again.
    if (from === null || isAsked.current) return
    isAsked.current = true
    history.replaceState(null, '', location.pathname)
    // The next report of Stripe says the same, only later.
    if (from === 'returned') call('POST /api/seller/payout-account/refresh', {}).catch(() => {})
  }, [from, call])
  return from === 'returned' || from === 'expired' ? from : null
}

type Countries = readonly { value: string; label: string }[]

function OpenButton({ label, isNew, countries }: { label: string; isNew: boolean; countries: Countries }) {
  const call = useCall()
  return (
    <ActionButton
      label={label}
      confirm="Go to Stripe"
      kind="primary"
      text="Stripe pays you on behalf of this marketplace. You leave this site, and Stripe sends you back."
      send={async (form) => {
        const country = readText(form, 'country') ?? ''
        const { url } = await call('POST /api/seller/payout-account', { body: country === '' ? {} : { country } })
        location.assign(url)
        return 'Opening Stripe.'
      }}
    >
      {isNew
        ? (getFieldError) => (
            <SelectField
              label="Country of your bank account"
              name="country"
              hint="It cannot be changed later. Without a choice, the country of this marketplace is used."
              options={countries}
              error={getFieldError('country')}
            />
          )
        : null}
    </ActionButton>
  )
}

/** Back from a bank account that an operator entered. */
function UseButton() {
  const call = useCall()
  return (
    <ActionButton
      label="Use for payouts"
      confirm="Use for payouts"
      text="New payouts go to your Stripe account instead of the bank account that the operator of this marketplace entered."
      send={async () => {
        await call('POST /api/seller/payout-account', { body: { use: true } })
        return 'Payouts go to your Stripe account.'
      }}
    />
  )
}

/** `countries`: those to choose from before the account is opened. `isUsed`: payouts go to the account. */
export function PayoutAccountPanel({
  state,
  countries,
  isUsed,
}: {
  state: PayoutAccountState
  countries: Countries
  isUsed: boolean
}) {
  const from = useReturn()
  const { available, account } = state
  if (!available && account === null) return null
  const words = account === null ? null : STATUSES[account.status]
  const label = words === null ? 'Set up payouts' : words.button
  return (
    <Panel
      title="Payout account"
      aside={
        available && label !== null ? (
          <Actions>
            {account?.status === 'ready' && !isUsed ? <UseButton /> : null}
            <OpenButton label={label} isNew={account === null} countries={countries} />
          </Actions>
        ) : null
      }
    >
      {from === 'expired' ? (
        <Notice tone="warn">The link to Stripe expired. Open the setup again to continue.</Notice>
      ) : null}
      {words === null || account === null ? (
        <p className="soft">Set up where you are paid. Stripe asks for your details and your bank account.</p>
      ) : (
        <>
          <p>
            <Badge tone={words.tone}>{words.text}</Badge>
          </p>
          <p className="soft">
            {account.status === 'ready' && !isUsed
              ? 'Payouts go to the bank account that the operator of this marketplace entered.'
              : words.help}
          </p>
          {account.bank_failures.map(({ amount_cents, currency, message }) => (
            <Notice key={currency} tone="bad" title="Your bank returned a payment">
              {message} <Money cents={amount_cents} currency={currency} exact /> is in your Stripe account. Open Stripe
              and correct your bank account there. Stripe then pays again.
            </Notice>
          ))}
          <Facts
            facts={[
              ['Bank account', account.bank_end && `…${account.bank_end}`],
              ['Stripe needs', account.due.length > 0 && account.due.map(wordText).join(', ')],
            ]}
          />
        </>
      )}
    </Panel>
  )
}
