// Columns of lists of orders.
import type { Order } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { OrderStatus } from './order-status.tsx'

/** `toHref`: the page of one order. */
export const orderColumns = (toHref: (order: Order) => string): readonly Column<Order>[] => [
  {
    title: 'Domain',
    cell: (order) => (
      <Link className="name" href={toHref(order)}>
        {order.domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: (order) => <OrderStatus order={order} /> },
  {
    title: 'Price',
    end: true,
    cell: ({ sale_price_cents, currency }) => <Money cents={sale_price_cents} currency={currency} />,
  },
  {
    title: 'Commission',
    end: true,
    cell: ({ commission_cents, currency }) => <Money cents={commission_cents} currency={currency} />,
  },
  { title: 'Ordered', cell: ({ created_at }) => <DateTime at={created_at} /> },
]
