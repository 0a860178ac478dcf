// What others may use of documents.

export { documentJobs } from './jobs.ts'
export type { SaleTax } from './rules/content.ts'
export { issueCreditNote, issueSaleDocument, issueStatement } from './service/issue.ts'
export { clearDocuments } from './store/documents.ts'
