// The selected orders of the partner, and what can be done with each: refunds, and in the sandbox the steps of an operator.
import type { ListedOrder, PartnerOrderAction, RefundReason } from '@freehold/sdk/types'
import { useReadAgain, useTransport } from '../../api/hooks.ts'
import { Totals } from '../../features/orders/bulk-dialog.tsx'
import { acceptingOrders, BULK_WORDS } from '../../features/orders/bulk-words.ts'
import { ACTION_WORDS } from '../../features/orders/order-words.ts'
import { amountLeft, REASON_OPTIONS } from '../../features/orders/refund-order.tsx'
import { type EachAction, EachBar } from '../../ui/each-bar.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { Selection } from '../../ui/selection.tsx'
import { countText, listFirst } from '../../ui/text.ts'

type Move = Exclude<PartnerOrderAction, 'refund'>
const MOVES: readonly Move[] = ['clear', 'start_transfer', 'complete_transfer', 'fail_transfer', 'hold']

const accepts =
  (action: PartnerOrderAction) =>
  (order: ListedOrder): boolean =>
    acceptingOrders([order], action).length > 0

const Orders = ({ rows }: { rows: readonly ListedOrder[] }) => (
  <p>
    <strong>{countText(rows.length, 'order')}</strong>, in total{' '}
    <strong>
      <Totals orders={rows.map((order) => ({ ...order, sale_price_cents: amountLeft(order) }))} />
    </strong>
    : {listFirst(rows.map(({ domain_unicode }) => domain_unicode))}.
  </p>
)

function useRefund(): EachAction<ListedOrder> {
  const transport = useTransport()
  return {
    label: BULK_WORDS.refund.label,
    kind: 'danger',
    accepts: accepts('refund'),
    confirm: (rows) => (
      <>
        <Orders rows={rows} />
        <p>
          You collected these payments, so you must return them to your customers yourself. This reverses the sales and
          your commission and lists the domains for sale again. This cannot be undone.
        </p>
      </>
    ),
    fields: <SelectField label="Reason" name="reason" options={REASON_OPTIONS} />,
    send: ({ public_id }, form) =>
      transport.send('POST /api/partner/v1/refunds', {
        body: { order_public_id: public_id, reason: form.get('reason') as RefundReason },
      }),
  }
}

function useMoves(): EachAction<ListedOrder>[] {
  const transport = useTransport()
  return MOVES.map((action) => ({
    label: BULK_WORDS[action].label,
    kind: ACTION_WORDS[action].kind,
    accepts: accepts(action),
    confirm: (rows) => (
      <>
        <Orders rows={rows} />
        <p>{ACTION_WORDS[action].text}</p>
      </>
    ),
    send: ({ public_id }) =>
      transport.send(`POST /api/partner/v1/sandbox/orders/{public_id}/${action}`, { params: { public_id }, body: {} }),
  }))
}

export function OrderBar({ selection }: { selection: Selection<ListedOrder> }) {
  const readAgain = useReadAgain()
  const refund = useRefund()
  const moves = useMoves()
  return <EachBar selection={selection} noun="order" actions={[...moves, refund]} onDone={readAgain} />
}
