// What others may use of documents.

export { PDF, pdfHeaders, renderDocument, toPdfResponse, wantsPdf } from './http.ts'
export { documentJobs } from './jobs.ts'
export { issueCreditNote, issueSaleDocument, issueStatement, keepIssuer } from './service/issue.ts'
export {
  clearDocuments,
  type Document,
  findDocument,
  findStatementDocument,
  listOrderDocuments,
} from './store/documents.ts'
export { DocumentLink, DocumentView, documentLink, documentView } from './views/documents.ts'
