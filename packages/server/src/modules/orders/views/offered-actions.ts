// The actions on an order that its operator is offered, on the wire.
import { ActionsView, actionViews } from '../../../http/actions.ts'
import { type Offering, OPERATOR_ORDER_ACTIONS, offerToOperator } from '../rules/delivered-refunds.ts'
import { ORDER_STATUSES } from '../rules/orders.ts'

export const OfferedActions = ActionsView('OperatorOrderAction', OPERATOR_ORDER_ACTIONS, {
  values: ORDER_STATUSES,
  title: 'OrderStatus',
})

/** `waitsForChoice`: the buyer has not chosen where the domain goes. */
export const offeredActions = (order: Offering & { waitsForChoice: boolean }) =>
  actionViews(offerToOperator(order), {
    refund_after_delivery: ['reason'],
    start_transfer: order.waitsForChoice ? ['without_choice'] : [],
  })
