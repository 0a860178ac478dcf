// Keeps signed requests in memory for a moment and writes them behind the answers, many in one statement.
import type { Logger } from 'pino'
import type { Database } from '../../db/sql.ts'
import type { Metrics } from '../../http/metrics.ts'
import type { NotedRequest } from '../../kernel/noted-request.ts'
import { insertRequests } from './store.ts'

const FLUSH_MS = 500
const BATCH_MAX = 500
/** While the database is away the oldest make room. */
const WAITING_MAX = 10_000
/** Whoever knows a key id can send what is refused for its signature: of each key so many are kept at a time. */
const UNPROVEN_MAX = 50

/** Refused before the signature held: anybody may have sent it. */
const UNPROVEN = new Set(['missing_signature_headers', 'invalid_timestamp', 'invalid_signature'])

export function createRequestRecorder({ db, log, metrics }: { db: Database; log: Logger; metrics: Metrics }) {
  let waiting: NotedRequest[] = []
  let unproven = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closed = false

  function isCrowded({ keyId, errorCode }: NotedRequest): boolean {
    if (errorCode === null || !UNPROVEN.has(errorCode)) return false
    const count = (unproven.get(keyId) ?? 0) + 1
    unproven.set(keyId, count)
    return count > UNPROVEN_MAX
  }

  function note(request: NotedRequest): void {
    if (closed || isCrowded(request)) {
      metrics.requestLogDropped.inc()
      return
    }
    waiting.push(request)
    if (waiting.length > WAITING_MAX) {
      waiting.shift()
      metrics.requestLogDropped.inc()
    }
    if (waiting.length === BATCH_MAX) void flush()
    else plan()
  }

  function plan(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  async function write(): Promise<void> {
    unproven = new Map()
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      try {
        await insertRequests(db, batch)
      } catch (error) {
        metrics.requestLogDropped.inc(batch.length)
        log.warn({ err: error, requests: batch.length }, 'requests were not written to the log of their partners')
        return
      }
    }
  }

  /** Resolves when everything noted so far is written, or given up. */
  async function flush(): Promise<void> {
    while (writing) await writing
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    writing = write().finally(() => {
      writing = undefined
      if (waiting.length > 0 && !closed) plan()
    })
    await writing
  }

  return {
    note,
    flush,
    async close(): Promise<void> {
      await flush()
      closed = true
    },
  }
}
