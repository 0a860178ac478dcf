// The terms of a listing as requests give them, shared by create, change and import.
import { CurrencyCode, PositiveCents, Type } from '../../http/schema.ts'
import { CATEGORIES_MAX, DESCRIPTION_LENGTH_MAX } from '../../kernel/limits.ts'

export const listingTerms = {
  price_cents: PositiveCents('The buy-now price.'),
  floor_price_cents: Type.Optional(PositiveCents('The lowest price taken; the buy-now price when absent.')),
  currency: CurrencyCode(),
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_LENGTH_MAX })),
  categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: CATEGORIES_MAX })),
}
