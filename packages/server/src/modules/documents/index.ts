// What others may use of documents.

export { PDF, pdfHeaders, renderDocument, toPdfResponse, wantsPdf } from './http.ts'
export { documentJobs } from './jobs.ts'
export {
  issueCreditNote,
  issueSaleDocument,
  issueSellerStatement,
  issueStatement,
  keepIssuer,
} from './service/issue.ts'
export { issuePurchaseCredit, issuePurchaseDocument } from './service/issue-purchase.ts'
export {
  clearDocuments,
  type Document,
  findDocument,
  findLastSellerStatement,
  findStatementDocument,
  listDocuments,
  listDocumentsOfOrders,
  listOrderDocuments,
  listPurchaseDocuments,
} from './store/documents.ts'
export { DocumentLink, DocumentView, documentLink, documentView } from './views/documents.ts'
