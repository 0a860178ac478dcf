// The records of an import, judged as the body of a request would be.
import type { Deps } from '../../deps.ts'
import { type Static, Strict, Type } from '../../http/schema.ts'
import { assertStorable, assertValid } from '../../http/validate.ts'
import { type Import, importLines, type ReadRecord } from './service/import.ts'
import { newListing, readDomain } from './service/list.ts'
import { listingTerms } from './views/listings.ts'

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
