// The words of the package's interface: what goes into the engine and what comes out of it.
import type { PriceLimits } from './query/exchange.ts'

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

export interface PriceAndTld extends PriceLimits {
  tld?: string
}

/** Limits given apart bind. A TLD ("io", "co.uk") that is wished for in the text ("ai startup .io") only ranks names first. */
export interface SearchQuery extends PriceAndTld {
  q: string
  /** Most results wanted; ask for more than are shown when some may turn out to be sold. Default 5, most 50. */
  limit?: number
  /** Which inventory; one engine can hold several. */
  collection?: string
  /** Someone is still typing: half a word finds names that contain its letters, and none by their meaning. */
  isTyping?: boolean
  /** Set by an engine that found nothing otherwise: the letters of the one typed word count anywhere in a name. */
  anywhere?: boolean
}

export interface SearchMatch {
  /** 0..1: how well words and letters of the name match the query. */
  keyword: number
  /** 0..1: how near the name's meaning is to the query's. */
  semantic: number
  /** The words of the query, as understood (corrected or translated), that the name or its text carries. */
  terms: string[]
  /** Why the name was found, in at most 80 characters: "Name contains “coffee”". */
  reason: string
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
  /** By currency, when the price wish names one: the limits for listings in that currency. */
  priceLimits?: Record<string, { min: number; max: number }>
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
  /** The index outlives the process: nothing has to be loaded at a start. */
  readonly keepsIndex: boolean
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

/** What is known of an inventory that lies outside the engine; what lacks is asked for. */
export interface InventoryFacts {
  /** Names in all, roughly. */
  size: number
  tlds: Record<string, boolean>
  /** By text: some names that begin with it, and the few that most resemble it. */
  labels: Record<string, string[]>
  /** By stem: how many names carry it; a count may stop at a few thousand. */
  stems: Record<string, number>
}

export interface InventoryQuestions {
  tlds: string[]
  labels: string[]
  stems: string[]
}

/** A word of the query, or one that evokes the same thing. */
export interface WantedStem {
  stem: string
  weight: number
  evoked: boolean
}

/** Which names such an inventory should propose. Codes are as `IndexEntry` has them; near is few bits of difference. */
export interface WantedCandidates {
  filter: PriceAndTld
  near: { codes: string[]; limit: number } | undefined
  words: { stems: WantedStem[]; limit: number }
  letters: { texts: string[]; resembling: number; beginning: number } | undefined
  anywhere: { text: string; limit: number } | undefined
  domain: string | undefined
  inTld: { tld: string; codes: string[]; limit: number } | undefined
  coined: { codes: string[]; limit: number } | undefined
}

/** Neither questions nor wants: the query has no words, and nothing answers it. */
export interface RemotePlan {
  questions?: InventoryQuestions
  wanted?: WantedCandidates
  /** Letters inside of words may be searched when this finds nothing. */
  hasLetters?: boolean
}

export interface RemoteProposal extends SearchDocument {
  vector: Uint8Array
  /** Changes with the listing's text and vector. */
  revision: string
  /** As its `IndexEntry` has it. */
  reading: string
  /** Only its code speaks for it. */
  rough: boolean
}

/** What an inventory outside the engine stores of a listing, to be able to propose it. */
export interface IndexEntry {
  /** The label without hyphens, folded. */
  flat: string
  tld: string
  coined: boolean
  stems: string[]
  textStems: string[]
  /** How the name was understood, to be handed back: reading it anew takes longer than all else. */
  reading: string
  /** 384 signs, "0" and "1". */
  code: string
}

/** The engine's understanding for an inventory that lies outside it: ask for a plan until it has no questions, then rank. */
export interface RemoteReader {
  describeListings(listings: readonly (ListingText & { vector: Uint8Array })[]): Promise<IndexEntry[]>
  plan(query: SearchQuery, facts: InventoryFacts): Promise<RemotePlan>
  rank(query: SearchQuery, facts: InventoryFacts, proposals: readonly RemoteProposal[]): Promise<SearchResponse>
}
