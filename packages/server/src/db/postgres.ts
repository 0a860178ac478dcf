// PostgreSQL 15 or later, for production and for several processes: one server or several, directly or through a pooler.
import pg from 'pg'
import { listServerUrls } from '../kernel/settings/database.ts'
import { databaseOn } from './client.ts'
import { createReadOnlyError, isDatabaseUnavailable } from './failures.ts'
import { getPid } from './pid.ts'
import { watchForSilence } from './silence.ts'
import type { Database } from './sql.ts'
import { columnTypes } from './types.ts'

export type PostgresOptions = {
  /** One server, or several separated by commas: the primary among them is used. */
  url: string
  poolSize: number
  /** How long a request waits for a free connection before it is answered 503. */
  connectionTimeoutMs?: number
  onError?: (error: Error) => void
  /** Called once if the connections go through a pooler, with the limit for statements that its sessions have. */
  onPooled?: (statementTimeout: string) => void
  /** A replica is read-only by nature. */
  mayBeReadOnly?: boolean
}

const STATEMENT_MS = 60_000
const IDLE_IN_TRANSACTION_MS = 60_000
/** Of several servers one may have vanished without a word: the next is tried soon. */
const ONE_OF_SEVERAL_MS = 2000

/**
 * Prepares a connection in one round trip. The limits are set here and not at log-in, because poolers refuse log-ins that carry
 * settings. A pooler reports its own process number; behind it, a setting would stay with a session that others use next.
 */
const PREPARE = `
  select current_setting('transaction_read_only') = 'on' as read_only, own.direct,
         current_setting('statement_timeout') as statement_timeout,
         case when own.direct then set_config('statement_timeout', $2, false) end,
         case when own.direct then set_config('idle_in_transaction_session_timeout', $3, false) end
  from (select pg_backend_pid() = $1::int8 as direct) own`

type Prepared = { read_only: boolean; direct: boolean | null; statement_timeout: string }

/** The URLs of the servers, and the time limit for statements, which a URL may shorten. */
function readUrl(url: string): { urls: string[]; statementMs: string } {
  let statementMs = String(STATEMENT_MS)
  const urls = listServerUrls(url).map((text) => {
    const one = new URL(text)
    statementMs = one.searchParams.get('statement_timeout') ?? statementMs
    one.searchParams.delete('statement_timeout')
    return one.href
  })
  return { urls, statementMs }
}

export function openPostgres({
  url,
  poolSize,
  connectionTimeoutMs = 10_000,
  onError,
  onPooled,
  mayBeReadOnly = false,
}: PostgresOptions): Database {
  const { urls, statementMs } = readUrl(url)
  const pooled = new WeakSet<pg.ClientBase>()
  let isPooled = false
  /** The server that new connections go to. */
  let at = 0
  const getUrl = () => urls[at] as string
  const clientTimeoutMs = urls.length > 1 ? Math.min(connectionTimeoutMs, ONE_OF_SEVERAL_MS) : connectionTimeoutMs

  class Client extends pg.Client {
    constructor(options?: pg.ClientConfig) {
      super({ ...options, connectionString: getUrl(), connectionTimeoutMillis: clientTimeoutMs })
    }
  }

  async function prepare(client: pg.ClientBase): Promise<void> {
    const values = [getPid(client), statementMs, String(IDLE_IN_TRANSACTION_MS)]
    const { rows } = await client.query<Prepared>(PREPARE, values)
    const [found] = rows
    if (found?.read_only && !mayBeReadOnly) throw createReadOnlyError()
    if (found?.direct) return
    if (!isPooled) onPooled?.(found?.statement_timeout ?? '')
    isPooled = true
    pooled.add(client)
  }

  const pool = new pg.Pool({
    Client: Client as never,
    max: poolSize,
    types: columnTypes,
    // A statement does not wait for the result of the one before it: databaseOn sends some of them together.
    pipeline: true,
    application_name: 'freehold',
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    verify: (client, done) => void prepare(client).then(() => done(), done),
  })
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', (error) => onError?.(error))
  const isDirect = (client: pg.ClientBase) => !pooled.has(client)

  /** Each server once, beginning with the one that served last. */
  async function connect(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      const tried = at
      try {
        return await pool.connect()
      } catch (error) {
        if (tries >= urls.length || !isDatabaseUnavailable(error)) throw error
        // Another caller may have moved on already.
        if (at === tried) at = (at + 1) % urls.length
      }
    }
  }

  const stopWatching = watchForSilence(pool, { getUrl, isDirect, longestMs: Number(statementMs) }, (count) =>
    onError?.(new Error(`${count} connections did not respond and were closed`)),
  )
  return databaseOn(pool, 'postgres', async () => stopWatching(), { connect, isDirect })
}
