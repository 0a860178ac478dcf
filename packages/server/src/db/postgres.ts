// PostgreSQL 15 or later, for production and for several processes.
import pg from 'pg'
import { databaseOn } from './client.ts'
import { watchForSilence } from './silence.ts'
import type { Database } from './sql.ts'
import { columnTypes } from './types.ts'

export type PostgresOptions = {
  url: string
  poolSize: number
  /** How long a request waits for a free connection before it is answered 503. */
  connectionTimeoutMs?: number
  onError?: (error: Error) => void
}

export function openPostgres({ url, poolSize, connectionTimeoutMs = 10_000, onError }: PostgresOptions): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: columnTypes,
    application_name: 'freehold',
    connectionTimeoutMillis: connectionTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
  })
  // An idle connection that breaks must not end the process; the next query opens another.
  pool.on('error', (error) => onError?.(error))
  const stopWatching = watchForSilence(pool, url, (count) =>
    onError?.(new Error(`${count} connections did not respond and were closed`)),
  )
  return databaseOn(pool, 'postgres', async () => stopWatching())
}
