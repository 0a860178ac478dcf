// Owns the shape of a seeded listing and of a name before it has a price.

export interface SeedListing {
  /** Lower-case A-label. */
  domain: string
  priceCents: number
  floorPriceCents: number
  currency: string
  /** One English sentence. */
  description: string
  categories: string[]
}

export type NameShape =
  | 'two_words'
  | 'three_words'
  | 'pair'
  | 'local'
  | 'single'
  | 'brand'
  | 'digits'
  | 'hyphen'
  | 'foreign'

/** A name with what its maker knew of it, which the price and the description need. */
export interface ComposedName {
  /** Unicode, without the ending. */
  label: string
  tld: string
  shape: NameShape
  category: string
  /** The words in order; together they say how to read the label. */
  words: readonly string[]
  /** Only of a foreign name. */
  translation?: { language: string; meaning: string }
}
