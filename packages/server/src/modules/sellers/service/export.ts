// What is stored about a person as a seller, for the export of personal data.
import { newestFirst } from '../../../db/keyset.ts'
import type { Db } from '../../../db/sql.ts'
import { documentView, listDocuments } from '../../documents/index.ts'
import { listPayouts } from '../store/payouts.ts'
import { listSales, listSellerBalances } from '../store/sales.ts'

const ROWS_MAX = 10_000

export async function exportSeller(db: Db, userId: string) {
  const newest = newestFirst('created' as const, undefined)
  const statements = await listDocuments(db, { owner: null, sellerId: userId }, newest, ROWS_MAX)
  return {
    balances: await listSellerBalances(db, userId),
    sales: await listSales(db, userId, newest, ROWS_MAX),
    payouts: await listPayouts(db, { sellerId: userId, statuses: undefined }, newest, ROWS_MAX),
    statements: statements.map(documentView),
  }
}
