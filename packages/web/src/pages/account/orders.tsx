// My orders, and one order with its timeline.
import type { Purchase } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useList, useRead } from '../../api/hooks.ts'
import { OrderStatus } from '../../features/orders/order-status.tsx'
import { OrderTimeline } from '../../features/orders/order-timeline.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Empty } from '../../ui/feedback.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { Money } from '../../ui/money.tsx'
import { Facts, PageHead, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import type { Column } from '../../ui/table.tsx'
import { DocumentButtons } from '../document-buttons.tsx'

const COLUMNS: Column<Purchase>[] = [
  {
    title: 'Domain',
    cell: ({ public_id, domain_unicode }) => (
      <Link className="name" href={`/account/orders/${public_id}`}>
        {domain_unicode}
      </Link>
    ),
  },
  { title: 'Status', cell: (order) => <OrderStatus order={forBuyer(order)} /> },
  { title: 'Ordered', cell: ({ created_at }) => <DateTime at={created_at} precision="day" /> },
  { title: 'Price', cell: ({ price_cents, currency }) => <Money cents={price_cents} currency={currency} />, end: true },
]

export function OrdersPage() {
  const list = useList('GET /api/account/orders', {}, ({ orders }) => orders)
  return (
    <>
      <PageHead title="My orders" />
      <ListView
        list={list}
        caption="My orders"
        columns={COLUMNS}
        rowKey={({ public_id }) => public_id}
        empty={
          <Empty title="No orders yet">
            <p>
              Domains you buy appear here with the progress of their transfer. If you bought one without signing in,
              follow the claim link in your receipt.
            </p>
            <LinkButton href="/market">Browse market</LinkButton>
          </Empty>
        }
      />
    </>
  )
}

/** What the buyer does on the order page; the code and the choice are only there. */
function Delivery({ order }: { order: Purchase }) {
  const { transfer } = order
  if (['REFUNDED', 'CANCELLED'].includes(order.status)) return null
  const label = transfer.auth_code_available
    ? 'Show auth code'
    : transfer.next_step?.who === 'buyer'
      ? transfer.state === 'failed'
        ? 'Correct delivery'
        : 'Choose delivery'
      : 'Open order page'
  return (
    <Panel title="Delivery">
      <p>
        {transfer.next_step?.who === 'buyer'
          ? transfer.next_step.what
          : 'The order page shows how you receive the domain.'}
      </p>
      <LinkButton href={`/account/orders/${order.public_id}/page`}>{label}</LinkButton>
    </Panel>
  )
}

/** Settlement is between the marketplace and its partner. */
const forBuyer = <One extends { status: Purchase['status'] }>(order: One): One =>
  order.status === 'SETTLED' ? { ...order, status: 'TRANSFER_COMPLETED' } : order

export function OrderPage({ publicId }: { publicId: string }) {
  const order = useRead('GET /api/account/orders/{public_id}', { params: { public_id: publicId } })
  return (
    <Reading of={order} title="Order">
      {(found) => (
        <>
          <RecordHead
            crumbs={[{ href: '/account/orders', text: 'My orders' }]}
            record={{ kind: 'Order', id: publicId, name: found.domain_unicode }}
            aside={<OrderStatus order={forBuyer(found)} />}
          />
          <div className="two">
            <Panel title="Timeline">
              <OrderTimeline order={found} isForBuyer />
            </Panel>
            <div>
              <Delivery order={found} />
              <Panel title="Order">
                <Facts
                  facts={[
                    [
                      'Order ID',
                      <span key="id" className="mono">
                        {found.public_id}
                      </span>,
                    ],
                    ['Price', <Money key="price" cents={found.price_cents} currency={found.currency} />],
                    ['Ordered', <DateTime key="at" at={found.created_at} />],
                  ]}
                />
                <DocumentButtons documents={found.documents} operation="GET /api/account/documents/{document_id}" />
              </Panel>
            </div>
          </div>
        </>
      )}
    </Reading>
  )
}
