// What a person bought, with the documents as they were issued, for the export of personal data.
import type { Db } from '../../../db/sql.ts'
import { documentView, listDocumentsOfOrders } from '../../documents/index.ts'
import { listPurchases } from '../store/purchases.ts'

const ROWS_MAX = 10_000

export async function exportPurchases(db: Db, userId: string) {
  const purchases = await listPurchases(db, userId, { before: undefined, limit: ROWS_MAX })
  const ids = purchases.map(({ id }) => id)
  const documents = (await listDocumentsOfOrders(db, ids)).map(documentView)
  return purchases.map(({ id, view }) => ({
    ...view,
    documents: documents.filter(({ order_public_id }) => order_public_id === id),
  }))
}
