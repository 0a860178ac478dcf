// What others may use of brokerage.
export { CASE_STATUSES, type CaseStatus, TIERS } from './rules.ts'
export { findCase, moveCase } from './service.ts'
export type { BrokerageCase } from './store.ts'
