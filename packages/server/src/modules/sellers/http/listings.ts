// The list of a seller's listings, and the lines of an import, judged as the body of a request would be.
import type { Db } from '../../../db/sql.ts'
import { type AGE_SORTS, ageQuery, BY_AGE, NEWEST, respondWithList } from '../../../http/list-response.ts'
import type { Filters } from '../../../http/pagination.ts'
import { commaList } from '../../../http/query.ts'
import { pageFields, pageQuery, type Static, Strict, Type } from '../../../http/schema.ts'
import { pageSorted, type ReadList, type SortText } from '../../../http/sorting.ts'
import { assertStorable, assertValid } from '../../../http/validate.ts'
import { SELLER_LISTING_STATUSES } from '../rules/listings.ts'
import type { ReadRecord } from '../service/import.ts'
import { listOwnListings, type OwnFilter, type OwnListing } from '../store/proofs.ts'
import {
  SELLER_LISTING_COLUMNS,
  type SellerListingJson,
  SellerListingView,
  SellerTerms,
  sellerListingLine,
  sellerListingView,
  toNewTerms,
} from '../views/listings.ts'

const readOwnListings =
  (
    db: Db,
    filters: Filters & OwnFilter,
    sort: SortText<(typeof AGE_SORTS)[number]> | undefined,
    now: Date,
  ): ReadList<SellerListingJson> =>
  async (cursor, limit) => {
    const page = await pageSorted(
      { sort, fallback: NEWEST, cursor, limit, filters },
      BY_AGE,
      ({ id }: OwnListing) => id,
      (keyset, room) => listOwnListings(db, filters, keyset, room, now),
    )
    return { ...page, rows: page.rows.map(sellerListingView) }
  }

export const ListingsQuery = Strict({
  ...pageQuery,
  ...ageQuery,
  status: Type.Optional(
    Type.String({ description: `Statuses, separated by commas: ${SELLER_LISTING_STATUSES.join(', ')}.` }),
  ),
})

export const ListingsPage = Strict({ listings: Type.Array(SellerListingView), ...pageFields })

type Asked = { headers: Parameters<typeof respondWithList>[0]['headers']; query: Static<typeof ListingsQuery> }

/** The listings of a seller, for the seller and for operators. */
export function respondWithListings(db: Db, sellerId: string, { headers, query }: Asked, now: Date) {
  const statuses = commaList('status', query.status, SELLER_LISTING_STATUSES)
  const filters = { list: 'seller_listings', sellerId, statuses }
  return respondWithList(
    { headers, query },
    {
      columns: SELLER_LISTING_COLUMNS,
      read: readOwnListings(db, filters, query.sort, now),
      toBody: (listings) => ({ listings }),
      toLine: sellerListingLine,
    },
  )
}

const LineSchema = Strict({ domain: Type.String({ minLength: 1, maxLength: 512 }), ...SellerTerms })
const COLUMNS = Object.keys(LineSchema.properties)

const FLAGS = ['accepts_offers', 'auto_accept_offers']
/** A cell is text; anything but these two is an error of the line. */
const readFlag = (value: unknown): unknown => (value === 'true' ? true : value === 'false' ? false : value)

/** Other columns are ignored, so that an exported file can be changed and sent back. */
export const readLine: ReadRecord = (record) => {
  const known = Object.fromEntries(Object.entries(record).filter(([name]) => COLUMNS.includes(name)))
  const line = { ...known }
  for (const name of FLAGS) if (name in known) line[name] = readFlag(known[name])
  assertValid(LineSchema, line, 'line')
  assertStorable(line, 'line')
  const { domain, ...terms } = line as Static<typeof LineSchema>
  return { domain, ...toNewTerms(terms) }
}
