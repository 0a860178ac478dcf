// Returns the payment of a delivered order that the marketplace collected.
import type { OperatorOrderDetail } from '@freehold/sdk/types'
import { useCall } from '../../api/hooks.ts'
import { May } from '../../api/may.tsx'
import { ActionButton } from '../../ui/action.tsx'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts } from '../../ui/panel.tsx'

export function RefundDelivered({ order }: { order: OperatorOrderDetail }) {
  const call = useCall()
  if (!order.actions.some(({ action }) => action === 'refund_after_delivery')) return null
  return (
    <May call="POST /api/operator/v1/orders/{public_id}/refund_after_delivery">
      <ActionButton
        kind="danger"
        label="Refund delivered order"
        confirm="Refund order"
        text={
          <>
            <Facts
              facts={[
                ['Amount', <Money key="amount" cents={order.sale_price_cents} currency={order.currency} />],
                ['Recipient', order.buyer?.email ?? 'The buyer'],
              ]}
            />
            <p>
              The order stays delivered. Commission, proceeds of the seller and referral commission are taken back. This
              cannot be undone.
            </p>
          </>
        }
        send={async (form) => {
          const body = { reason: readText(form, 'reason') ?? '' }
          const params = { public_id: order.public_id }
          await call('POST /api/operator/v1/orders/{public_id}/refund_after_delivery', { params, body })
          return 'Refund started.'
        }}
      >
        {(getFieldError) => (
          <TextField label="Reason" name="reason" maxLength={500} error={getFieldError('reason')} required />
        )}
      </ActionButton>
    </May>
  )
}
