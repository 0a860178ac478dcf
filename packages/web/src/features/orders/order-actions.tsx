// The actions an order accepts now, each with an optional note.
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { ACTION_WORDS } from './order-words.ts'

type Props<Action extends keyof typeof ACTION_WORDS> = {
  order: { domain_unicode: string }
  /** What the order accepts now, or some of it. */
  actions: readonly Action[]
  act: (action: Action, note: string | undefined) => Promise<unknown>
  small?: boolean
}

export function OrderActions<Action extends keyof typeof ACTION_WORDS>({ order, actions, act, small }: Props<Action>) {
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
            text={text}
            kind={kind}
            small={small}
            send={async (form) => {
              await act(action, readText(form, 'note'))
              return done
            }}
          >
            <TextAreaField
              label="Note (optional)"
              name="note"
              hint="The partner sees it in the order's timeline."
              maxLength={1000}
            />
          </ActionButton>
        )
      })}
    </Actions>
  )
}
