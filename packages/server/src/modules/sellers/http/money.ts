// Lists of sales, payouts and sellers: a page at a time, by age.
import type { Db } from '../../../db/sql.ts'
import { type AgeSort, ageQuery, BY_AGE, NEWEST, respondWithList } from '../../../http/list-response.ts'
import type { Filters } from '../../../http/pagination.ts'
import { pageFields, pageQuery, type Static, Strict, Type } from '../../../http/schema.ts'
import { pageSorted, type ReadList, type SortText } from '../../../http/sorting.ts'
import { type ListedPayout, listPayouts, type PayoutFilter } from '../store/payouts.ts'
import { listSales, type ShownSale } from '../store/sales.ts'
import { type ListedSeller, listSellers, type SellerFilter } from '../store/sellers.ts'
import { SELLER_SALE_COLUMNS, SellerSaleView, sellerSaleView } from '../views/money.ts'

type Sort = SortText<AgeSort> | undefined

const readSales =
  (db: Db, sellerId: string, sort: Sort): ReadList<ShownSale> =>
  (cursor, limit) =>
    pageSorted(
      { sort, fallback: NEWEST, cursor, limit, filters: { list: 'seller_sales', sellerId } },
      BY_AGE,
      ({ orderId }: ShownSale) => orderId,
      (keyset, room) => listSales(db, sellerId, keyset, room),
    )

export const readPayouts =
  (db: Db, filters: Filters & PayoutFilter, sort: Sort): ReadList<ListedPayout> =>
  (cursor, limit) =>
    pageSorted(
      { sort, fallback: NEWEST, cursor, limit, filters },
      BY_AGE,
      ({ id }: ListedPayout) => id,
      (keyset, room) => listPayouts(db, filters, keyset, room),
    )

export const readSellers =
  (db: Db, filters: Filters & SellerFilter, sort: Sort): ReadList<ListedSeller> =>
  (cursor, limit) =>
    pageSorted(
      { sort, fallback: NEWEST, cursor, limit, filters },
      BY_AGE,
      ({ userId }: ListedSeller) => userId,
      (keyset, room) => listSellers(db, filters, keyset, room),
    )

/** Rows of a list as their views. */
export const viewList =
  <Row, View>(read: ReadList<Row>, toView: (row: Row) => View): ReadList<View> =>
  async (cursor, limit) => {
    const page = await read(cursor, limit)
    return { ...page, rows: page.rows.map(toView) }
  }

export const SalesQuery = Strict({ ...pageQuery, ...ageQuery })

export const SalesPage = Strict({ sales: Type.Array(SellerSaleView, { description: 'Sales.' }), ...pageFields })

type AskedSales = { headers: Parameters<typeof respondWithList>[0]['headers']; query: Static<typeof SalesQuery> }

/** The sales of a seller, for the seller and for operators. */
export function respondWithSales(db: Db, sellerId: string, { headers, query }: AskedSales) {
  const read = viewList(readSales(db, sellerId, query.sort), sellerSaleView)
  return respondWithList({ headers, query }, { columns: SELLER_SALE_COLUMNS, read, toBody: (sales) => ({ sales }) })
}
