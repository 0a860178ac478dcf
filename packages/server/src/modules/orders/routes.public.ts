// What the signed-in person bought here.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { invariant, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import {
  type Document,
  DocumentView,
  documentView,
  findDocument,
  PDF,
  toPdfResponse,
  wantsPdf,
} from '../documents/index.ts'
import { findPurchase, isBoughtBy, listPurchases } from './store/purchases.ts'
import { PurchaseView, purchaseView } from './views/purchases.ts'

const list = defineRoute({
  id: 'account.orders',
  area: 'public',
  method: 'GET',
  path: '/account/orders',
  summary: 'List your purchases',
  description:
    'Orders that belong to your account, newest first: those you placed signed in, claimed, or placed with your confirmed email address.',
  returns: 'A page of purchases.',
  signedIn: 'domains:manage',
  confirmed: true,
  query: Strict({ ...pageQuery }),
  response: Strict({ orders: Type.Array(PurchaseView), ...pageFields }),
  handle: async ({ db, caller }, { query }) => {
    invariant(caller.user, 'only the signed-in come here')
    const limit = pageLimit(query.limit)
    const filters = { list: 'account.orders', user: caller.user.id }
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listPurchases(db, caller.user.id, { before, limit: limit + 1 })
    const page = toPage(rows, limit, filters, (row) => [row.id])
    return {
      orders: page.rows.map(({ view }) => purchaseView(view)),
      next_cursor: page.nextCursor,
      has_more: page.hasMore,
    }
  },
})

const get = defineRoute({
  id: 'account.order',
  area: 'public',
  method: 'GET',
  path: '/account/orders/{public_id}',
  summary: 'Get a purchase',
  description: 'Returns one of your orders with its timeline.',
  returns: 'The purchase.',
  signedIn: 'domains:manage',
  confirmed: true,
  params: Strict({ public_id: Type.String() }),
  response: PurchaseView,
  errors: ['not_found'],
  handle: async ({ db, caller }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { public_id: id } = params
    const found = isId('order', id) ? await findPurchase(db, caller.user.id, id) : undefined
    if (!found) throw notFound('Order not found.')
    return purchaseView(found)
  },
})

/** Documents of registrations and renewals name their account. Who an order belongs to can change. */
const ownsDocument = async (db: Db, userId: string, document: Document): Promise<boolean> =>
  document.orderId === null ? document.userId === userId : isBoughtBy(db, userId, document.orderId)

const getDocument = defineRoute({
  id: 'account.document',
  area: 'public',
  method: 'GET',
  path: '/account/documents/{document_id}',
  summary: 'Get a document of a purchase',
  description:
    'Returns a receipt, invoice or credit note of one of your orders, registrations or renewals. `Accept: application/pdf` returns it as PDF.',
  returns: 'The document.',
  signedIn: 'domains:manage',
  confirmed: true,
  params: Strict({ document_id: Type.String() }),
  produces: [PDF],
  response: DocumentView,
  errors: ['not_found'],
  handle: async ({ db, caller, headers }, { params }) => {
    invariant(caller.user, 'only the signed-in come here')
    const { document_id: id } = params
    const document = isId('document', id) ? await findDocument(db, null, id) : undefined
    if (!document || !(await ownsDocument(db, caller.user.id, document))) throw notFound('Document not found.')
    return wantsPdf(headers.accept) ? toPdfResponse(db, document) : documentView(document)
  },
})

export const publicRoutes = [list, get, getDocument]
