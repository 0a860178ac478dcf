// Actions on a closed statement: mark as paid, or add a correction to the next one.
import type { Settlement } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'

type Owed = { cents: number; currency: string; partner: string }
type PaidProps = {
  of: string
  owed: Owed
  small?: boolean
  markPaid: (reference: string | undefined) => Promise<unknown>
}

export const MarkPaid = ({ of, owed, small, markPaid }: PaidProps) => (
  <ActionButton
    label="Mark as paid"
    of={of}
    title="Mark as paid"
    text={
      <>
        <Facts
          facts={[
            ['Amount', <Money key="amount" cents={owed.cents} currency={owed.currency} exact />],
            ['Paid by', owed.partner],
          ]}
        />
        <p>The partner has paid the amount owed on this statement. This cannot be undone.</p>
      </>
    }
    kind={small ? 'plain' : 'primary'}
    small={small}
    send={async (form) => {
      await markPaid(readText(form, 'reference'))
      return 'Statement marked as paid.'
    }}
  >
    <TextField label="Bank reference (optional)" name="reference" maxLength={255} />
  </ActionButton>
)

type AdjustProps = {
  statement: Pick<Settlement, 'currency'>
  adjust: (input: { amount_cents: number; reason: string }) => Promise<unknown>
}

export const Adjust = ({ statement: { currency }, adjust }: AdjustProps) => (
  <ActionButton
    label="Add correction"
    title="Add correction"
    confirm="Add correction"
    text="A closed statement does not change. The correction is added to the partner's next statement."
    send={async (form) => {
      await adjust({
        amount_cents: readMoney(form, 'amount_cents', currency) ?? 0,
        reason: readText(form, 'reason') ?? '',
      })
      return "Correction added to the partner's next statement."
    }}
  >
    {(getFieldError) => (
      <>
        <MoneyField
          label="Amount"
          name="amount_cents"
          currency={currency}
          signed
          hint="Positive: the partner owes more. Negative: the partner owes less."
          error={getFieldError('amount_cents')}
          required
        />
        <TextAreaField label="Reason" name="reason" error={getFieldError('reason')} required maxLength={1000} />
      </>
    )}
  </ActionButton>
)
