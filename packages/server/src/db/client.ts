// Turns a pool of `pg` clients into our Database; both engines come through here.
import type pg from 'pg'
import { invariant } from '../kernel/errors.ts'
import type { Database, Db, Sql, Tx } from './sql.ts'
import { sqlState } from './sql.ts'

const RETRYABLE = new Set(['40001', '40P01'])
const TX_ATTEMPTS = 4

const camelNames = new Map<string, string>()
function camel(name: string): string {
  let known = camelNames.get(name)
  if (known === undefined) {
    known = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, known)
  }
  return known
}

function camelRows<Row>(result: pg.QueryResult): Row[] {
  const { fields, rows } = result
  if (rows.length === 0 || !fields.some((field) => field.name.includes('_'))) return rows as Row[]
  const names = fields.map((field) => [field.name, camel(field.name)] as const)
  return rows.map((row) => {
    const renamed: Record<string, unknown> = {}
    for (const [from, to] of names) renamed[to] = row[from]
    return renamed as Row
  })
}

function dbOn(client: pg.ClientBase): Db {
  const query = (statement: Sql) => client.query(statement as pg.QueryConfig)
  return {
    many: async <Row>(statement: Sql) => camelRows<Row>(await query(statement)),
    one: async <Row>(statement: Sql) => camelRows<Row>(await query(statement))[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  }
}

/** An SQL error leaves the session usable; anything else means that the connection is gone. */
const isConnectionLoss = (error: unknown): boolean => {
  const code = sqlState(error)
  return code?.length !== 5 || code.startsWith('57P') || code.startsWith('08')
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= TX_ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error
    }
  }
}

export function databaseOn(pool: pg.Pool, kind: Database['kind'], onClose: () => Promise<void>): Database {
  // The pool listens to idle connections only. One that breaks between two statements of a transaction emits an error
  // that, unheard, would end the process; the next statement on it fails and tells.
  pool.on('connect', (client) => void client.on('error', () => {}))

  async function onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    let failed: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      if (isConnectionLoss(error)) failed = error as Error
      throw error
    } finally {
      client.release(failed)
    }
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const later: (() => void)[] = []
    const client = await pool.connect()
    let broken: Error | undefined
    let result: T
    try {
      const tx: Tx = { ...dbOn(client), inTransaction: true, afterCommit: (action) => void later.push(action) }
      await client.query('begin')
      result = await work(tx)
      const { command } = await client.query('commit')
      // A statement failed and somebody caught the error: the server has rolled back and says so only here.
      invariant(command === 'COMMIT', 'a transaction with a failed statement was committed')
    } catch (error) {
      // Whatever went wrong, a connection that rolls back is good. One that cannot need not: the server does when it notices.
      await client.query('rollback').catch((lost: Error) => {
        broken = lost
      })
      throw error
    } finally {
      client.release(broken)
    }
    for (const action of later) action()
    return result
  }

  return {
    kind,
    // A statement outside a transaction is one of its own, so it may be retried like one.
    many: (statement) => retrying(() => onClient((client) => dbOn(client).many(statement))),
    manyWhenFree: (make) => retrying(() => onClient((client) => dbOn(client).many(make()))),
    one: (statement) => retrying(() => onClient((client) => dbOn(client).one(statement))),
    run: (statement) => retrying(() => onClient((client) => dbOn(client).run(statement))),
    session: (work) =>
      onClient((client) =>
        work({
          ...dbOn(client),
          script: async (text) => {
            await client.query(text)
          },
        }),
      ),
    tx: (work) => retrying(() => attempt(work)),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await pool.end()
      await onClose()
    },
  }
}
