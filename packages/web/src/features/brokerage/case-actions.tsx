// The actions a brokerage case accepts now, each with an optional note.
import type { AvailableBrokerageAction, BrokerageAction, BrokerageCase } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { Actions } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { caseActionWords } from './case-words.ts'
import type { MoveInput } from './move-case.ts'

type Case = Pick<BrokerageCase, 'domain_unicode' | 'currency' | 'budget_cents'>
type Offered = Pick<AvailableBrokerageAction, 'action' | 'to_status'>

type Props = {
  of: Case
  /** What the case accepts now, or some of it. */
  actions: readonly Offered[]
  act: (action: BrokerageAction, input: MoveInput) => Promise<unknown>
  small?: boolean
}

export function CaseActions({ of, actions, act, small }: Props) {
  if (actions.length === 0) return null
  return (
    <Actions>
      {actions.map((offered) => {
        const { action } = offered
        const { label, text, kind } = caseActionWords(offered)
        return (
          <ActionButton
            key={action}
            label={label}
            of={of.domain_unicode}
            title={`${label}: ${of.domain_unicode}`}
            confirm={label}
            text={text}
            kind={kind}
            small={small}
            send={async (form) => {
              const dealPriceCents = readMoney(form, 'deal_price_cents', of.currency)
              await act(action, { note: readText(form, 'note'), dealPriceCents })
              return `Case updated: ${label.toLowerCase()}.`
            }}
          >
            {(getFieldError) => (
              <>
                {offered.to_status === 'completed' ? (
                  <MoneyField
                    label="Deal price"
                    name="deal_price_cents"
                    currency={of.currency}
                    cents={of.budget_cents}
                    error={getFieldError('deal_price_cents')}
                    required
                  />
                ) : null}
                <TextAreaField
                  label="Note (optional)"
                  name="note"
                  hint="The partner and anyone with the progress link can read it."
                  maxLength={1000}
                />
              </>
            )}
          </ActionButton>
        )
      })}
    </Actions>
  )
}
