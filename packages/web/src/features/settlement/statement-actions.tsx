// What can be done with a closed statement: note that it was paid, correct it on the next one.
import type { Settlement } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, moneyOf } from '../../ui/amount-field.tsx'
import { TextAreaField, TextField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'

type PaidProps = { of: string; small?: boolean; markPaid: (reference: string | undefined) => Promise<unknown> }

export const MarkPaid = ({ of, small, markPaid }: PaidProps) => (
  <ActionButton
    label="Mark as paid"
    of={of}
    title="Mark as paid"
    text="The partner has paid what this statement says. This cannot be undone."
    kind={small ? 'plain' : 'primary'}
    small={small}
    send={async (form) => {
      await markPaid(textOf(form, 'reference'))
      return 'The statement is paid.'
    }}
  >
    <TextField label="Bank reference" name="reference" hint="May stay empty." maxLength={255} />
  </ActionButton>
)

type AdjustProps = {
  statement: Pick<Settlement, 'currency'>
  adjust: (input: { amount_cents: number; reason: string }) => Promise<unknown>
}

export const Adjust = ({ statement: { currency }, adjust }: AdjustProps) => (
  <ActionButton
    label="Adjust"
    title="Correct this statement"
    confirm="Add the correction"
    text="A closed statement never changes. The correction becomes a line of the partner's next one."
    send={async (form) => {
      await adjust({ amount_cents: moneyOf(form, 'amount_cents', currency) ?? 0, reason: textOf(form, 'reason') ?? '' })
      return 'The correction stands on the next statement.'
    }}
  >
    {(problemOf) => (
      <>
        <MoneyField
          label="Amount"
          name="amount_cents"
          currency={currency}
          signed
          hint="Positive: the partner owes more. Negative: less."
          error={problemOf('amount_cents')}
          required
        />
        <TextAreaField label="Reason" name="reason" error={problemOf('reason')} required maxLength={1000} />
      </>
    )}
  </ActionButton>
)
