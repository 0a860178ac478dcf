// What others may use of brokerage.
export { brokerageJobs } from './jobs.ts'
export { CASE_STATUSES, type CaseStatus, caseActions, REQUIRED_FIELDS as CASE_REQUIRED_FIELDS, TIERS } from './rules.ts'
export { closeIdleCases, findCase, moveCase } from './service.ts'
export { type BrokerageCase, clearCases, listVisitorCases, pseudonymizeVisitor } from './store.ts'
export { CaseEventData } from './views.ts'
