// What others may use of orders.
export { lockOrder, moveOrder, refundOrder } from './service.ts'
export { findOrderJson, type Order } from './store.ts'
export { asOrderDetail, OrderDetailView } from './views.ts'
