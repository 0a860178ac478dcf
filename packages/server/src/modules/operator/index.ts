// What others may use of the operator's records.

export { redact } from './rules/audit.ts'
export { hasRecord } from './service/find-page.ts'
export { createGaugeRefresh, createSizeRefresh } from './service/measure.ts'
export { createAuditLog } from './service/write-audit.ts'
export { type AuditRow, insertAudit, listAudit } from './store/audit.ts'
