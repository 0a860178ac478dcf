// Owns the messages between the request thread and the search worker.
import type { DocId, ListingText, SearchDocument, SearchQuery } from './types.ts'

export type Call =
  | { method: 'ready' }
  | { method: 'upsert'; documents: readonly SearchDocument[]; collection?: string }
  | { method: 'remove'; ids: readonly DocId[]; collection?: string }
  | { method: 'search'; query: SearchQuery }
  | { method: 'embedListings'; listings: readonly ListingText[] }
  | { method: 'size'; collection?: string }
  | { method: 'stats' }
  | { method: 'close' }

export interface Request {
  id: number
  call: Call
}

export type Reply = { id: number; value: unknown } | { id: number; error: string }
