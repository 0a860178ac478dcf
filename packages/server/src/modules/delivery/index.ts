// What others may use of deliveries.

export { deliveryJobs } from './jobs.ts'
export { type Answer, newAttempt, readAnswer, settleOutcome } from './service/ask.ts'
export { makeAuthCode } from './service/auth-code.ts'
export { createDeliveryEngine } from './service/engine.ts'
export { ageDomainDeliveries, createOrderEvents } from './service/follow.ts'
export { createBuyerDelivery } from './service/serve-buyer.ts'
export { clearDeliveries } from './store/clear.ts'
export { forgetBuyers } from './store/deliveries.ts'
export { simulatedBooks } from './store/simulated.ts'
