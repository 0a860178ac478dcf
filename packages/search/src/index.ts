// The package's interface: everything the rest of the service may use of the search engine.
import type { RemoteReader, SearchEngine } from './types.ts'
import { WorkerSearchEngine } from './worker-client.ts'

export { EMBEDDING_VERSION } from './embedding-version.ts'
export { DIMENSIONS as VECTOR_BYTES } from './model/vector.ts'
export { CONVERTED_CURRENCIES, convertLimits } from './query/exchange.ts'
export type * from './types.ts'

/** Starts the engine in a worker thread of its own; await `ready()` before relying on it. */
export function createSearchEngine(): SearchEngine & RemoteReader {
  return new WorkerSearchEngine()
}
