// Search as the service is given it: an engine in this process, or processes that hold the index.
import type { SearchQuery, SearchResponse } from '@freehold/search'
import type { Environment } from '../../kernel/owner.ts'

export type SearchState = {
  /** Rejects with SearchUnavailable where other processes hold the index. Null: this service searches by words only. */
  engine: { search(query: SearchQuery): Promise<SearchResponse> } | null
  /** The inventories whose index is complete. */
  ready: Set<Environment>
  /** The version that a listing's vector needs to be in the index. */
  embeddingVersion: string
  progress(environment: Environment): Promise<{ embedded: number; waiting: number }>
  /** Begins to ask the processes that hold the index. */
  start(): void
  close(): Promise<void>
}
