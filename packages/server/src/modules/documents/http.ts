// Documents as they leave: lists, and PDF files.
import { Readable } from 'node:stream'
import type { Db } from '../../db/sql.ts'
import { acceptsType } from '../../http/accepted.ts'
import { RawResponse } from '../../http/define-route.ts'
import { type AgeSort, ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { pageQuery, Type } from '../../http/schema.ts'
import { pageSorted, pageSortedLiveFirst, type SortText } from '../../http/sorting.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { STATEMENT_PDF_LINES_MAX } from '../../kernel/limits.ts'
import type { Environment, Owner } from '../../kernel/owner.ts'
import { DOCUMENT_KINDS, formatNumber, parseNumber } from './rules/numbers.ts'
import { type Document, findDocument, listDocuments } from './store/documents.ts'
import { listStatementLines } from './store/facts.ts'
import { documentRow } from './views/documents.ts'
import { renderPdf } from './views/pdf.ts'

export const PDF = 'application/pdf'

/** Whether the client names PDF. A browser that follows a link does not. */
export const wantsPdf = (accept: string | undefined): boolean => acceptsType(accept, PDF)

/** One at a time: rendering is work of the processor, and requests must not pile it up. */
let last: Promise<unknown> = Promise.resolve()

export async function renderDocument(db: Db, document: Document): Promise<Buffer> {
  const { settlementId } = document
  const lines = settlementId === null ? [] : await listStatementLines(db, settlementId, STATEMENT_PDF_LINES_MAX)
  const rendered = last.then(
    () => renderPdf(document, lines),
    () => renderPdf(document, lines),
  )
  last = rendered.catch(() => undefined)
  return rendered
}

/** Shown by the browser, and saved under the number of the document. */
export const pdfHeaders = (document: Document): Record<string, string> => ({
  'content-disposition': `inline; filename="${formatNumber(document)}.pdf"`,
})

export const toPdfResponse = async (db: Db, document: Document): Promise<RawResponse> =>
  new RawResponse(PDF, Readable.from([await renderDocument(db, document)]), { headers: pdfHeaders(document) })

export async function requireDocument(db: Db, owner: Owner | null, id: string): Promise<Document> {
  const document = isId('document', id) ? await findDocument(db, owner, id) : undefined
  if (!document) throw notFound('Document not found.')
  return document
}

export const documentQuery = {
  ...pageQuery,
  ...ageQuery,
  ...datesQuery,
  kind: Type.Optional(Type.String({ maxLength: 100, description: 'Kinds of documents, separated by commas.' })),
  number: Type.Optional(Type.String({ maxLength: 40, description: 'Number of the document.' })),
  order_id: Type.Optional(Type.String({ maxLength: 64, description: 'ID of the order.' })),
  settlement_id: Type.Optional(Type.String({ maxLength: 64, description: 'ID of the settlement.' })),
  purchase_id: Type.Optional(Type.String({ maxLength: 64, description: 'ID of the registration or renewal.' })),
}

type Asked = {
  limit?: number
  cursor?: string
  sort?: SortText<AgeSort>
  kind?: string
  number?: string
  order_id?: string
  settlement_id?: string
  purchase_id?: string
  from?: string
  to?: string
  partner_id?: string
  seller_id?: string
  environment?: Environment
}

function readPlace(number: string | undefined) {
  if (number === undefined) return undefined
  const place = parseNumber(number)
  if (place === null) throw invalidField('number', 'must be the number of a document, such as R-2026-000042')
  return place
}

const COLUMNS = [
  'document_id',
  'number',
  'kind',
  'order_public_id',
  'settlement_id',
  'corrects',
  'recipient',
  'currency',
  'net_cents',
  'tax_cents',
  'gross_cents',
  'issued_at',
  'purchase_id',
]

/** `toView` is what one row looks like in JSON; CSV has the same columns for everyone. */
export function respondWithDocuments<View extends object>(
  db: Db,
  owner: Owner | null,
  asked: { headers: Readonly<Record<string, string | undefined>>; query: Asked },
  toView: (document: Document) => View,
) {
  const { query, headers } = asked
  const { environment, partner_id: partnerId, order_id: orderId, settlement_id: settlementId, sort } = query
  const { purchase_id: purchaseId, seller_id: sellerId } = query
  const kinds = commaList('kind', query.kind, DOCUMENT_KINDS)
  const filter = {
    partnerId,
    environment,
    kinds,
    orderId,
    settlementId,
    purchaseId,
    sellerId,
    place: readPlace(query.number),
  }
  const filters = { list: 'documents', ...filter, ...dateRange({ from: query.from, to: query.to }) }
  const key = ({ id }: Document): string => id
  return respondWithList(
    { headers, query },
    {
      columns: COLUMNS,
      read: async (cursor, limit) => {
        const given = { sort, fallback: NEWEST, cursor, limit, filters } as const
        const page =
          owner === null
            ? await pageSortedLiveFirst({ ...given, environment }, BY_AGE, key, (one, keyset, room) =>
                listDocuments(db, { ...filters, owner, environment: one }, keyset, room),
              )
            : await pageSorted(given, BY_AGE, key, (keyset, room) =>
                listDocuments(db, { ...filters, owner }, keyset, room),
              )
        return page
      },
      toBody: (rows) => ({ documents: rows.map(toView) }),
      toLine: documentRow,
    },
  )
}
