// Embeds what waits: every process that embeds leases some listings at a time, so that all share an import and none does another's.
import { EMBEDDING_VERSION, type SearchDocument, type SearchEngine } from '@freehold/search'
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { EMBEDDING_KEPT_SECONDS } from '../../../kernel/limits.ts'
import { ENVIRONMENTS } from '../../../kernel/owner.ts'
import { randomToken } from '../../../kernel/secret-box.ts'
import { listingTrigrams, textHash } from '../rules.ts'
import { type IndexRow, listRows, saveVectors } from '../store/listings.ts'
import {
  countQueued,
  enqueueListings,
  finishListings,
  type Leased,
  leaseListings,
  purgeQueue,
  returnListings,
  saveWaitingNames,
} from '../store/queue.ts'

/** Small, so that a change never waits long behind an import. */
const BATCH = 32
/** Changes of this process that its next reads skip; more would only be put into the index once more. */
const MADE_MAX = 10_000

/** So many are counted less often. */
const MANY = 20_000
const COUNT_MANY_EVERY_MS = 10_000

type Needed = Pick<Deps, 'db' | 'log' | 'metrics'>

export type PutEngine = Pick<SearchEngine, 'upsert'>

export const hasVector = (row: IndexRow): boolean =>
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

/** A vector that was made, and the hash of the text that it was made of. */
type Made = { id: string; textHash: Buffer; vector: Uint8Array }

/** Puts listings into the index. The vectors that had to be made for it are the caller's to store. */
export async function putRows(engine: PutEngine, rows: readonly IndexRow[]): Promise<Made[]> {
  const made: Made[] = []
  for (const environment of ENVIRONMENTS) {
    const mine = rows.filter((row) => row.environment === environment)
    if (mine.length === 0) continue
    const { embedded } = await engine.upsert(mine.map(toSearchDocument), environment)
    const byId = new Map(mine.map((row) => [row.id as string, row]))
    for (const { id, vector } of embedded)
      made.push({ id: String(id), vector, textHash: textHash(byId.get(String(id))!) })
  }
  return made
}

/**
 * With `embeds` false, listings are only queued, for other processes. `takeAgain` puts listings into the index as they are stored now.
 */
export function createEmbedQueue(
  deps: Needed,
  engine: PutEngine,
  embeds: boolean,
  takeAgain: (rows: readonly IndexRow[]) => Promise<void>,
) {
  const { db, log, metrics } = deps
  const worker = randomToken('wrk_', 8)
  /** Transactions of the listings as this process put them into its index, by ID. */
  const made = new Map<string, string>()
  /** The same of those that it is embedding now, until something else is put in their place. */
  const underWay = new Map<string, string>()
  let isStopped = false
  let isPurged = false
  let purgedAt = Number.NEGATIVE_INFINITY
  let finishedAt = Number.NEGATIVE_INFINITY
  let countedAt = Number.NEGATIVE_INFINITY
  let waiting = 0
  let working: Promise<void> | null = null
  let workAgain = false

  function noteMade(rows: readonly IndexRow[]): void {
    for (const { id, changedXid } of rows) {
      if (underWay.get(id) !== changedXid) continue
      made.delete(id)
      made.set(id, changedXid)
    }
    for (const id of made.keys()) {
      if (made.size <= MADE_MAX) return
      made.delete(id)
    }
  }

  /** Rows are read after they were leased: another process may have embedded them a moment before. */
  async function embed(leased: readonly Leased[]): Promise<void> {
    const rows = await listRows(
      db,
      leased.map(({ listingId }) => listingId),
    )
    const lacking = rows.filter((row) => row.status === 'listed' && !hasVector(row))
    for (const { id, changedXid } of lacking) underWay.set(id, changedXid)
    let vectors: Made[]
    try {
      vectors = await putRows(engine, lacking)
      noteMade(lacking)
    } finally {
      underWay.clear()
    }
    metrics.embedded.inc(vectors.length)
    const stored = new Set(await saveVectors(db, EMBEDDING_VERSION, vectors, worker))
    const lost = vectors.filter(({ id }) => !stored.has(id)).map(({ id }) => id)
    // The lease ended, and another process has them. What this process made may be of an older text than what it put meanwhile.
    if (lost.length > 0) await takeAgain(await listRows(db, lost))
    await finishListings(db, EMBEDDING_VERSION, worker, leased)
    isPurged = false
    finishedAt = performance.now()
  }

  async function purge(): Promise<void> {
    const now = performance.now()
    if (isPurged || now - purgedAt < EMBEDDING_KEPT_SECONDS * 1000) return
    purgedAt = now
    await purgeQueue(db, EMBEDDING_VERSION)
    isPurged = now - finishedAt > EMBEDDING_KEPT_SECONDS * 1000
  }

  async function work(): Promise<void> {
    do {
      workAgain = false
      while (!isStopped) {
        const leased = await leaseListings(db, EMBEDDING_VERSION, worker, BATCH)
        if (leased.length === 0) break
        await embed(leased)
      }
    } while (workAgain && !isStopped)
  }

  function begin(): void {
    if (!embeds || isStopped) return
    workAgain = true
    // What a failed batch leased is free again when its lease ends.
    working ??= work()
      .catch((error) => log.warn({ err: error }, 'embedding stopped; will retry'))
      .finally(() => {
        working = null
      })
  }

  return {
    async add(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
      if (rows.length === 0) return
      const names = rows.map((row) => ({ ...row, trigrams: listingTrigrams(row) }))
      await enqueueListings(
        tx,
        EMBEDDING_VERSION,
        rows.map(({ id }) => id),
      )
      await saveWaitingNames(tx, EMBEDDING_VERSION, names)
      tx.afterCommit(begin)
    },
    /** This process has it in its index as it is. Not while it embeds it: that may fail, after another process has done it. */
    isMadeHere: ({ id, changedXid }: IndexRow): boolean => made.get(id) === changedXid,
    forget(rows: readonly IndexRow[]): void {
      for (const { id } of rows) {
        made.delete(id)
        underWay.delete(id)
      }
    },
    isWorking: (): boolean => working !== null,
    /** Counts what waits, and continues what other processes left. */
    async look(): Promise<number> {
      const now = performance.now()
      if (waiting < MANY || now - countedAt > COUNT_MANY_EVERY_MS) {
        countedAt = now
        waiting = await countQueued(db, EMBEDDING_VERSION)
        metrics.embeddingWaiting.set(waiting)
      }
      if (waiting > 0) begin()
      await purge()
      return waiting
    },
    async stop(): Promise<void> {
      isStopped = true
      await working
      // Where the database is unavailable, the leases end later.
      await returnListings(db, EMBEDDING_VERSION, worker).catch(() => {})
    },
  }
}
