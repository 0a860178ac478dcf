// Keeps signed requests in memory for a moment and writes them behind the answers, many in one statement.
import type { Deps } from '../../deps.ts'
import type { NotedRequest, RefusedKind } from '../../kernel/contracts/noted-request.ts'
import { REQUEST_LOG_REFUSED_MAX } from '../../kernel/limits.ts'
import { addSkipped, insertRequests, type Skipped } from './store.ts'

const FLUSH_MS = 500
const BATCH_MAX = 500
/** While the database is away the oldest make room. */
const WAITING_MAX = 10_000
const MINUTE_MS = 60_000
/** Key IDs with refused requests in one minute. Strangers can make up any number of them; beyond this, refusals are only counted. */
const KEYS_MAX = 10_000

type Needed = Pick<Deps, 'db' | 'log' | 'metrics' | 'clock'>

export function createRequestRecorder({ db, log, metrics, clock }: Needed) {
  let waiting: NotedRequest[] = []
  let skipped = new Map<string, Skipped>()
  /** Refused requests by key and kind in the current minute. */
  let refused = new Map<string, number>()
  let minute = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let closed = false

  function skip(keyId: string, at: Date): void {
    metrics.requestLogDropped.inc({ reason: 'sampled' })
    const key = `${keyId}:${at.getTime()}`
    const known = skipped.get(key)
    if (known !== undefined) known.requests += 1
    else if (skipped.size < KEYS_MAX) skipped.set(key, { keyId, minute: at, requests: 1 })
    if (!closed) plan()
  }

  /** Anyone who knows a key ID can send requests that are refused, so only a few of them are kept for each key and minute. */
  function keepsRefused(keyId: string, kind: RefusedKind): boolean {
    const now = Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS
    if (now !== minute) {
      minute = now
      refused = new Map()
    }
    const key = `${kind}:${keyId}`
    const count = (refused.get(key) ?? 0) + 1
    const isKept = count <= REQUEST_LOG_REFUSED_MAX && (count > 1 || refused.size < KEYS_MAX)
    if (isKept) refused.set(key, count)
    else skip(keyId, new Date(now))
    return isKept
  }

  function note(request: NotedRequest): void {
    if (closed) {
      metrics.requestLogDropped.inc({ reason: 'overflow' })
      return
    }
    waiting.push(request)
    if (waiting.length > WAITING_MAX) {
      waiting.shift()
      metrics.requestLogDropped.inc({ reason: 'overflow' })
    }
    if (waiting.length === BATCH_MAX) void flush()
    else plan()
  }

  function plan(): void {
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  async function write(): Promise<void> {
    const counts = [...skipped.values()]
    skipped = new Map()
    if (counts.length > 0)
      await addSkipped(db, counts).catch((error: unknown) =>
        log.warn({ err: error }, 'could not count requests missing from the log'),
      )
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      try {
        await insertRequests(db, batch)
      } catch (error) {
        metrics.requestLogDropped.inc({ reason: 'failed' }, batch.length)
        log.warn({ err: error, requests: batch.length }, 'could not write requests to the partner request log')
        return
      }
    }
  }

  /** Resolves when everything noted so far is written, or given up. */
  async function flush(): Promise<void> {
    while (writing) await writing
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0 && skipped.size === 0) return
    writing = write().finally(() => {
      writing = undefined
      if ((waiting.length > 0 || skipped.size > 0) && !closed) plan()
    })
    await writing
  }

  return {
    note,
    keepsRefused,
    flush,
    async close(): Promise<void> {
      await flush()
      closed = true
    },
  }
}
