// Owns the messages between the request thread and the search worker.
import type { DocId, InventoryFacts, ListingText, RemoteProposal, SearchDocument, SearchQuery } from './types.ts'

export type Call =
  | { method: 'ready' }
  | { method: 'upsert'; documents: readonly SearchDocument[]; collection?: string }
  | { method: 'remove'; ids: readonly DocId[]; collection?: string }
  | { method: 'search'; query: SearchQuery }
  | { method: 'embedListings'; listings: readonly ListingText[] }
  | { method: 'describeListings'; listings: readonly (ListingText & { vector: Uint8Array })[] }
  | { method: 'plan'; query: SearchQuery; facts: InventoryFacts }
  | { method: 'rank'; query: SearchQuery; facts: InventoryFacts; proposals: readonly RemoteProposal[] }
  | { method: 'size'; collection?: string }
  | { method: 'stats' }
  | { method: 'close' }

export interface Request {
  id: number
  call: Call
}

export type Reply = { id: number; value: unknown } | { id: number; error: string }
