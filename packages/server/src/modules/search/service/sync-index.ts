// Keeps an index equal to the inventory: loads it once in the background, then follows every change.
import { EMBEDDING_VERSION, type SearchEngine } from '@freehold/search'
import type { Deps } from '../../../deps.ts'
import { ENVIRONMENTS, type Environment } from '../../../kernel/owner.ts'
import { type IndexRow, listChanged, listForSale, listWaiting, readMark, readProgress } from '../store/listings.ts'
import { createEmbedQueue, hasVector, type PutEngine, putRows } from './embed-queue.ts'

const LOAD_BATCH = 2000
/** An index that lacks less than this share of the inventory may answer while the rest is embedded. */
const LACKING_SHARE_MAX = 0.05
const POLL_MS = 250
const RETRY_MS = 2000
/** So many passes lie between two looks at what waits. */
const PASSES_BETWEEN_LOOKS = 8

export type SearchSync = { stop(): Promise<void>; caughtUp(): Promise<void> }

type SyncDeps = Pick<Deps, 'db' | 'search' | 'log' | 'metrics'>

/** What following needs of an engine. */
export type FollowingEngine = PutEngine & Pick<SearchEngine, 'keepsIndex' | 'ready' | 'remove'>

export type SyncRole = {
  /** False: other processes hold the index, and this one only embeds. */
  holdsIndex: boolean
  /** False: other processes embed. */
  embeds: boolean
}

export function startSearchSync(deps: SyncDeps, engine: FollowingEngine, { holdsIndex, embeds }: SyncRole): SearchSync {
  const { db, log } = deps
  let isStopped = false
  let mark = '0'
  let passes = 0
  let lookSoon = false
  const { keepsIndex } = engine
  const queue = createEmbedQueue(deps, engine, embeds)

  let wake = () => {}
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      wake = resolve
      setTimeout(resolve, milliseconds).unref()
    })

  async function leave(bare: readonly IndexRow[]): Promise<void> {
    await queue.add(bare.map(({ id }) => id))
    if (bare.length > 0) lookSoon = true
  }

  async function take(rows: readonly IndexRow[]): Promise<void> {
    const listed = rows.filter((row) => row.status === 'listed')
    // First, because names are found by their words as soon as they are queued. The index may be busy embedding.
    await leave(listed.filter((row) => !hasVector(row)))
    if (holdsIndex) {
      for (const environment of ENVIRONMENTS) {
        const gone = rows.filter((row) => row.environment === environment && row.status !== 'listed')
        if (gone.length === 0) continue
        await engine.remove(
          gone.map(({ id }) => id),
          environment,
        )
        queue.forget(gone)
      }
      const known = listed.filter((row) => hasVector(row) && !(keepsIndex ? row.indexed : queue.isMadeHere(row)))
      await putRows(deps, engine, known)
      // What was read before this process embedded a change may have replaced the change: then the next read puts it right.
      queue.forget(known)
    }
  }

  async function load(): Promise<void> {
    await engine.ready()
    mark = await readMark(db)
    if (keepsIndex || !holdsIndex) await loadWaiting()
    else for (const environment of ENVIRONMENTS) await loadEnvironment(environment)
    lookSoon = true
  }

  async function loadEnvironment(environment: Environment): Promise<void> {
    for (let after = ''; !isStopped; ) {
      const rows = await listForSale(db, environment, after, LOAD_BATCH)
      if (rows.length === 0) return
      after = rows.at(-1)!.id
      await take(rows)
    }
  }

  /** Where the index outlives the process: only what it lacks. */
  async function loadWaiting(): Promise<void> {
    for (let before: string | null = null; !isStopped; ) {
      const rows = await listWaiting(db, EMBEDDING_VERSION, keepsIndex, before, LOAD_BATCH)
      if (rows.length === 0) return
      before = rows.at(-1)!.id
      await take(rows)
    }
  }

  /** Now and then: what waits, and is the index complete enough to respond? */
  async function look(): Promise<void> {
    lookSoon = false
    await queue.look()
    if (!holdsIndex || ENVIRONMENTS.every((environment) => deps.search.ready.has(environment))) return
    const all = { embedded: 0, waiting: 0 }
    for (const environment of ENVIRONMENTS) {
      const { embedded, waiting } = await readProgress(db, environment, EMBEDDING_VERSION, keepsIndex)
      all.embedded += embedded
      all.waiting += waiting
    }
    if (all.waiting > (all.embedded + all.waiting) * LACKING_SHARE_MAX || isStopped) return
    for (const environment of ENVIRONMENTS) deps.search.ready.add(environment)
  }

  async function follow(): Promise<void> {
    const next = await readMark(db)
    for (let after = ''; !isStopped; ) {
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
    while (!isStopped) {
      try {
        if (!loaded) await load()
        loaded = true
        await follow()
        if (lookSoon || passes % PASSES_BETWEEN_LOOKS === 0) await look()
        await pause(POLL_MS)
      } catch (error) {
        if (isStopped) return
        log.warn({ err: error }, 'could not update the search index; will retry')
        await pause(RETRY_MS)
      }
    }
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      await running
      await queue.stop()
    },
    /** For tests: every change committed before the call is in the index afterwards. */
    async caughtUp() {
      const wait = () => new Promise((resolve) => setTimeout(resolve, 10))
      const followTwice = async () => {
        for (const until = passes + 2; (passes < until || queue.isWorking() || lookSoon) && !isStopped; await wait())
          wake()
      }
      await followTwice()
      while (!isStopped && (await queue.look()) > 0) await wait()
      lookSoon = true
      await followTwice()
    },
  }
}
