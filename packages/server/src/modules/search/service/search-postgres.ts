// The search engine whose index lies in PostgreSQL: SQL proposes, the same reader of names and queries understands and ranks.
import {
  type DocId,
  EMBEDDING_VERSION,
  type EngineStats,
  type InventoryFacts,
  type ListingText,
  type RemotePlan,
  type RemoteReader,
  type SearchDocument,
  type SearchEngine,
  type SearchQuery,
  type SearchResponse,
  type UpsertReport,
} from '@freehold/search'
import type { Logger } from 'pino'
import type { Database } from '../../../db/sql.ts'
import { ENVIRONMENTS } from '../../../kernel/owner.ts'
import { textHash } from '../rules.ts'
import {
  type Abilities,
  countEntries,
  deleteEntries,
  deleteStrays,
  prepareAbilities,
  readFacts,
  readProposals,
  saveEntries,
} from '../store/search-names.ts'

/** An answer may raise one more question (a TLD taken out of the words leaves others), but never many. */
const ROUNDS_MAX = 4
const DEFAULT_COLLECTION = 'live'

export function createPostgresEngine(
  { db, log }: { db: Database; log: Logger },
  reader: SearchEngine & RemoteReader,
): SearchEngine {
  let abilities: Abilities = { trigrams: false, vectors: false }
  let preparing: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await reader.ready()
    abilities = await prepareAbilities(db)
    await deleteStrays(db)
    const { trigrams, vectors } = abilities
    log.info(
      { pg_trgm: trigrams, pgvector: vectors },
      `search in PostgreSQL: ${trigrams ? 'typo tolerance with pg_trgm' : 'pg_trgm not installed, so misspelled domains are not found'}; ` +
        `${vectors ? 'semantic search with pgvector' : 'pgvector 0.7 not installed, so semantic search scans every row'}`,
    )
  }

  async function embedMissing(documents: readonly SearchDocument[]): Promise<Map<DocId, Uint8Array>> {
    const missing = documents.filter(({ vector }) => vector === undefined)
    const vectors = await reader.embedListings(missing)
    return new Map(missing.map(({ id }, i) => [id, vectors[i] as Uint8Array]))
  }

  async function understand(
    query: SearchQuery,
    known: InventoryFacts,
  ): Promise<{ plan: RemotePlan; facts: InventoryFacts }> {
    const environment = query.collection ?? DEFAULT_COLLECTION
    let facts = known
    for (let round = 1; ; round++) {
      const plan = await reader.plan(query, facts)
      if (plan.questions === undefined || round === ROUNDS_MAX) return { plan, facts }
      const results = await readFacts(db, environment, plan.questions, abilities)
      facts = {
        size: results.size,
        tlds: { ...facts.tlds, ...results.tlds },
        labels: { ...facts.labels, ...results.labels },
        stems: { ...facts.stems, ...results.stems },
      }
    }
  }

  async function find(query: SearchQuery, known: InventoryFacts): Promise<SearchResponse> {
    const { plan, facts } = await understand(query, known)
    const environment = query.collection ?? DEFAULT_COLLECTION
    const proposals = plan.wanted
      ? await readProposals(db, environment, EMBEDDING_VERSION, plan.wanted, facts.size, abilities)
      : []
    const response = await reader.rank(query, facts, proposals)
    const isOver = response.results.length > 0 || query.isTyping || query.anywhere || !plan.hasLetters
    return isOver ? response : find({ ...query, anywhere: true }, facts)
  }

  return {
    keepsIndex: true,
    ready() {
      preparing ??= prepare().catch((error: unknown) => {
        preparing = undefined
        throw error
      })
      return preparing
    },
    async upsert(documents, collection = DEFAULT_COLLECTION): Promise<UpsertReport> {
      const made = await embedMissing(documents)
      const complete = documents.map((document) => ({
        ...document,
        vector: Uint8Array.from(document.vector ?? (made.get(document.id) as Uint8Array)),
      }))
      const entries = await reader.describeListings(complete)
      await saveEntries(
        db,
        collection,
        EMBEDDING_VERSION,
        complete.map(({ id, domain, priceCents, categories = [], description = null }, i) => ({
          ...entries[i]!,
          id: String(id),
          domain,
          priceCents,
          textHash: textHash({ domain, categories, description }),
        })),
      )
      return { embedded: [...made].map(([id, vector]) => ({ id, vector })) }
    },
    remove: (ids) => deleteEntries(db, ids.map(String)),
    search: (query) => find(query, { size: 0, tlds: {}, labels: {}, stems: {} }),
    embedListings: (listings: readonly ListingText[]) => reader.embedListings(listings),
    size: (collection = DEFAULT_COLLECTION) => countEntries(db, collection),
    async stats(): Promise<EngineStats> {
      const collections: EngineStats['collections'] = {}
      for (const environment of ENVIRONMENTS)
        collections[environment] = { size: await countEntries(db, environment), approximate: abilities.vectors }
      return { embeddingVersion: EMBEDDING_VERSION, collections }
    },
    close: () => reader.close(),
  }
}
