// What others may use of registrations.
export { jobs as registrationJobs } from './jobs.ts'
export { type CommandState, operatorActions as commandActions } from './rules/commands.ts'
export { createCommandEngine } from './service/engine.ts'
export { createCheckoutProducts } from './service/purchase.ts'
export { canCharge, createDomainCommands } from './service/queue.ts'
export { findPrice } from './service/register.ts'
export { listOfOwner } from './store/commands.ts'
export { forgetUnpaid, hasPaidWork, listPurchases as listDomainPurchases } from './store/purchases.ts'
