// Reading cursors of requests, and responses as event streams.

import { acceptsType } from '../../http/accepted.ts'
import { RawResponse } from '../../http/define-route.ts'
import type { ChangeCursor, ChangeFeed, Watcher } from '../../kernel/contracts/changes.ts'
import { invalidField } from '../../kernel/errors.ts'
import { parseCursor } from './rules.ts'

export const EVENT_STREAM = 'text/event-stream'

type Headers = Readonly<Record<string, string | undefined>>

export const wantsStream = (headers: Headers): boolean => acceptsType(headers.accept, EVENT_STREAM)

/** A client that reconnects sends the ID of the last event, which is newer than the query of the URL that it opened. */
export function readSince(headers: Headers, after: string | undefined): ChangeCursor | null {
  const resumed = headers['last-event-id']
  const [field, text] = resumed ? ['Last-Event-ID', resumed] : ['after', after]
  if (text === undefined) return null
  const cursor = parseCursor(text)
  if (!cursor) throw invalidField(field, 'must be the cursor of an earlier response')
  return cursor
}

/** Proxies must neither keep the events back nor compress them. */
export const toStreamResponse = (feed: ChangeFeed, watcher: Watcher, since: ChangeCursor | null): RawResponse =>
  new RawResponse(`${EVENT_STREAM}; charset=utf-8`, feed.open(watcher, since), {
    isEndless: true,
    headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' },
  })
