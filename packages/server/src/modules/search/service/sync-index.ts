// Keeps this process's index equal to the inventory: loads it once in the background, then follows every change.
import { EMBEDDING_VERSION, type SearchDocument, type SearchEngine } from '@freehold/search'
import type { Deps } from '../../../deps.ts'
import { createLease } from '../../../jobs/lease.ts'
import { ENVIRONMENTS, type Environment } from '../../../kernel/owner.ts'
import { textHash } from '../rules.ts'
import {
  deleteStale,
  type IndexRow,
  listChanged,
  listForSale,
  listWaiting,
  type Progress,
  readMark,
  readProgress,
  saveVectors,
} from '../store/listings.ts'

const LOAD_BATCH = 2000
/** Small, so that a search never waits long behind an embedding. */
const EMBED_BATCH = 32
/** So few are embedded at once by every process; more are left to the one that sweeps. */
const AT_ONCE_MAX = 64
/** An index that lacks less than this share of the inventory may answer while the rest is embedded. */
const LACKING_SHARE_MAX = 0.05
const POLL_MS = 250
const RETRY_MS = 2000
/** How often the backlog is counted while there is one. */
const COUNT_EVERY_MS = 10_000
/** So many passes lie between two looks at work that another process has or had. */
const PASSES_BETWEEN_LOOKS = 8

export type SearchSync = { stop(): Promise<void>; caughtUp(): Promise<void> }

type SyncDeps = Pick<Deps, 'db' | 'search' | 'log' | 'metrics'>

const hasVector = (row: IndexRow): boolean =>
  row.version === EMBEDDING_VERSION && row.vector !== null && (row.textHash?.equals(textHash(row)) ?? false)

const toSearchDocument = (row: IndexRow): SearchDocument => ({
  id: row.id,
  domain: row.domain,
  priceCents: row.priceCents,
  currency: row.currency,
  categories: row.categories,
  ...(row.description === null ? {} : { description: row.description }),
  ...(hasVector(row) ? { vector: row.vector as Buffer } : {}),
})

