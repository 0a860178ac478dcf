// Statements for sellers.
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, NEWEST, respondWithList } from '../../http/list-response.ts'
import { pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { PDF, toPdfResponse, wantsPdf } from './http.ts'
import { type Document, findDocument, listDocuments } from './store/documents.ts'
import { DocumentView, documentRow, documentView } from './views/documents.ts'

const access = { area: 'public', signedIn: 'domains:manage', confirmed: true } as const
const COLUMNS = ['document_id', 'number', 'currency', 'gross_cents', 'issued_at']

const statements = defineRoute({
  ...access,
  id: 'seller.statements.list',
  method: 'GET',
  path: '/seller/statements',
  summary: 'List your statements',
  description:
    'Statements of your balance, newest first: one with each payout, and one after each month in which something moved. `Accept: text/csv` returns all of them as CSV.',
  returns: 'A page of statements.',
  query: Strict({ ...pageQuery, ...ageQuery }),
  produces: ['text/csv'],
  response: Strict({ statements: Type.Array(DocumentView, { description: 'Statements.' }), ...pageFields }),
  handle: ({ db, caller, headers }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const sellerId = caller.user.id
    const filters = { list: 'seller_statements', owner: null, sellerId }
    const read = (cursor: string | undefined, limit: number) =>
      pageSorted(
        { sort: query.sort, fallback: NEWEST, cursor, limit, filters: { list: 'seller_statements', sellerId } },
        BY_AGE,
        ({ id }: Document) => id,
        (keyset, room) => listDocuments(db, filters, keyset, room),
      )
    return respondWithList(
      { headers, query },
      { columns: COLUMNS, read, toBody: (rows) => ({ statements: rows.map(documentView) }), toLine: documentRow },
    )
  },
})

const statement = defineRoute({
  ...access,
  id: 'seller.statements.get',
  method: 'GET',
  path: '/seller/statements/{document_id}',
  summary: 'Get a statement',
  description: 'Returns one of your statements as it was issued. `Accept: application/pdf` returns it as PDF.',
  returns: 'The statement.',
  params: Strict({ document_id: Type.String() }),
  produces: [PDF],
  response: DocumentView,
  errors: ['not_found'],
  handle: async ({ db, caller, headers }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { document_id: id } = params
    const document = isId('document', id) ? await findDocument(db, null, id) : undefined
    if (!document || document.sellerId !== caller.user.id) throw notFound('Statement not found.')
    return wantsPdf(headers.accept) ? toPdfResponse(db, document) : documentView(document)
  },
})

export const publicRoutes = [statements, statement]
