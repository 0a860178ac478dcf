// Owns the engine in one thread: model, tables and inventories together; the worker runs this, tests may too.
import { EMBEDDING_VERSION } from './embedding-version.ts'
import { type Embedder, openEmbedder } from './model/embedder.ts'
import { asSigned, asUnsigned } from './model/vector.ts'
import { type Name, NameReader } from './names/understand-name.ts'
import { LANGUAGES } from './names/word-table.ts'
import { nearestSpelling } from './query/edit-distance.ts'
import { CONVERTED_CURRENCIES, convertLimits } from './query/exchange.ts'
import { type ParsedQuery, QueryReader } from './query/parse-query.ts'
import { Speller } from './query/speller.ts'
import { filterFor, findAnywhere, findCandidates, lettersAnywhere } from './rank/candidates.ts'
import { type Candidate, type FeatureName, FeatureReader, readFeature } from './rank/features.ts'
import { explain } from './rank/reason.ts'
import { loadWeights, type Ranked, rerank, type Weights } from './rank/rerank.ts'
import { hasBeginning, pickForTyping } from './rank/typed-results.ts'
import { readTerms } from './rank/word-match.ts'
import { RemoteSearch } from './remote/remote-search.ts'
import { Inventory } from './store/inventory.ts'
import type {
  DocId,
  EngineStats,
  IndexEntry,
  InventoryFacts,
  ListingText,
  RemotePlan,
  RemoteProposal,
  RemoteReader,
  SearchDocument,
  SearchEngine,
  SearchQuery,
  SearchResponse,
  SearchResult,
  UnderstoodQuery,
  UpsertReport,
} from './types.ts'

export const DEFAULT_COLLECTION = 'default'
const MAX_RESULTS = 50
/** Listings indexed between two pauses, so that a search never waits long behind an import. */
const CHUNK = 64
const CACHED_QUERIES = 512
/** Names looked at to understand a word that is being typed or was misspelt. */
const BEGINNING = 40
const RESEMBLING = 12

