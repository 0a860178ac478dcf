// The words of the package's interface: what goes into the engine and what comes out of it.

/** Identifier of a listing, chosen by the caller and handed back unchanged. */
export type DocId = number | string

/** The parts of a listing that are embedded. */
export interface ListingText {
  /** The name as the DNS writes it: lower case, A-labels ("xn--…") for IDN. */
  domain: string
  categories?: readonly string[]
  description?: string
}

/** A listing that is for sale now. */
export interface SearchDocument extends ListingText {
  id: DocId
  priceCents: number
  currency: string
  /** 384 signed bytes, as `embedListings` or an earlier `upsert` returned them for the same text and version. */
  vector?: Uint8Array | Int8Array
}

export interface SearchQuery {
  q: string
  /** Only names under this TLD ("io", "co.uk"); a wish in the text ("ai startup .io") only ranks them first. */
  tld?: string
  minPriceCents?: number
  maxPriceCents?: number
  /** Most results wanted; ask for more than are shown when some may turn out to be sold. Default 5, most 50. */
  limit?: number
  /** Which inventory; one engine can hold several. */
  collection?: string
}

export interface SearchMatch {
  /** 0..1: how well words and letters of the name match the query. */
  keyword: number
  /** 0..1: how near the name's meaning is to the query's. */
  semantic: number
  /** The words of the query, as understood (corrected or translated), that the name or its text carries. */
  terms: string[]
}

export interface SearchResult {
  id: DocId
  domain: string
  /** 0..1, comparable between queries; results below the relevance floor are not returned. */
  score: number
  match: SearchMatch
}

/** What the engine understood; for logs, headers and tests. */
export interface UnderstoodQuery {
  /** The text that was searched for, after corrections and without TLD and price wishes. */
  text: string
  /** The full name, when the query is shaped like one. */
  domain?: string
  tld?: string
  minPriceCents?: number
  maxPriceCents?: number
  /** Words that were corrected: from → to. */
  corrections: Record<string, string>
  /** ISO 639-1 code of the query's language, as far as known. */
  language: string
  /** The caller wants an invented, short, brand-like name. */
  brandable: boolean
}

export interface SearchResponse {
  results: SearchResult[]
  understood: UnderstoodQuery
}

export interface UpsertReport {
  /** Listings that came without a vector and were embedded: store these beside the listing. */
  embedded: { id: DocId; vector: Uint8Array }[]
}

export interface EngineStats {
  embeddingVersion: string
  collections: Record<string, { size: number; approximate: boolean }>
}

/** The engine as callers see it, whether it runs in a worker thread or in this one. */
export interface SearchEngine {
  /** Resolves when the model and the tables are loaded; rejects when they cannot be. */
  ready(): Promise<void>
  /** Adds or replaces; visible to every search that starts after the promise resolves. */
  upsert(documents: readonly SearchDocument[], collection?: string): Promise<UpsertReport>
  /** Unknown ids are ignored. */
  remove(ids: readonly DocId[], collection?: string): Promise<void>
  search(query: SearchQuery): Promise<SearchResponse>
  /** One vector of 384 bytes for each listing, in order. */
  embedListings(listings: readonly ListingText[]): Promise<Uint8Array[]>
  size(collection?: string): Promise<number>
  stats(): Promise<EngineStats>
  close(): Promise<void>
}
