// Which engine searches, and what the rest of the service sees of it.
import { createSearchEngine, EMBEDDING_VERSION, type SearchEngine } from '@freehold/search'
import type { Logger } from 'pino'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/sql.ts'
import type { SearchState } from '../../../integrations/search-state.ts'
import { readProgress } from '../store/listings.ts'
import { createPostgresEngine } from './search-postgres.ts'

/** In this process's memory, in PostgreSQL for inventories that outgrow it, or none for a machine that is too small. */
export function openSearchEngine(
  { searchEngine }: Pick<Config, 'searchEngine'>,
  parts: { db: Database; log: Logger },
): SearchEngine | null {
  if (searchEngine === 'keyword') return null
  const engine = createSearchEngine()
  return searchEngine === 'memory' ? engine : createPostgresEngine(parts, engine)
}

export const createSearchState = (db: Database, engine: SearchEngine | null): SearchState => ({
  engine,
  ready: new Set(),
  embeddingVersion: EMBEDDING_VERSION,
  waiting: 0,
  progress: async (environment) =>
    engine ? readProgress(db, environment, EMBEDDING_VERSION, engine.keepsIndex) : { embedded: 0, waiting: 0 },
})
