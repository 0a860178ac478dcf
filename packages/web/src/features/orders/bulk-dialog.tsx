// The confirmation of a bulk action: how many orders, how much money, and Cancel first.
import type { OrderAction } from '@freehold/sdk/types'
import { type FormEvent, useEffect, useRef } from 'react'
import { Actions, Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'
import { Sums } from '../../ui/sums.tsx'
import { countText, listFirst } from '../../ui/text.ts'
import { BULK_WORDS } from './bulk-words.ts'
import { ACTION_WORDS } from './order-words.ts'

export type BulkOrder = {
  public_id: string
  sale_price_cents: number
  currency: string
  domain_unicode?: string
  partner_name?: string
}

type Props = {
  action: OrderAction
  /** The orders that accept the action. */
  orders: readonly BulkOrder[]
  /** Selected orders that do not accept it. */
  leftOut?: number
  /** What will happen, if not what the action does to any order. */
  text?: string
  onCancel: () => void
  onConfirm: (note: string | undefined) => void
}

export const Totals = ({ orders }: { orders: readonly BulkOrder[] }) => (
  <Sums amounts={orders.map(({ sale_price_cents: cents, currency }) => ({ cents, currency }))} />
)

export const BulkDialog = (props: Props) => (
  <Dialog title={BULK_WORDS[props.action].label(props.orders.length)} open onClose={props.onCancel}>
    <Confirm {...props} />
  </Dialog>
)

/** The first few recipients of refunds, so that a wrong selection is noticed. */
function Recipients({ orders }: { orders: readonly BulkOrder[] }) {
  const partners = [...new Set(orders.flatMap(({ partner_name: name }) => name ?? []))]
  return (
    <p>
      Recipients: the <strong>{countText(orders.length, 'buyer')}</strong> of{' '}
      {listFirst(orders.map(({ domain_unicode: domain, public_id }) => domain ?? public_id))}
      {partners.length > 0 ? `, sold by ${listFirst(partners)}` : ''}.
    </p>
  )
}

function Confirm({ action, orders, leftOut = 0, text, onCancel, onConfirm }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  const { text: usual, kind } = ACTION_WORDS[action]
  // After the dialog has opened and has focused its first field.
  useEffect(() => cancel.current?.focus(), [])

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    onConfirm(readText(new FormData(event.currentTarget), 'note'))
  }

  return (
    <form onSubmit={onSubmit}>
      <p>
        <strong>{countText(orders.length, 'order')}</strong>, in total{' '}
        <strong>
          <Totals orders={orders} />
        </strong>
        .
      </p>
      <p>{text ?? usual}</p>
      {action === 'refund' ? <Recipients orders={orders} /> : null}
      {leftOut > 0 ? (
        <p className="soft">
          {leftOut === 1
            ? '1 selected order does not accept this action and is left out.'
            : `${leftOut} selected orders do not accept this action and are left out.`}
        </p>
      ) : null}
      <TextAreaField
        label="Note (optional)"
        name="note"
        hint="Partners see it in the timeline of each order."
        maxLength={1000}
      />
      <Actions>
        <Button type="submit" kind={kind === 'danger' ? 'danger' : 'primary'}>
          {BULK_WORDS[action].label(orders.length)}
        </Button>
        <Button ref={cancel} kind="plain" onClick={onCancel}>
          Cancel
        </Button>
      </Actions>
    </form>
  )
}
