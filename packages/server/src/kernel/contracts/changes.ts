// The feed of changes, as routes use it: open pages learn which records changed and read them again.
import type { Readable } from 'node:stream'
import type { Id } from '../ids.ts'
import type { Owner } from '../owner.ts'

export const CHANGE_KINDS = [
  'order.created',
  'order.updated',
  'brokerage_case.created',
  'brokerage_case.updated',
  'webhook_deliveries.updated',
  'webhook_endpoint.updated',
  'statement.updated',
  'payout.updated',
  'partner.updated',
  'buyer_refund.updated',
  'dispute.updated',
  'offer.updated',
  'registry_command.updated',
  'listing.updated',
  'seller_payout.updated',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** `id` is null where many records changed together. */
export type Change = Owner & { kind: ChangeKind; id: string | null }

/** A place in the feed: which transactions were visible on which server, and when it was read. */
export type ChangeCursor = { generation: number; at: Date; snapshot: string }

/** `isReset`: some changes were left out, so everything on the page has to be read again. */
export type ChangeBatch = { changes: readonly Change[]; isReset: boolean; cursor: ChangeCursor }

/** Who watches. `owner` null is an operator, who sees the changes of all partners. */
export type Watcher = { userId: Id<'user'>; sessionId: Id<'session'>; owner: Owner | null }

export type ChangeFeed = {
  /** Changes after a place; without one, none, and the current place. */
  read(owner: Owner | null, since: ChangeCursor | null): Promise<ChangeBatch>
  /** An event stream that ends with the session, the role or the membership of its watcher, and when the service stops. */
  open(watcher: Watcher, since: ChangeCursor | null): Readable
  /** Ends all streams. */
  endStreams(): void
  close(): Promise<void>
}
