// Reads from a streaming replica while it is at most so many seconds behind. Otherwise, and whenever it fails, from the primary.
import { setTimeout as sleep } from 'node:timers/promises'
import { createLagTracker, parsePosition } from '../kernel/replica-lag.ts'
import { isDatabaseUnavailable } from './failures.ts'
import { openPostgres } from './postgres.ts'
import { type Database, type Db, sql, sqlState } from './sql.ts'

/** `may_lag`: a few seconds old is fine. `own_writes`: everything that was committed before the read must be there. */
export type ReadKind = 'may_lag' | 'own_writes'

export type ReplicaState = { lagSeconds: number | null; isUsed: boolean }

export type Replica = {
  /** The database for the reads of one request. Writes to it go to the primary. */
  choose(kind: ReadKind): Promise<Database>
  getState(): ReplicaState
  close(): Promise<void>
}

export type ReplicaOptions = {
  primary: Database
  primaryUrl: string
  url: string
  maxLagSeconds: number
  poolSize: number
  /** Wraps the connections that reads use. */
  trace?: (db: Database) => Database
  onRead?: (server: 'replica' | 'primary') => void
  /** Called when reads move from one server to the other. */
  onChange?: (state: ReplicaState) => void
}

const CHECK_MS = 500
const CONNECT_MS = 2000
/** How long a read of own writes waits for the replica to catch up. */
const CATCH_UP_TRIES = 5
const CATCH_UP_MS = 20
/** A replica that failed a read is left alone for this long, whatever its lag. */
const REST_MS = 1000

/** Syntax errors and unknown names: the replica may not have the newest migration yet. */
const UNKNOWN_CLASS = '42'
const isReplicaFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (sqlState(error)?.startsWith(UNKNOWN_CLASS) ?? false)

type Replayed = { position: string | null; isReplica: boolean }

/** One connection to each server only measures: a busy pool must not look like a lag. */
export function openReplica(options: ReplicaOptions): Replica {
  const { primary, url, maxLagSeconds, trace = (db) => db, onRead, onChange } = options
  const watched = { poolSize: 1, connectionTimeoutMs: CONNECT_MS, onError: () => {} }
  const primaryWatch = openPostgres({ url: options.primaryUrl, ...watched })
  const replicaWatch = openPostgres({ url, ...watched, mayBeReadOnly: true })
  const pool = openPostgres({ url, ...watched, poolSize: options.poolSize, mayBeReadOnly: true })
  const replica = trace(pool)
  const tracker = createLagTracker()
  const closing = new AbortController()
  let restUntil = 0
  let wasUsed = false

  async function readReplayed(): Promise<bigint | null> {
    const row = await replicaWatch.one<Replayed>(sql`
      select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as is_replica`)
    return row?.isReplica && row.position !== null ? parsePosition(row.position) : null
  }

  /** What is flushed: a write that was acknowledged, unless it may be lost in a crash, such as the nonce of a read. */
  async function readPosition(): Promise<bigint> {
    const row = await primaryWatch.one<{ position: string }>(sql`select pg_current_wal_flush_lsn()::text as position`)
    return parsePosition(row?.position ?? '0/0')
  }

  function getState(): ReplicaState {
    const now = performance.now()
    const lag = tracker.measure(now)
    const isUsed = lag !== null && lag <= maxLagSeconds * 1000 && now >= restUntil
    return { lagSeconds: lag === null ? null : lag / 1000, isUsed }
  }

  function report(): void {
    const state = getState()
    if (state.isUsed !== wasUsed) onChange?.(state)
    wasUsed = state.isUsed
  }

  async function check(): Promise<void> {
    const at = performance.now()
    tracker.notePrimary(at, await readPosition())
    const replayed = await readReplayed()
    if (replayed === null) tracker.forget()
    else tracker.noteReplica(replayed)
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      // Without news the lag grows until the replica is no longer used.
      await check().catch(() => {})
      report()
      await sleep(CHECK_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
    }
  }
  const watching = watch()

  async function read<T>(run: (db: Db) => Promise<T>): Promise<T> {
    if (!getState().isUsed) return run(primary)
    try {
      return await run(replica)
    } catch (error) {
      if (!isReplicaFault(error)) throw error
      restUntil = performance.now() + REST_MS
      onRead?.('primary')
      report()
      return run(primary)
    }
  }

  /** One object for all requests: modules remember results by database. */
  const reads: Database = {
    ...primary,
    many: (statement) => read((db) => db.many(statement)),
    one: (statement) => read((db) => db.one(statement)),
  }

  async function hasCaughtUp(): Promise<boolean> {
    try {
      const wanted = await readPosition()
      for (let tries = 0; tries < CATCH_UP_TRIES; tries++) {
        const replayed = await readReplayed()
        if (replayed !== null && replayed >= wanted) return true
        await sleep(CATCH_UP_MS)
      }
    } catch {
      // The primary decides.
    }
    return false
  }

  return {
    getState,
    async choose(kind) {
      if (!getState().isUsed || (kind === 'own_writes' && !(await hasCaughtUp()))) {
        onRead?.('primary')
        return primary
      }
      onRead?.('replica')
      return reads
    },
    async close() {
      closing.abort()
      await Promise.all([pool.close(), replicaWatch.close(), primaryWatch.close()])
      await watching
    },
  }
}
