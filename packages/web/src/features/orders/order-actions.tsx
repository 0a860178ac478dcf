// The actions an order accepts now, each with an optional note.
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { CheckField, TextAreaField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'
import { ACTION_WORDS } from './order-words.ts'

/** What a refund or a cancellation returns, and to whom. */
export type Returned = { cents: number; currency: string; recipient: string }

type Props<Action extends keyof typeof ACTION_WORDS> = {
  order: { domain_unicode: string }
  returned?: Returned | null
  /** What the order accepts now, or some of it. */
  actions: readonly Action[]
  act: (action: Action, note: string | undefined, options: { without_choice?: true }) => Promise<unknown>
  /** The buyer has not chosen where the domain goes. */
  isUnchosen?: boolean
  small?: boolean
}

const RETURNING: readonly (keyof typeof ACTION_WORDS)[] = ['refund', 'cancel']

const ReturnedFacts = ({ of: { cents, currency, recipient } }: { of: Returned }) => (
  <Facts
    facts={[
      ['Amount', <Money key="amount" cents={cents} currency={currency} exact />],
      ['Recipient', recipient],
    ]}
  />
)

export function OrderActions<Action extends keyof typeof ACTION_WORDS>(props: Props<Action>) {
  const { order, returned, actions, act, isUnchosen = false, small } = props
  if (actions.length === 0) return null
  return (
    <Actions>
      {actions.map((action) => {
        const { label, text, done, kind } = ACTION_WORDS[action]
        return (
          <ActionButton
            key={action}
            label={label}
            of={order.domain_unicode}
            title={`${label}: ${order.domain_unicode}`}
            confirm={label}
            text={
              <>
                {returned && RETURNING.includes(action) ? <ReturnedFacts of={returned} /> : null}
                <p>{text}</p>
              </>
            }
            kind={kind}
            small={small}
            send={async (form) => {
              await act(action, readText(form, 'note'), form.get('without_choice') ? { without_choice: true } : {})
              return done
            }}
          >
            {isUnchosen && action === 'start_transfer' ? (
              <CheckField
                label="Start although the buyer has not chosen where to receive it"
                name="without_choice"
                required
              />
            ) : null}
            <TextAreaField
              label="Note (optional)"
              name="note"
              hint="If a partner sold the domain, it sees the note in the order's timeline."
              maxLength={1000}
            />
          </ActionButton>
        )
      })}
    </Actions>
  )
}
