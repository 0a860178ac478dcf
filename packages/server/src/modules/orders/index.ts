// What others may use of orders.

export { ORDER_STATUSES, type OrderStatus, operatorActions, type PaymentModel } from './rules.ts'
export { lockOrder, moveOrder, type PaidSale, recordPaidOrder, refundOrder } from './service.ts'
export { settleOrders } from './settle-service.ts'
export { findOrderJson, type Order } from './store.ts'
export { asOrderDetail, BuyerInput, OrderDetailView, OrderEventData } from './views.ts'
