// What can be done with an order now, each asked for with a note.
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'
import { actionsFor, ORDER_ACTIONS, type OrderAction, type OrderStatus } from './order-rules.ts'

type Props = {
  order: { public_id: string; domain_unicode: string; status: OrderStatus }
  act: (action: OrderAction, note: string | undefined) => Promise<unknown>
  /** Only these of what the state allows. */
  only?: readonly OrderAction[]
  small?: boolean
}

export function OrderActions({ order, act, only, small }: Props) {
  const actions = actionsFor(order).filter((action) => only?.includes(action) ?? true)
  if (actions.length === 0) return null
  return (
    <Actions>
      {actions.map((action) => {
        const { label, text, done, kind } = ORDER_ACTIONS[action]
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
              await act(action, textOf(form, 'note'))
              return done
            }}
          >
            <TextAreaField
              label="Note"
              name="note"
              hint="The partner reads it in the timeline; may stay empty."
              maxLength={1000}
            />
          </ActionButton>
        )
      })}
    </Actions>
  )
}
