// Documents for operators.
import { defineRoute } from '../../http/define-route.ts'
import { EnvironmentName, pageFields, Strict, Type } from '../../http/schema.ts'
import { documentQuery, PDF, requireDocument, respondWithDocuments, toPdfResponse, wantsPdf } from './http.ts'
import { OperatorDocumentView, operatorDocumentView } from './views/documents.ts'

const list = defineRoute({
  id: 'operator.documents.list',
  area: 'operator',
  method: 'GET',
  path: '/documents',
  summary: 'List documents',
  description:
    'Receipts, invoices, credit notes, commission statements and seller statements: live before sandbox, then newest first or as `sort` says. ' +
    '`Accept: text/csv` returns all matching documents as CSV.',
  returns: 'A page of documents.',
  query: Strict({
    ...documentQuery,
    partner_id: Type.Optional(Type.String({ maxLength: 64 })),
    seller_id: Type.Optional(Type.String({ maxLength: 64, description: 'Account of a seller.' })),
    environment: Type.Optional(EnvironmentName()),
  }),
  produces: ['text/csv'],
  response: Strict({ documents: Type.Array(OperatorDocumentView), ...pageFields }),
  handle: ({ db, headers }, { query }) => respondWithDocuments(db, null, { headers, query }, operatorDocumentView),
})

const get = defineRoute({
  id: 'operator.documents.get',
  area: 'operator',
  method: 'GET',
  path: '/documents/{document_id}',
  summary: 'Get a document',
  description: 'Returns a document as it was issued. `Accept: application/pdf` returns it as PDF.',
  returns: 'The document.',
  params: Strict({ document_id: Type.String() }),
  produces: [PDF],
  response: OperatorDocumentView,
  errors: ['not_found'],
  handle: async ({ db, headers }, { params }) => {
    const document = await requireDocument(db, null, params.document_id)
    return wantsPdf(headers.accept) ? toPdfResponse(db, document) : operatorDocumentView(document)
  },
})

export const operatorRoutes = [list, get]
