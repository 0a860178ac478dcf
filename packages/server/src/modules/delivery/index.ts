// What others may use of deliveries.
export { chooseForOrder } from './service/choose-target.ts'
export { createDeliveryEngine } from './service/engine.ts'
export { ageDomainDeliveries, createOrderEvents } from './service/follow.ts'
export { simulatedBooks } from './store/simulated.ts'
