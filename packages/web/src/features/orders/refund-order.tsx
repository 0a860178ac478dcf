// Refunding a sale whose payment the partner collected.
import type { RefundReason } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { MoneyField, readMoney } from '../../ui/amount-field.tsx'
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'

type Input = { reason: RefundReason; amount_cents?: number; comment?: string; external_refund_ref?: string }
type Order = {
  domain_unicode: string
  sale_price_cents: number
  refunded_cents: number
  currency: string
  buyer: { email?: string } | null
}
type Props = { order: Order; refund: (input: Input) => Promise<unknown> }

const REASONS: Record<RefundReason, string> = {
  requested_by_customer: 'Requested by customer',
  duplicate: 'Duplicate order',
  fraudulent: 'Fraud',
  transfer_failed: 'Transfer failed',
  other: 'Other',
}
export const REASON_OPTIONS = Object.entries(REASONS).map(([value, label]) => ({ value, label }))

export const amountLeft = (order: Pick<Order, 'sale_price_cents' | 'refunded_cents'>): number =>
  order.sale_price_cents - order.refunded_cents

/** All that is left is refunded without an amount, which ends the order. */
function readInput(form: FormData, order: Order): Input {
  const [comment, reference] = [readText(form, 'comment'), readText(form, 'external_refund_ref')]
  const amount = readMoney(form, 'amount', order.currency)
  if (amount === undefined) throw new Error('Enter the amount to refund.')
  return {
    reason: form.get('reason') as RefundReason,
    ...(amount === amountLeft(order) ? {} : { amount_cents: amount }),
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
            ['Price', <Money key="price" cents={order.sale_price_cents} currency={order.currency} exact />],
            [
              'Refunded so far',
              order.refunded_cents > 0 ? (
                <Money key="refunded" cents={order.refunded_cents} currency={order.currency} exact />
              ) : null,
            ],
            ['Recipient', order.buyer?.email ?? 'Your customer'],
          ]}
        />
        <p>
          You collected this payment, so you must return it to your customer yourself. A full refund reverses the sale
          and your commission and lists the domain for sale again. After a partial refund the order goes on, and your
          commission is reduced in proportion. This cannot be undone.
        </p>
      </>
    }
    send={async (form) => {
      const input = readInput(form, order)
      await refund(input)
      const done = input.amount_cents === undefined ? 'Order refunded.' : 'Part of the price refunded.'
      return `${done} Remember to return the payment to your customer.`
    }}
  >
    {(getFieldError) => (
      <>
        <MoneyField
          label="Amount to refund"
          name="amount"
          currency={order.currency}
          cents={amountLeft(order)}
          hint="Lower it for a partial refund."
          error={getFieldError('amount_cents')}
          required
        />
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
