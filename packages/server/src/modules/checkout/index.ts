// What others may use of the checkout.
export { jobs as checkoutJobs } from './jobs.ts'
export { agePayments, cancelSession, confirmPayment, pay } from './payment-service.ts'
export { sandboxBooks } from './sandbox-store.ts'
export {
  type CheckoutReading,
  type CheckoutView,
  checkoutUrl,
  createHouseSession,
  expireSessions,
  isPurchase,
  readCheckout,
} from './service.ts'
