// What others may use of orders.

export { decideSale, ORDER_STATUSES, type OrderStatus, type SaleDecision, type SaleTerms } from './rules.ts'
export { lockOrder, moveOrder } from './service/move.ts'
export { type PaidSale, recordPaidOrder } from './service/record.ts'
export { oweBuyer, refundOrder } from './service/refund.ts'
export { settleOrders } from './service/settle.ts'
export { findOrderJson, type Order } from './store/order.ts'
export { type DueRefund, listDueRefunds, markRefundFailed, markRefundSent } from './store/refund.ts'
export { asOrderDetail, BuyerInput, OrderDetailView, readBuyer, WebAddress } from './views.ts'
