// The search engine as the service is given it.
import type { SearchEngine } from '@freehold/search'
import type { Environment } from '../kernel/owner.ts'

/** The engine that understands names, for which inventories its index is complete, and how far it has come. */
export type SearchState = {
  engine: SearchEngine | null
  ready: Set<Environment>
  /** The version that a listing's vector needs to be in the index. */
  embeddingVersion: string
  /** Listings that wait to be embedded, as far as this process knows. */
  waiting: number
  progress(environment: Environment): Promise<{ embedded: number; waiting: number }>
}
