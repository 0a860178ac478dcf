// Refunding a sale whose payment the partner collected.
import type { RefundReason } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'

type Input = { reason: RefundReason; comment?: string; external_refund_ref?: string }
type Order = { domain_unicode: string; sale_price_cents: number; currency: string; buyer: { email?: string } | null }
type Props = { order: Order; refund: (input: Input) => Promise<unknown> }

const REASONS: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by customer',
  duplicate: 'Duplicate order',
  fraudulent: 'Fraud',
  transfer_failed: 'Transfer failed',
  other: 'Other',
}
const REASON_OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }))

function readInput(form: FormData): Input {
  const [comment, reference] = [readText(form, 'comment'), readText(form, 'external_refund_ref')]
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
    label="Refund order"
    title={`Refund ${order.domain_unicode}`}
    confirm="Refund order"
    text={
      <>
        <Facts
          facts={[
            ['Amount', <Money key="amount" cents={order.sale_price_cents} currency={order.currency} exact />],
            ['Recipient', order.buyer?.email ?? 'Your customer'],
          ]}
        />
        <p>
          You collected this payment, so you must return it to your customer yourself. This reverses the sale and your
          commission and lists the domain for sale again. This cannot be undone.
        </p>
      </>
    }
    send={async (form) => {
      await refund(readInput(form))
      return 'Order refunded. Remember to return the payment to your customer.'
    }}
  >
    {(getFieldError) => (
      <>
        <SelectField label="Reason" name="reason" options={REASON_OPTIONS} />
        <TextField
          label="Refund reference (optional)"
          name="external_refund_ref"
          hint="The ID of the refund at your payment processor."
          maxLength={255}
          error={getFieldError('external_refund_ref')}
        />
        <TextAreaField label="Comment (optional)" name="comment" maxLength={1000} error={getFieldError('comment')} />
      </>
    )}
  </ActionButton>
)
