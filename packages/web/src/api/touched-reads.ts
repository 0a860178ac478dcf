// Which reads of a page a change touches, and how often a page reads again. Pure.
import type { Change } from '@freehold/sdk/types'

type Noun = Change['kind'] extends `${infer Name}.${string}` ? Name : never

/** For each kind of record, the sections of the API that show it. */
const SECTIONS: Record<Noun, readonly string[]> = {
  order: ['orders', 'queue', 'overview', 'events', 'transactions', 'analytics', 'refunds', 'unclaimed-purchases'],
  brokerage_case: ['brokerage', 'queue', 'overview', 'events'],
  webhook_deliveries: ['webhooks', 'queue'],
  webhook_endpoint: ['webhooks', 'webhook-endpoint', 'queue'],
  statement: ['settlements', 'queue', 'overview'],
  payout: ['payouts', 'queue', 'overview'],
  partner: ['partners', 'queue', 'overview'],
  buyer_refund: ['orders', 'queue', 'overview'],
  dispute: ['disputes', 'queue', 'overview'],
  offer: ['offers', 'queue', 'overview'],
  registry_command: ['registry-commands', 'queue', 'overview'],
  listing: ['listings', 'sellers', 'queue', 'overview'],
  seller_payout: ['seller-payouts', 'sellers', 'queue', 'overview'],
}

/** Sections whose parameters name no record that changes: a group of the queue, or the seller of the record. */
const OTHER_PARAMS: readonly string[] = ['queue', 'sellers']

/** `GET /api/operator/v1/orders/{public_id}` is in the section `orders`. */
const readSection = (operation: string): string =>
  operation.split('/').slice(operation.includes('/v1/') ? 4 : 3)[0] ?? ''

/** A read of one record names it in its parameters. */
type Read = { operation: string; params?: Readonly<Record<string, unknown>> | undefined }

function touches({ kind, id }: Change, { operation, params }: Read): boolean {
  const noun = kind.split('.')[0] as Noun
  const section = readSection(operation)
  if (!SECTIONS[noun]?.includes(section)) return false
  return !params || id === null || OTHER_PARAMS.includes(section) || Object.values(params).includes(id)
}

export const isTouched = (read: Read, changes: readonly Change[]): boolean =>
  changes.some((change) => touches(change, read))

export const GAP_MS = { least: 2000, most: 30_000 }

/**
 * How long after a read the next one comes, when changes do not stop: reads of operators are audited, and a busy market must not
 * turn every open page into a stream of requests. A page that had a quiet time reads immediately.
 */
export const nextGapMs = (gapMs: number, sinceLastMs: number): number =>
  sinceLastMs > 2 * gapMs ? GAP_MS.least : Math.min(GAP_MS.most, gapMs * 2)