export class LocalSearchEngine implements SearchEngine, RemoteReader {
  readonly keepsIndex = false
  readonly #embedder: Embedder
  readonly #names = new NameReader()
  readonly #queries = new QueryReader(this.#names, new Speller(this.#names.words))
  readonly #features = new FeatureReader(this.#names)
  readonly #inventories = new Map<string, Inventory>()
  readonly #vectorCache = new Map<string, Int8Array>()
  readonly #remote = new RemoteSearch({
    names: this.#names,
    queries: this.#queries,
    features: this.#features,
    embed: (text) => this.#embedQuery(text),
  })
  weights: Weights = loadWeights()

  private constructor(embedder: Embedder) {
    this.#embedder = embedder
  }

  static async load(): Promise<LocalSearchEngine> {
    return new LocalSearchEngine(openEmbedder())
  }

  async ready(): Promise<void> {}

  async upsert(documents: readonly SearchDocument[], collection = DEFAULT_COLLECTION): Promise<UpsertReport> {
    const inventory = this.#inventory(collection)
    const embedded: UpsertReport['embedded'] = []
    for (let from = 0; from < documents.length; from += CHUNK) {
      const chunk = documents.slice(from, from + CHUNK)
      // Reading a name takes a tenth of the time of embedding it: once for both uses.
      const names = chunk.map(({ domain }) => this.#names.read(domain))
      const missing = chunk.flatMap(({ vector }, i) => (vector === undefined ? [i] : []))
      const texts = missing.map((i) => this.#names.buildText(names[i] as Name, chunk[i] as SearchDocument))
      const made = new Map((await this.#embedTexts(texts)).map((vector, i) => [missing[i] as number, vector]))
      chunk.forEach((document, i) => {
        inventory.put(document, names[i] as Name, asSigned(document.vector ?? (made.get(i) as Uint8Array)))
      })
      for (const [i, vector] of made) embedded.push({ id: (chunk[i] as SearchDocument).id, vector })
      if (from + CHUNK < documents.length) await pause()
    }
    // Training goes on in the background, in small steps; searches meanwhile see every name.
    void inventory.clustering.maintain()
    return { embedded }
  }

  async remove(ids: readonly DocId[], collection = DEFAULT_COLLECTION): Promise<void> {
    const inventory = this.#inventory(collection)
    for (const id of ids) inventory.remove(id)
  }

  async search(query: SearchQuery): Promise<SearchResponse> {
    const { parsed, candidates, inventory } = await this.candidates(query)
    const response = this.#answer(query, parsed, candidates, ({ slot }) => inventory.id(slot))
    const isOver = response.results.length > 0 || query.isTyping || query.anywhere
    return isOver || lettersAnywhere(parsed) === undefined ? response : this.search({ ...query, anywhere: true })
  }

  async describeListings(listings: readonly (ListingText & { vector: Uint8Array })[]): Promise<IndexEntry[]> {
    return this.#remote.describe(listings)
  }

  plan(query: SearchQuery, facts: InventoryFacts): Promise<RemotePlan> {
    return this.#remote.plan(query, facts)
  }

  async rank(query: SearchQuery, facts: InventoryFacts, proposals: readonly RemoteProposal[]): Promise<SearchResponse> {
    const { parsed, candidates, getId } = await this.#remote.candidates(query, facts, proposals)
    return this.#answer(query, parsed, candidates, getId)
  }

  #answer(
    query: SearchQuery,
    parsed: ParsedQuery,
    candidates: readonly Candidate[],
    getId: (candidate: Candidate) => DocId,
  ): SearchResponse {
    const model = parsed.styleOnly ? { ...this.weights, floor: 0 } : this.weights
    const judged = query.anywhere ? candidates.map((one) => this.#asLetters(parsed, one)) : candidates
    const ranked = rerank(judged, model)
    const suited = query.isTyping ? pickForTyping(this.#names, parsed, ranked) : ranked
    const shown = suited.slice(0, Math.min(query.limit ?? 5, MAX_RESULTS))
    const results = shown.map((candidate) =>
      toResult(getId(candidate), candidate, explain(this.#names, parsed, candidate)),
    )
    return { results, understood: describe(parsed) }
  }

  /** Letters that begin a word come before those inside of one. Unwanted words and a wish for a TLD are stronger than letters, too. */
  #asLetters({ joined, tlds }: ParsedQuery, candidate: Candidate): Candidate {
    const tld = candidate.domain.slice(candidate.domain.indexOf('.') + 1)
    if (readFeature(candidate, 'unwished') === 1 || (tlds.length > 0 && !tlds.includes(tld))) return candidate
    return { ...candidate, literal: hasBeginning(this.#names, candidate.domain, joined) ? 0.5 : 0.25 }
  }

  /** Every candidate with its features, in no order. */
  async candidates(
    query: SearchQuery,
  ): Promise<{ parsed: ParsedQuery; candidates: Candidate[]; inventory: Inventory }> {
    const inventory = this.#inventory(query.collection ?? DEFAULT_COLLECTION)
    const parsed = this.#queries.read(
      query.q,
      {
        hasTld: (tld) => inventory.underTld(tld).length > 0,
        hasLabel: (label) => inventory.labels.startingWith(`${label}.`, 1, () => true).length > 0,
        beginningWith: (text) =>
          inventory.labels.startingWith(text, BEGINNING, () => true).map((slot) => inventory.domains[slot] as string),
        nearestLabel: (text) => this.#nearestLabel(inventory, text),
        hasWord: (word) =>
          inventory.vocabulary.has(word) && inventory.lexical.frequency(inventory.vocabulary.findStem(word)) > 0,
      },
      query.isTyping,
    )
    if (parsed.terms.length === 0 || inventory.size === 0) return { parsed, candidates: [], inventory }
    const vectors: Int8Array[] = []
    for (const text of parsed.texts) vectors.push(await this.#embedQuery(text))
    const { lexical, vocabulary } = inventory
    const terms = readTerms(this.#names, parsed, (stem) => lexical.rarity(vocabulary.stemId(stem)))
    const filter = filterFor(query, parsed)
    const slots = query.anywhere
      ? findAnywhere(this.#names, inventory, parsed, filter)
      : findCandidates(this.#names, inventory, parsed, terms, vectors, filter)
    if (slots.length === 0) return { parsed, candidates: [], inventory }
    return { parsed, candidates: this.#features.read(inventory, parsed, terms, vectors, slots), inventory }
  }

  /** What words and letters alone find, best first; the evaluation's baseline. */
  async keywordOnly(query: SearchQuery): Promise<{ words: string[]; letters: string[] }> {
    const inventory = this.#inventory(query.collection ?? DEFAULT_COLLECTION)
    const words = query.q.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    const terms = words.map((word) => ({ stem: inventory.vocabulary.findStem(word), weight: 1 }))
    const listDomains = (found: { slot: number }[]): string[] =>
      found.map(({ slot }) => inventory.domains[slot] as string)
    return {
      words: listDomains(inventory.lexical.byWords(terms, 100, () => true)),
      letters: listDomains(inventory.lexical.byLetters(words.join(''), 100, () => true)),
    }
  }

  async embedListings(listings: readonly ListingText[]): Promise<Uint8Array[]> {
    return this.#embedTexts(listings.map((listing) => this.#names.buildText(this.#names.read(listing.domain), listing)))
  }

  async size(collection = DEFAULT_COLLECTION): Promise<number> {
    return this.#inventory(collection).size
  }

  async stats(): Promise<EngineStats> {
    const collections: EngineStats['collections'] = {}
    for (const [name, { size, vectors }] of this.#inventories)
      collections[name] = { size, approximate: vectors.trained }
    return { embeddingVersion: EMBEDDING_VERSION, collections }
  }

  async close(): Promise<void> {
    await this.#embedder.close()
  }

  /** Waits until no clustering is under way; for tests and benchmarks. */
  async settle(collection = DEFAULT_COLLECTION): Promise<void> {
    await this.#inventory(collection).clustering.maintain()
  }

  #inventory(name: string): Inventory {
    let inventory = this.#inventories.get(name)
    if (inventory === undefined) {
      inventory = new Inventory(this.#names)
      this.#inventories.set(name, inventory)
    }
    return inventory
  }

  #nearestLabel(inventory: Inventory, text: string): string | undefined {
    const resembling = inventory.lexical.byLetters(text, RESEMBLING, () => true)
    return nearestSpelling(
      text,
      resembling.map(({ slot }) => this.#names.split(inventory.domains[slot] as string).flat),
    )
  }

  async #embedTexts(texts: readonly string[]): Promise<Uint8Array[]> {
    return texts.length === 0 ? [] : (await this.#embedder.embed(texts)).map(asUnsigned)
  }

  async #embedQuery(text: string): Promise<Int8Array> {
    const cached = this.#vectorCache.get(text)
    if (cached !== undefined) return cached
    const [vector] = await this.#embedder.embed([text])
    if (this.#vectorCache.size >= CACHED_QUERIES)
      this.#vectorCache.delete(this.#vectorCache.keys().next().value as string)
    this.#vectorCache.set(text, vector as Int8Array)
    return vector as Int8Array
  }
}

function toResult(id: DocId, candidate: Ranked, reason: string): SearchResult {
  const f = (name: FeatureName): number => readFeature(candidate, name)
  const words = (f('found') + f('foundSingle')) * 0.6 + (f('covered') + f('coveredSingle')) * 0.4
  const keyword = Math.max(f('exactLabel'), f('exactDomain'), f('letters'), f('spelling'), words, f('inText') * 0.5)
  return {
    id,
    domain: candidate.domain,
    score: round(candidate.score),
    match: {
      keyword: round(keyword),
      semantic: round(f('meaning') + f('meaningSingle')),
      terms: candidate.terms,
      reason,
    },
  }
}

const round = (value: number): number => Math.round(Math.max(0, Math.min(1, value)) * 10_000) / 10_000

function describe(parsed: ParsedQuery): UnderstoodQuery {
  const corrections: Record<string, string> = {}
  for (const term of parsed.terms) if (term.word !== term.typed) corrections[term.typed] = term.word
  const language = LANGUAGES.find((_, i) => (parsed.languages & (1 << i)) !== 0) ?? 'en'
  const understood: UnderstoodQuery = {
    text: parsed.texts[0] ?? '',
    corrections,
    language,
    brandable: parsed.brandable,
  }
  if (parsed.domain !== undefined) understood.domain = parsed.domain
  if (parsed.tlds[0] !== undefined) understood.tld = parsed.tlds[0]
  if (parsed.minPriceCents !== undefined) understood.minPriceCents = parsed.minPriceCents
  if (parsed.maxPriceCents !== undefined) understood.maxPriceCents = parsed.maxPriceCents
  if (parsed.priceCurrency !== undefined)
    understood.priceLimits = Object.fromEntries(
      CONVERTED_CURRENCIES.map((currency) => [currency, convertLimits(parsed, currency)]),
    )
  return understood
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
