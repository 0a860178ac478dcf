// The operator's list of listings, and the records of an import, judged as the body of a request would be.
import type { Db } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { Filters } from '../../http/pagination.ts'
import { type Static, Strict, Type } from '../../http/schema.ts'
import { pageSortedLiveFirst, type ReadList, type SortText } from '../../http/sorting.ts'
import { assertStorable, assertValid } from '../../http/validate.ts'
import { type Import, importLines, type ReadRecord } from './service/import.ts'
import { newListing, readDomain } from './service/list.ts'
import { type Listing, type ListingFilter, type ListingSort, listListings } from './store/listings.ts'
import { type ListingView, listingTerms, listingView } from './views/listings.ts'

export const LISTING_COLUMNS = [
  'listing_id',
  'domain',
  'domain_unicode',
  'tld',
  'status',
  'price_cents',
  'floor_price_cents',
  'currency',
  'categories',
  'description',
  'accepts_offers',
  'auto_accept_offers',
  'environment',
  'listed_at',
  'updated_at',
]

export const readListings =
  (
    db: Db,
    filters: Filters & ListingFilter,
    sort: SortText<ListingSort> | undefined,
    now: Date,
  ): ReadList<Static<typeof ListingView>> =>
  async (cursor, limit) => {
    const page = await pageSortedLiveFirst(
      { environment: filters.environment, sort, fallback: 'created_desc', cursor, limit, filters },
      { created: null, price: { kind: 'number', getValue: ({ priceCents }: Listing) => priceCents } },
      ({ id }) => id,
      (environment, keyset, room) => listListings(db, { ...filters, environment }, keyset, room),
    )
    return { ...page, rows: page.rows.map((row) => listingView(row, now)) }
  }

const LineSchema = Strict({ domain: Type.String({ minLength: 1, maxLength: 512 }), ...listingTerms })
type LineRecord = Static<typeof LineSchema>

const readRecord: ReadRecord = (record, environment, now) => {
  assertValid(LineSchema, record, 'line')
  assertStorable(record, 'line')
  const line = record as LineRecord
  const terms = {
    priceCents: line.price_cents,
    floorPriceCents: line.floor_price_cents,
    currency: line.currency,
    description: line.description,
    categories: line.categories,
  }
  return newListing(readDomain(line.domain, environment), environment, terms, now)
}

export const importListings = (deps: Deps, input: Import) => importLines(deps, readRecord, input)
