// Which engine searches, and what the rest of the service sees of it.
import { createSearchEngine, EMBEDDING_VERSION, type SearchEngine } from '@freehold/search'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import type { openSearchClient } from '../../../integrations/search/client.ts'
import type { SearchState } from '../../../integrations/search/state.ts'
import { deriveSearchToken } from '../../../kernel/contracts/search-protocol.ts'
import { readProgress } from '../store/listings.ts'
import { countQueued } from '../store/queue.ts'
import { createPostgresEngine } from './search-postgres.ts'
import { type FollowingEngine, type SearchSync, startSearchSync } from './sync-index.ts'

type Settings = Pick<Config, 'searchEngine' | 'searchUrls' | 'searchEmbedding'>

/**
 * In this process's memory, in PostgreSQL for inventories that outgrow it, or none: for a machine that is too small, or where search
 * processes hold the index and this one does not embed either.
 */
export function openSearchEngine(
  { searchEngine, searchUrls, searchEmbedding }: Settings,
  parts: { db: Database; log: Logger },
): SearchEngine | null {
  if (searchEngine === 'keyword' || (searchUrls.length > 0 && !searchEmbedding)) return null
  const engine = createSearchEngine()
  return searchEngine === 'memory' ? engine : createPostgresEngine(parts, engine)
}

/** `engine` is null where other processes hold the index; `openClient` asks them. */
export function createSearchState(
  { db, config, log, metrics, secrets }: Pick<Deps, 'db' | 'config' | 'log' | 'metrics' | 'secrets'>,
  engine: SearchEngine | null,
  openClient: typeof openSearchClient,
): SearchState {
  const { searchEngine, searchUrls: urls } = config
  const ready: SearchState['ready'] = new Set()
  const client =
    urls.length === 0
      ? null
      : openClient({
          urls,
          token: deriveSearchToken(secrets),
          log,
          onChange: (environments, servers) => {
            ready.clear()
            for (const environment of environments) ready.add(environment)
            metrics.searchServers.set(servers)
          },
        })
  if (searchEngine !== 'keyword')
    metrics.onScrape(async () => {
      metrics.embeddingWaiting.set(await countQueued(db, EMBEDDING_VERSION))
    })
  return {
    engine: client ?? engine,
    ready,
    embeddingVersion: EMBEDDING_VERSION,
    progress: async (environment) =>
      client || engine
        ? readProgress(db, environment, EMBEDDING_VERSION, searchEngine === 'postgres')
        : { embedded: 0, waiting: 0 },
    start: () => client?.start(),
    close: async () => client?.close(),
  }
}

/** Embeds and holds nothing. */
const embedOnly = (engine: SearchEngine): FollowingEngine => ({
  keepsIndex: false,
  ready: () => engine.ready(),
  async upsert(documents) {
    const missing = documents.filter(({ vector }) => vector === undefined)
    const vectors = await engine.embedListings(missing)
    return { embedded: missing.map(({ id }, i) => ({ id, vector: vectors[i] as Uint8Array })) }
  },
  remove: async () => {},
})

/** Follows the inventory as this process's part in search asks for it: with an index, with the model, or with both. */
export function followInventory(
  deps: Deps,
  engine: SearchEngine,
  role: { holdsIndex: boolean } = { holdsIndex: deps.config.searchUrls.length === 0 },
): SearchSync {
  // Where the database keeps the index, the process that embeds writes it.
  const holdsIndex = role.holdsIndex || engine.keepsIndex
  const embeds = deps.config.searchEmbedding ?? true
  return startSearchSync(deps, holdsIndex ? engine : embedOnly(engine), { ...role, embeds })
}
