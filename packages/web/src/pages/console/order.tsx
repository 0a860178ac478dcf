// /console/orders/{id}: one order with its timeline and actions.
import type { OrderSeller, PurchaseOwner } from '@freehold/sdk/types'
import { Link } from 'wouter'
import type { ResponseBody } from '../../api/client.ts'
import { useCall, useRead } from '../../api/hooks.ts'
import { useMay } from '../../api/may.tsx'
import { OrderDisputeNotice } from '../../features/disputes/dispute-words.tsx'
import { ShowEnvironment } from '../../features/operator/environment-choice.tsx'
import { OrderActions } from '../../features/orders/order-actions.tsx'
import { OrderDelivery } from '../../features/orders/order-delivery.tsx'
import { OrderFacts } from '../../features/orders/order-facts.tsx'
import { OrderStatus } from '../../features/orders/order-status.tsx'
import { OrderTimeline } from '../../features/orders/order-timeline.tsx'
import { SendClaimLink } from '../../features/orders/send-claim-link.tsx'
import { whoseFacts } from '../../features/partners/whose.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { type Fact, Panel } from '../../ui/panel.tsx'
import { Reading } from '../../ui/reading.tsx'
import { RecordHead } from '../../ui/record-head.tsx'
import { OrderDocuments } from './order-documents.tsx'
import { RefundDelivered } from './refund-delivered.tsx'

type OperatorOrder = ResponseBody<'GET /api/operator/v1/orders/{public_id}'>

const CLAIMS: Record<PurchaseOwner['claim'], string> = {
  claimed: 'Claimed',
  link_sent: 'Not claimed; claim link sent',
  unclaimed: 'Not claimed; no valid claim link',
}

/** Who has to hand over the domain. */
const sellerFacts = (seller: OrderSeller | null): Fact[] =>
  seller === null
    ? []
    : [
        [
          'Seller',
          seller.email === null ? (
            'Deleted account'
          ) : (
            <Link key="seller" href={`/console/sellers/${seller.user_id}`}>
              {seller.email}
            </Link>
          ),
        ],
      ]

const claimFacts = (purchase: PurchaseOwner | null): Fact[] =>
  purchase === null
    ? []
    : [
        ['Buyer account', purchase.account_email],
        ['Claim', CLAIMS[purchase.claim]],
      ]

/** The marketplace refunds what it collected; otherwise the partner refunds its customer. */
const toReturned = (order: OperatorOrder) => ({
  cents: order.sale_price_cents,
  currency: order.currency,
  recipient:
    order.payment_model === 'service_collected'
      ? (order.buyer?.email ?? 'The buyer')
      : `The customer of ${order.partner_name}, which collected the payment`,
})

/** What the reader can do with the order, but for the refund that has its own form. */
const listActions = ({ actions }: OperatorOrder, may: ReturnType<typeof useMay>) =>
  actions
    .map(({ action }) => action)
    .filter((action) => action !== 'refund_after_delivery')
    .filter((action) => may(`POST /api/operator/v1/orders/{public_id}/${action}`))

export function Order({ id }: { id: string }) {
  const order = useRead('GET /api/operator/v1/orders/{public_id}', { params: { public_id: id } })
  const call = useCall()
  const may = useMay()
  return (
    <Reading of={order} title="Order">
      {(one) => (
        <>
          <ShowEnvironment of={one.environment} />
          <RecordHead
            crumbs={[{ href: '/console/orders', text: 'Orders' }]}
            record={{ kind: 'Order', id, name: one.domain_unicode }}
            aside={<OrderStatus order={one} />}
          />
          {one.held ? (
            <Notice tone="warn" title="On hold for review">
              Check the buyer and the payment. Then clear the order or refund it.
            </Notice>
          ) : null}
          {one.dispute ? (
            <OrderDisputeNotice
              dispute={one.dispute}
              isTakenBack={one.refunded_cents > 0}
              link={<Link href={`/console/disputes/${one.dispute.dispute_id}`}>View dispute</Link>}
            />
          ) : null}
          <div className="page-actions">
            <RefundDelivered order={one} />
            <OrderActions
              order={one}
              returned={toReturned(one)}
              actions={listActions(one, may)}
              isUnchosen={one.actions.some(({ required_fields }) => required_fields.includes('without_choice'))}
              act={(action, note, options) =>
                call(`POST /api/operator/v1/orders/{public_id}/${action}`, {
                  params: { public_id: id },
                  body: { ...(note ? { note } : {}), ...options },
                })
              }
            />
          </div>
          <div className="two">
            <Panel title="Details">
              <OrderFacts
                order={one}
                more={[...whoseFacts(one), ...sellerFacts(one.seller), ...claimFacts(one.purchase)]}
              />
              {one.purchase && one.purchase.claim !== 'claimed' ? (
                <SendClaimLink publicId={id} of={one.domain_unicode} />
              ) : null}
              {one.settlement_id ? <Link href={`/console/statements/${one.settlement_id}`}>View statement</Link> : null}
            </Panel>
            <div>
              <OrderDocuments orderId={id} />
              {one.transfer.method === null ? null : (
                <OrderDelivery
                  id={id}
                  domain={one.domain_unicode}
                  hasConfirm={listActions(one, may).includes('complete_transfer')}
                />
              )}
              <Panel title="Timeline">
                <OrderTimeline order={one} />
              </Panel>
            </div>
          </div>
        </>
      )}
    </Reading>
  )
}
