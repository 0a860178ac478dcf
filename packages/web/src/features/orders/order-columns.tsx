// Columns of lists of orders.
import type { Order } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { DateTime } from '../../ui/date-time.tsx'
import { Money } from '../../ui/money.tsx'
import type { Column } from '../../ui/table.tsx'
import { OrderStatus } from './order-status.tsx'

/** `toHref`: the page of one order. `sorts`: the columns that the list can be sorted by, besides its age. */
export const orderColumns = (
  toHref: (order: Order) => string,
  sorts: readonly ('price' | 'domain')[],
): readonly Column<Order>[] => [
  {
    title: 'Domain',
    ...(sorts.includes('domain') && { sort: 'domain', starts: 'asc' }),
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
    ...(sorts.includes('price') && { sort: 'price' }),
    cell: ({ sale_price_cents, currency }) => <Money cents={sale_price_cents} currency={currency} />,
  },
  {
    title: 'Commission',
    end: true,
    phone: 'hidden',
    cell: ({ commission_cents, currency }) => <Money cents={commission_cents} currency={currency} />,
  },
  { title: 'Ordered', sort: 'created', cell: ({ created_at }) => <DateTime at={created_at} /> },
]
