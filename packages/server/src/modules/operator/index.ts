// What others may use of the operator's records.
export { createGaugeRefresh, createSizeRefresh } from './gauges.ts'
export { redact } from './rules.ts'
export { type AuditRow, insertAudit } from './store.ts'
