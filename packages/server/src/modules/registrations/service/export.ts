// What is stored about a person's registrations and renewals, for the export of personal data.
import { newestFirst } from '../../../db/keyset.ts'
import type { Db } from '../../../db/sql.ts'
import { documentView, listDocuments } from '../../documents/index.ts'
import { listPurchases } from '../store/purchases.ts'

const ROWS_MAX = 10_000

/** Each purchase with its documents. */
export async function exportDomainPurchases(db: Db, userId: string) {
  const newest = newestFirst('created' as const, undefined)
  const documents = (await listDocuments(db, { owner: null, userId }, newest, ROWS_MAX)).map(documentView)
  const purchases = await listPurchases(db, userId, { before: undefined, limit: ROWS_MAX })
  return purchases.map((purchase) => ({
    ...purchase,
    documents: documents.filter(({ purchase_id }) => purchase_id === purchase.id),
  }))
}
