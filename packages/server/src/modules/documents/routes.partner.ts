// A partner's documents: its commission statements, and receipts and credit notes of its hosted checkout.
import { defineRoute } from '../../http/define-route.ts'
import { pageFields, Strict, Type } from '../../http/schema.ts'
import { documentQuery, PDF, requireDocument, respondWithDocuments, toPdfResponse, wantsPdf } from './http.ts'
import { DocumentView, documentView } from './views/documents.ts'

const list = defineRoute({
  id: 'documents.list',
  area: 'partner',
  method: 'GET',
  path: '/documents',
  scope: 'buy',
  summary: 'List your documents',
  description:
    'Your commission statements, and the receipts, invoices and credit notes of your hosted checkout sales. Newest first, or ' +
    'as `sort` says. `Accept: text/csv` returns all matching documents as CSV.',
  returns: 'A page of documents.',
  query: Strict({ ...documentQuery }),
  produces: ['text/csv'],
  response: Strict({ documents: Type.Array(DocumentView), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => respondWithDocuments(db, caller, { headers, query }, documentView),
})

const get = defineRoute({
  id: 'documents.get',
  area: 'partner',
  method: 'GET',
  path: '/documents/{document_id}',
  scope: 'buy',
  summary: 'Get a document',
  description: 'Returns a document as it was issued. `Accept: application/pdf` returns it as PDF.',
  returns: 'The document.',
  params: Strict({ document_id: Type.String() }),
  produces: [PDF],
  response: DocumentView,
  errors: ['not_found'],
  handle: async ({ db, caller, headers }, { params }) => {
    const document = await requireDocument(db, caller, params.document_id)
    return wantsPdf(headers.accept) ? toPdfResponse(db, document) : documentView(document)
  },
})

export const partnerRoutes = [list, get]
