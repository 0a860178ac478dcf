// What others may use of the operator's records.
export { createAuditLog } from './audit-log.ts'
export { createGaugeRefresh, createSizeRefresh } from './gauges.ts'
export { redact } from './rules.ts'
export { type AuditRow, insertAudit } from './store.ts'