export function startSearchSync(deps: SyncDeps, engine: SearchEngine): SearchSync {
  const { db, log, metrics } = deps
  let stopped = false
  let mark = '0'
  let passes = 0
  let sweeping: Promise<void> | null = null
  let sweepAgain = false
  /** Something waits that was not embedded here: another process is at it, or a failure came between. */
  let left = false
  /** Changes up to this transaction are the backlog's, whoever embeds it. */
  let leftUpTo = 0n
  let lookSoon = false
  let countedAt = Number.NEGATIVE_INFINITY
  const { keepsIndex } = engine
  // Of all processes one embeds what an import brought.
  const lease = createLease(db, 'search.embed')

  const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())

  async function upsert(rows: readonly IndexRow[]): Promise<void> {
    for (const environment of ENVIRONMENTS) {
      const mine = rows.filter((row) => row.environment === environment)
      if (mine.length === 0) continue
      const { embedded } = await engine.upsert(mine.map(toSearchDocument), environment)
      if (embedded.length === 0) continue
      metrics.embedded.inc(embedded.length)
      const byId = new Map(mine.map((row) => [row.id as string, row]))
      const vectors = embedded.map(({ id, vector }) => ({
        id: String(id),
        vector,
        textHash: textHash(byId.get(String(id))!),
      }))
      await saveVectors(db, EMBEDDING_VERSION, vectors)
    }
  }

  async function take(rows: readonly IndexRow[]): Promise<void> {
    for (const environment of ENVIRONMENTS) {
      const gone = rows.filter((row) => row.environment === environment && row.status !== 'listed').map((row) => row.id)
      if (gone.length > 0) await engine.remove(gone, environment)
    }
    const listed = rows.filter((row) => row.status === 'listed' && !(keepsIndex && row.indexed && hasVector(row)))
    await upsert(listed.filter(hasVector))
    const bare = listed.filter((row) => !hasVector(row))
    const fresh = bare.filter((row) => BigInt(row.changedXid) > leftUpTo)
    if (fresh.length < bare.length) sweepLater()
    if (fresh.length > AT_ONCE_MAX) return leave(fresh)
    for (let start = 0; start < fresh.length; start += EMBED_BATCH)
      await upsert(fresh.slice(start, start + EMBED_BATCH))
  }

  /** Many at once are for the one that sweeps; what they meant before their text changed is forgotten, so that it sees them. */
  async function leave(bare: readonly IndexRow[]): Promise<void> {
    // They are found by their words from now on, before anyone counts.
    noteWaiting(deps.search.waiting + bare.length)
    for (const { changedXid } of bare) if (BigInt(changedXid) > leftUpTo) leftUpTo = BigInt(changedXid)
    await deleteStale(
      db,
      bare.map((row) => ({ id: row.id, textHash: textHash(row) })),
    )
    sweepLater()
  }

  /** Embeds what an import left, newest first, a few at a time, beside everything else. */
  async function sweep(): Promise<void> {
    left = true
    await countWaiting()
    if (!(await lease.hold())) return
    do {
      sweepAgain = false
      for (let before: string | null = null; !stopped; ) {
        if (!(await lease.hold())) return
        const rows = await listWaiting(db, EMBEDDING_VERSION, keepsIndex, before, EMBED_BATCH)
        if (rows.length === 0) break
        before = rows.at(-1)!.id
        await upsert(rows)
        await countWaiting()
      }
    } while (sweepAgain && !stopped)
    left = stopped
    if (!stopped) noteWaiting(0)
    await lease.release()
  }

  function noteWaiting(waiting: number): void {
    deps.search.waiting = waiting
    metrics.embeddingWaiting.set(waiting)
  }

  /** An import may add more than is embedded meanwhile, so the backlog is counted, in every process. */
  async function countWaiting(): Promise<void> {
    if (performance.now() - countedAt < COUNT_EVERY_MS) return
    countedAt = performance.now()
    noteWaiting((await countProgress()).waiting)
  }

  function sweepLater(): void {
    sweepAgain = true
    sweeping ??= sweep()
      .catch((error) => log.warn({ err: error }, 'embedding stopped; will retry'))
      .finally(() => {
        sweeping = null
        lookSoon ||= !left
      })
  }

  async function load(): Promise<void> {
    await engine.ready()
    mark = await readMark(db)
    if (keepsIndex) sweepLater()
    else for (const environment of ENVIRONMENTS) await loadEnvironment(environment)
    lookSoon = true
  }

  async function loadEnvironment(environment: Environment): Promise<void> {
    for (let after = ''; !stopped; ) {
      const rows = await listForSale(db, environment, after, LOAD_BATCH)
      if (rows.length === 0) return
      after = rows.at(-1)!.id
      await upsert(rows.filter(hasVector))
      const bare = rows.filter((row) => !hasVector(row))
      if (bare.length > 0) await leave(bare)
    }
  }

  async function countProgress(): Promise<Progress> {
    const all = { embedded: 0, waiting: 0 }
    for (const environment of ENVIRONMENTS) {
      const { embedded, waiting } = await readProgress(db, environment, EMBEDDING_VERSION, keepsIndex)
      all.embedded += embedded
      all.waiting += waiting
    }
    return all
  }

  /** Now and then: is the index complete enough to answer, and did the process that embedded leave something behind? */
  async function look(): Promise<void> {
    lookSoon = false
    if (left && !sweeping) sweepLater()
    if (ENVIRONMENTS.every((environment) => deps.search.ready.has(environment))) return
    const { embedded, waiting } = await countProgress()
    if (waiting > (embedded + waiting) * LACKING_SHARE_MAX || stopped) return
    for (const environment of ENVIRONMENTS) deps.search.ready.add(environment)
  }

  async function follow(): Promise<void> {
    const next = await readMark(db)
    for (let after = ''; !stopped; ) {
      const rows = await listChanged(db, mark, after, LOAD_BATCH)
      if (rows.length === 0) break
      after = rows.at(-1)!.id
      await take(rows)
    }
    mark = next
    passes++
  }

  async function run(): Promise<void> {
    let loaded = false
    while (!stopped) {
      try {
        if (!loaded) await load()
        loaded = true
        await follow()
        if (lookSoon || passes % PASSES_BETWEEN_LOOKS === 0) await look()
        await pause(POLL_MS)
      } catch (error) {
        if (stopped) return
        log.warn({ err: error }, 'could not update the search index; will retry')
        await pause(RETRY_MS)
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopped = true
      await running
      await sweeping
      // Where the database is away it runs out by itself.
      if (left) await lease.release().catch(() => {})
    },
    /** For tests: every change committed before the call is in the index afterwards. */
    async caughtUp() {
      const until = passes + 2
      while ((passes < until || sweeping || lookSoon) && !stopped) await pause(20)
    },
  }
}
