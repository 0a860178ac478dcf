// Refunding a sale that the partner collected.
import type { RefundReason } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { textOf } from '../../ui/form.tsx'

type Input = { reason: RefundReason; comment?: string; external_refund_ref?: string }
type Props = { order: { domain_unicode: string }; refund: (input: Input) => Promise<unknown> }

const REASONS: Record<RefundReason, string> = {
  requested_by_customer: 'The customer asked for it',
  duplicate: 'Sold twice',
  fraudulent: 'Fraud',
  transfer_failed: 'The transfer failed',
  other: 'Something else',
}
const REASON_OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }))

function inputOf(form: FormData): Input {
  const [comment, reference] = [textOf(form, 'comment'), textOf(form, 'external_refund_ref')]
  return {
    reason: form.get('reason') as RefundReason,
    ...(comment && { comment }),
    ...(reference && { external_refund_ref: reference }),
  }
}

export const RefundOrder = ({ order, refund }: Props) => (
  <ActionButton
    small
    kind="danger"
    label="Refund"
    title={`Refund ${order.domain_unicode}`}
    confirm="Refund order"
    text="Pay your customer back yourself. Here the sale is reversed, your commission taken back, and the name listed again. This cannot be undone."
    send={async (form) => {
      await refund(inputOf(form))
      return 'The order is refunded.'
    }}
  >
    {(problemOf) => (
      <>
        <SelectField label="Reason" name="reason" options={REASON_OPTIONS} />
        <TextField
          label="Your refund reference"
          name="external_refund_ref"
          hint="Optional, from your payment service."
          maxLength={255}
          error={problemOf('external_refund_ref')}
        />
        <TextAreaField label="Comment" name="comment" hint="Optional." maxLength={1000} error={problemOf('comment')} />
      </>
    )}
  </ActionButton>
)
