// Payout actions: sent, arrived, failed.
import type { OperatorPayout, PayoutAction } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { Actions } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'

type Words = { label: string; text: string; field: { label: string; name: 'reference' | 'reason' } | null }

const WORDS: Record<PayoutAction, Words> = {
  sent: {
    label: 'Mark as sent',
    text: 'You have sent the money to the partner.',
    field: { label: 'Bank reference', name: 'reference' },
  },
  paid: {
    label: 'Mark as arrived',
    text: 'The partner has received the money. This cannot be undone.',
    field: { label: 'Bank reference', name: 'reference' },
  },
  failed: {
    label: 'Mark as failed',
    text: 'The money did not arrive. The marketplace owes the partner this amount again. This cannot be undone.',
    field: { label: 'Reason', name: 'reason' },
  },
}

type Props = {
  payout: Pick<OperatorPayout, 'payout_id' | 'amount_cents' | 'currency' | 'partner_name'>
  /** What the payout accepts now. */
  actions: readonly PayoutAction[]
  act: (action: PayoutAction, input: { reference?: string; reason?: string }) => Promise<unknown>
}

export function PayoutActions({ payout, actions, act }: Props) {
  if (actions.length === 0) return null
  return (
    <Actions>
      {actions.map((action) => {
        const { label, text, field } = WORDS[action]
        return (
          <ActionButton
            key={action}
            small
            label={label}
            of={payout.payout_id}
            title={label}
            confirm={label}
            text={
              <>
                <Facts
                  facts={[
                    ['Amount', <Money key="amount" cents={payout.amount_cents} currency={payout.currency} exact />],
                    ['Recipient', payout.partner_name],
                  ]}
                />
                <p>{text}</p>
              </>
            }
            kind={action === 'failed' ? 'danger' : 'plain'}
            send={async (form) => {
              const value = field ? readText(form, field.name) : undefined
              await act(action, field && value ? { [field.name]: value } : {})
              return `Payout ${label.toLowerCase().replace('mark as', 'marked as')}.`
            }}
          >
            {field ? <TextField label={`${field.label} (optional)`} name={field.name} maxLength={255} /> : null}
          </ActionButton>
        )
      })}
    </Actions>
  )
}
