// What is stored about a person as a seller, for the export of personal data.
import { newestFirst } from '../../../db/keyset.ts'
import type { Db } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { documentView, listDocuments } from '../../documents/index.ts'
import { SELLER_LISTING_STATUSES } from '../rules/listings.ts'
import { listPayouts } from '../store/payouts.ts'
import { listOwnListings } from '../store/proofs.ts'
import { listSales, listSellerBalances } from '../store/sales.ts'
import { findSeller, type Seller } from '../store/sellers.ts'
import { openDestination } from './manage.ts'

const ROWS_MAX = 10_000

const describeSeller = (deps: Pick<Deps, 'secrets'>, seller: Seller) => ({
  createdAt: seller.createdAt,
  frozenAt: seller.frozenAt,
  frozenReason: seller.frozenReason,
  destination: {
    kind: seller.destinationKind,
    bankReference: openDestination(deps, seller),
    account: seller.destinationAccount,
    since: seller.destinationAt,
  },
})

export async function exportSeller(deps: Pick<Deps, 'secrets'>, db: Db, userId: string, now: Date) {
  const newest = newestFirst('created' as const, undefined)
  const seller = await findSeller(db, userId)
  // Withdrawn ones, too.
  const all = { sellerId: userId, statuses: SELLER_LISTING_STATUSES }
  const statements = await listDocuments(db, { owner: null, sellerId: userId }, newest, ROWS_MAX)
  return {
    seller: seller ? describeSeller(deps, seller) : null,
    listings: await listOwnListings(db, all, newest, ROWS_MAX, now),
    balances: await listSellerBalances(db, userId),
    sales: await listSales(db, userId, newest, ROWS_MAX),
    payouts: await listPayouts(db, { sellerId: userId, statuses: undefined }, newest, ROWS_MAX),
    statements: statements.map(documentView),
  }
}
