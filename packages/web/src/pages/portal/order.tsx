// One order: details, timeline and actions.
import type { PartnerOrderAction } from '@freehold/sdk/types'
import { Link } from 'wouter'
import { useCall, useRead } from '../../api/hooks.ts'
import { OrderDisputeNotice } from '../../features/disputes/dispute-words.tsx'
import { OrderActions } from '../../features/orders/order-actions.tsx'
import { OrderFacts } from '../../features/orders/order-facts.tsx'
import { OrderStatus } from '../../features/orders/order-status.tsx'
import { OrderTimeline } from '../../features/orders/order-timeline.tsx'
import { RefundOrder } from '../../features/orders/refund-order.tsx'
import { useWorkplace } from '../../features/portal/workplace.ts'
import { Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { OrderTarget } from './order-target.tsx'

type Action = PartnerOrderAction
/** A refund has its own form and its own operation. */
const isSandboxMove = (action: Action): action is Exclude<Action, 'refund'> => action !== 'refund'

export function Order({ id }: { id: string }) {
  const { isOwner, isSandbox } = useWorkplace()
  const call = useCall()
  const params = { public_id: id }
  const read = useRead('GET /api/partner/v1/orders/{public_id}', { params })
  return (
    <Reading of={read} title="Order">
      {({ actions, ...order }) => (
        <>
          <RecordHead
            crumbs={[{ href: '/portal/orders', text: 'Orders' }]}
            record={{ kind: 'Order', id, name: order.domain_unicode }}
            text="Order"
            aside={<OrderStatus order={order} />}
          />
          {order.dispute ? <OrderDisputeNotice dispute={order.dispute} isTakenBack={order.refunded_cents > 0} /> : null}
          <div className="two">
            <Panel
              title="Details"
              aside={
                isOwner && actions.some(({ action }) => action === 'refund') ? (
                  <RefundOrder
                    order={order}
                    refund={(input) =>
                      call('POST /api/partner/v1/refunds', { body: { order_public_id: id, ...input } })
                    }
                  />
                ) : null
              }
            >
              <OrderFacts order={order} isOwn />
              {order.settlement_id ? (
                <p>
                  <Link href={`/portal/money/${order.settlement_id}`}>View statement</Link>
                </p>
              ) : null}
            </Panel>
            <div>
              <OrderDocuments orderId={id} />
              <Panel title="Timeline">
                <OrderTimeline order={order} />
              </Panel>
              {isOwner ? <OrderTarget order={order} /> : null}
              {isSandbox && isOwner && actions.some(({ action }) => isSandboxMove(action)) ? (
                <Panel title="Sandbox actions">
                  <p className="soft">
                    In live mode an operator takes these steps. In the sandbox you trigger them yourself.
                  </p>
                  <OrderActions
                    small
                    order={order}
                    actions={actions.map(({ action }) => action).filter(isSandboxMove)}
                    act={(action, note) =>
                      call(`POST /api/partner/v1/sandbox/orders/{public_id}/${action}`, {
                        params,
                        body: note ? { note } : {},
                      })
                    }
                  />
                </Panel>
              ) : null}
            </div>
          </div>
        </>
      )}
    </Reading>
  )
}
