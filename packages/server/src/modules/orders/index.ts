// What others may use of orders.

export type { BuyerDelivery } from './pages.ts'
export { AUTH_CODE_READY } from './rules/buyer-timeline.ts'
export {
  type DisputeFacts,
  isTakenBack,
  ORDER_STATUSES,
  type OrderStatus,
  operatorActions,
  type PaymentModel,
} from './rules/orders.ts'
export { decideSale, type SaleDecision, type SaleTerms } from './rules/sales.ts'
export { isAwaitingTransfer, isDelivered, isReversed } from './rules/statuses.ts'
export { isBeforeTransfer, waitsForChoice } from './rules/targets.ts'
export { attachPurchases } from './service/claim-purchase.ts'
export { clawBackSale, refundDelivered } from './service/claw-back.ts'
export { exportPurchases } from './service/export.ts'
export {
  findLockedOrder,
  findLockedOrders,
  lockOrder,
  type MoveDeps,
  mailCodeReady,
  moveOrder,
  moveOrders,
  noteOrder,
  noteOrders,
} from './service/move.ts'
export { buildOrderPath, parseOrderSecret } from './service/order-link.ts'
export { type PaidSale, recordPaidOrder } from './service/record.ts'
export { oweBuyer, refundOrder } from './service/refund.ts'
export { settleOrders } from './service/settle.ts'
export type { BuyerOrder } from './store/claims.ts'
export { findReturningDispute, saveDispute } from './store/clawbacks.ts'
export { clearOrders, listTakenListings, lockOrders } from './store/clear.ts'
export { findOrderJson, type Order } from './store/orders.ts'
export { hasOpenPurchases, pseudonymizePurchases } from './store/purchases.ts'
export {
  type DueRefund,
  listDueRefunds,
  lockOwedRefund,
  markRefundFailed,
  markRefundSent,
  reduceRefund,
} from './store/refunds.ts'
export {
  asOrderDetail,
  BuyerInput,
  companyFields,
  OrderDetailView,
  OrderEventData,
  readBuyer,
  WebAddress,
} from './views/orders.ts'
export { OrderDeliveryInput, readOrderDelivery, TransferMethodName } from './views/transfers.ts'
