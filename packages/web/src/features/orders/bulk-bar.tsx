// The selected orders and what can be done with all of them.
import { ORDER_ACTIONS } from '@freehold/sdk/enums'
import type { OperatorOrder, OrderAction } from '@freehold/sdk/types'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/text.ts'
import { BulkDialog, Totals } from './bulk-dialog.tsx'
import { acceptingOrders, BULK_WORDS } from './bulk-words.ts'
import { ACTION_WORDS } from './order-words.ts'

type Props = {
  orders: readonly OperatorOrder[]
  /** Whether the operator's role allows the action. */
  may: (action: OrderAction) => boolean
  /** The most orders of one run. */
  most: number
  act: (action: OrderAction, orders: readonly OperatorOrder[], note: string | undefined) => void
  clear: () => void
}

export function BulkBar({ orders, may, most, act, clear }: Props) {
  const [asked, setAsked] = useState<OrderAction | null>(null)
  const isTooMany = orders.length > most
  const offered = ORDER_ACTIONS.filter((action) => may(action) && acceptingOrders(orders, action).length > 0)
  const accepting = asked ? acceptingOrders(orders, asked) : []
  // Someone else has changed all of them: nothing is left to confirm.
  if (asked && accepting.length === 0) setAsked(null)
  if (orders.length === 0) return null
  return (
    <section className="bulk-bar" aria-label="Selected orders">
      <p className="bulk-bar__count" role="status">
        <strong>{`${countText(orders.length, 'order')} selected`}</strong>, <Totals orders={orders} />
      </p>
      <div className="bulk-bar__actions">
        {isTooMany ? (
          <p className="soft">{`Select at most ${most} orders to act on them together.`}</p>
        ) : (
          offered.map((action) => (
            <Button key={action} small kind={ACTION_WORDS[action].kind} onClick={() => setAsked(action)}>
              {BULK_WORDS[action].label(acceptingOrders(orders, action).length)}
            </Button>
          ))
        )}
        <Button kind="quiet" small onClick={clear}>
          Clear selection
        </Button>
      </div>
      {asked ? (
        <BulkDialog
          action={asked}
          orders={accepting}
          leftOut={orders.length - accepting.length}
          onCancel={() => setAsked(null)}
          onConfirm={(note) => {
            setAsked(null)
            act(asked, accepting, note)
          }}
        />
      ) : null}
    </section>
  )
}
