// Keeps an index equal to the inventory: loads it once in the background, then follows every change.
import { EMBEDDING_VERSION, type SearchEngine } from '@freehold/search'
import type { Tx } from '../../../db/sql.ts'
import type { Deps } from '../../../deps.ts'
import { ENVIRONMENTS, type Environment } from '../../../kernel/owner.ts'
import {
  type ChangedRow,
  type IndexRow,
  listChanged,
  listForSale,
  listUnqueued,
  listWaiting,
  type Place,
  readMarks,
  readProgress,
} from '../store/listings.ts'
import { tryToQueue } from '../store/queue.ts'
import { createEmbedQueue, hasVector, type PutEngine, putRows } from './embed-queue.ts'

const LOAD_BATCH = 2000
/** An index that lacks less than this share of the inventory may answer while the rest is embedded. */
const LACKING_SHARE_MAX = 0.05
const POLL_MS = 250
const RETRY_MS = 2000
/** So many rounds lie between two looks at what waits. */
const ROUNDS_BETWEEN_LOOKS = 8

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

/** Null: another process is at it. */
type ReadPage = (source: 'listings' | 'vectors', after: Place, end: string) => Promise<ChangedRow[] | null>

/** Goes through what changed since the last pass, page by page. */
function createFollower(db: SyncDeps['db'], sources: readonly ('listings' | 'vectors')[], readPage: ReadPage) {
  let mark = '0'
  let passes = 0
  return {
    countPasses: (): number => passes,
    /** What was committed before is read elsewhere. */
    startAt(settled: string): void {
      mark = settled
    },
    async follow(isStopped: () => boolean): Promise<void> {
      const { settled, end } = await readMarks(db)
      for (const source of sources)
        for (let after: Place = { xid: mark, id: '' }; !isStopped(); ) {
          const rows = await readPage(source, after, end)
          if (rows === null) return
          if (rows.length === 0) break
          const { pageXid, id } = rows.at(-1)!
          after = { xid: pageXid, id }
        }
      mark = settled
      passes++
    },
  }
}

export function startSearchSync(deps: SyncDeps, engine: FollowingEngine, { holdsIndex, embeds }: SyncRole): SearchSync {
  const { db, log } = deps
  let isStopped = false
  let lookSoon = false
  const { keepsIndex } = engine
  const queue = createEmbedQueue(deps, engine, embeds, (rows) => takeAgain(rows))

  const wakes = new Set<() => void>()
  const pause = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        wakes.delete(wake)
        resolve()
      }
      wakes.add(wake)
      setTimeout(wake, milliseconds).unref()
    })

  async function leave(tx: Tx, rows: readonly IndexRow[]): Promise<void> {
    const bare = rows.filter((row) => row.status === 'listed' && !hasVector(row))
    await queue.add(tx, bare)
    if (bare.length > 0) lookSoon = true
  }

  async function takeIntoIndex(rows: readonly IndexRow[]): Promise<void> {
    for (const environment of ENVIRONMENTS) {
      const gone = rows.filter((row) => row.environment === environment && row.status !== 'listed')
      if (gone.length === 0) continue
      await engine.remove(
        gone.map(({ id }) => id),
        environment,
      )
      queue.forget(gone)
    }
    const isMissing = (row: IndexRow) => !(keepsIndex ? row.indexed : queue.isMadeHere(row))
    const known = rows.filter((row) => row.status === 'listed' && hasVector(row) && isMissing(row))
    await putRows(engine, known)
    // What was read before this process embedded a change may have replaced the change: then the next read puts it right.
    queue.forget(known)
  }

  async function takeAgain(rows: readonly IndexRow[]): Promise<void> {
    queue.forget(rows)
    if (holdsIndex) await takeIntoIndex(rows)
  }

  async function take(rows: readonly IndexRow[]): Promise<void> {
    await db.tx((tx) => leave(tx, rows))
    if (holdsIndex) await takeIntoIndex(rows)
  }

  // Apart, because names are found by their words as soon as they are queued, and the index may be busy embedding.
  const ahead = createFollower(db, ['listings'], (_, after, end) =>
    db.tx(async (tx) => {
      if (!(await tryToQueue(tx))) return null
      const rows = await listUnqueued(tx, EMBEDDING_VERSION, after, end, LOAD_BATCH)
      await leave(tx, rows)
      return rows
    }),
  )
  const behind = createFollower(db, ['listings', 'vectors'], async (source, after, end) => {
    const rows = await listChanged(db, source, after, end, LOAD_BATCH)
    await takeIntoIndex(rows)
    return rows
  })
  const followers = holdsIndex ? [ahead, behind] : [ahead]

  async function load(): Promise<void> {
    await engine.ready()
    const { settled } = await readMarks(db)
    for (const follower of followers) follower.startAt(settled)
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

  /** Again and again, until `isDone` or the end of the process. */
  async function repeat(work: () => Promise<void>, isDone: () => boolean = () => false): Promise<void> {
    while (!isStopped && !isDone()) {
      try {
        await work()
        if (!isDone()) await pause(POLL_MS)
      } catch (error) {
        if (isStopped) return
        log.warn({ err: error }, 'could not update the search index; will retry')
        await pause(RETRY_MS)
      }
    }
  }

  async function run(): Promise<void> {
    let isLoaded = false
    let rounds = 0
    await repeat(
      async () => {
        await load()
        isLoaded = true
      },
      () => isLoaded,
    )
    const follow = (follower: typeof ahead) => follower.follow(() => isStopped)
    await Promise.all([
      repeat(async () => {
        await follow(ahead)
        if (lookSoon || ++rounds % ROUNDS_BETWEEN_LOOKS === 0) await look()
      }),
      ...(holdsIndex ? [repeat(() => follow(behind))] : []),
    ])
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      for (const wake of wakes) wake()
      await running
      await queue.stop()
    },
    /** For tests: every change committed before the call is in the index afterwards. */
    async caughtUp() {
      const wait = () => new Promise((resolve) => setTimeout(resolve, 10))
      const followTwice = async () => {
        const until = followers.map((follower) => follower.countPasses() + 2)
        const isBehind = () => followers.some((follower, index) => follower.countPasses() < until[index]!)
        for (; (isBehind() || queue.isWorking() || lookSoon) && !isStopped; await wait())
          for (const wake of wakes) wake()
      }
      await followTwice()
      while (!isStopped && (await queue.look()) > 0) await wait()
      lookSoon = true
      await followTwice()
    },
  }
}
