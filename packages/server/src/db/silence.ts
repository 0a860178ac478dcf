// Connections that have gone deaf: a machine or a router vanished and neither end was told. A statement on one would wait for
// as long as the system retries, a quarter of an hour. A statement that takes long is another thing, and left alone: the
// server itself is asked which of the two it is.
import pg from 'pg'
import { getPid } from './pid.ts'
import { sqlState } from './sql.ts'

const LOOK_EVERY_MS = 1000
const SUSPECT_AFTER_MS = 4000
const PROBE_MS = 3000
/** An answer may be on its way while the server already says that it is done. */
const GRACE_MS = 1000

type Waiting = { client: pg.PoolClient; since: number }
type Query = (...args: unknown[]) => unknown
/** A query object, which reports its end to a callback; texts are answered by a promise. */
type Submitted = { callback(...result: unknown[]): void }

const isSubmitted = (config: unknown): config is Submitted =>
  typeof config === 'object' && config !== null && 'submit' in config

/** The server's processes that are at work on a statement; null when the server cannot be reached at all. */
async function busyProcesses(url: string, pids: readonly number[]): Promise<ReadonlySet<number> | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const text = "select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'"
    const { rows } = await client.query<{ pid: number }>(text, [pids])
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // It has no room for one more connection, or something the like: it is there, and nobody is deaf for all we know.
    return sqlState(error)?.length === 5 ? new Set(pids) : null
  } finally {
    void client.end().catch(() => {})
  }
}

const hangUp = (client: pg.PoolClient): void =>
  (client as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection.stream.destroy(
    new Error('Connection terminated: the server did not respond'),
  )

export type Watched = {
  getUrl(): string
  /** False behind a pooler, whose process numbers are not the server's. */
  isDirect(client: pg.ClientBase): boolean
  /** No statement takes longer than this. */
  longestMs: number
}

/** Ends deaf connections of the pool, so that those who wait on one learn it; answers how to stop watching. */
export function watchForSilence(
  pool: pg.Pool,
  { getUrl, isDirect, longestMs }: Watched,
  onDeaf: (count: number) => void,
): () => void {
  /** Behind a pooler nobody can say who is at work: while it can be reached, only time tells. */
  const isSpared = ({ client, since }: Waiting, busy: ReadonlySet<number> | null): boolean => {
    if (busy === null) return false
    if (isDirect(client)) return busy.has(getPid(client) ?? 0)
    return performance.now() - since < longestMs + SUSPECT_AFTER_MS
  }
  const waiting = new Set<Waiting>()

  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const noted: Query = (...args) => {
      const one = { client, since: performance.now() }
      waiting.add(one)
      const end = () => void waiting.delete(one)
      const [config] = args
      if (isSubmitted(config)) {
        const { callback } = config
        config.callback = (...result) => {
          end()
          callback(...result)
        }
        return query(config)
      }
      const result = query(...args)
      if (result instanceof Promise) result.then(end, end)
      else end()
      return result
    }
    client.query = noted as typeof client.query
  })

  async function look(): Promise<void> {
    const before = performance.now() - SUSPECT_AFTER_MS
    const suspects = [...waiting].filter(({ since }) => since < before)
    if (suspects.length === 0) return
    const pids = suspects.filter(({ client }) => isDirect(client)).map(({ client }) => getPid(client) ?? 0)
    const busy = await busyProcesses(getUrl(), pids)
    const silent = suspects.filter((one) => !isSpared(one, busy))
    if (silent.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS))
    const deaf = new Set(silent.filter((one) => waiting.has(one)).map(({ client }) => client))
    for (const client of deaf) hangUp(client)
    if (deaf.size > 0) onDeaf(deaf.size)
  }

  let looking = false
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    void look().finally(() => {
      looking = false
    })
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
