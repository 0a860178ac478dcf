// What others may use of the checkout.
export { jobs as checkoutJobs } from './jobs.ts'
export { expireSessions } from './service/announce.ts'
export {
  checkoutSecret,
  checkoutUrl,
  closeOfferSession,
  createHouseSession,
  createOfferSession,
  createPurchaseSession,
} from './service/open.ts'
export { agePayments, cancelSession, confirmPayment, pay } from './service/pay.ts'
export { type CheckoutReading, type CheckoutView, isPurchase, readCheckout } from './service/read.ts'
export { sandboxBooks } from './store/sandbox-charges.ts'
export { clearSessions, pseudonymizeBuyer } from './store/sessions.ts'
export { SessionEventData } from './views.ts'
