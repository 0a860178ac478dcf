// Turns a pool of `pg` clients into our Database; both engines come through here.
import type pg from 'pg'
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
  return !code || code.length !== 5 || code.startsWith('57P') || code.startsWith('08')
}

export function databaseOn(pool: pg.Pool, kind: Database['kind'], onClose: () => Promise<void>): Database {
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
    const result = await onClient(async (client) => {
      const tx: Tx = { ...dbOn(client), inTransaction: true, afterCommit: (action) => void later.push(action) }
      await client.query('begin')
      try {
        const value = await work(tx)
        await client.query('commit')
        return value
      } catch (error) {
        // A broken connection cannot roll back, and need not: the server does when it notices.
        await client.query('rollback').catch(() => {})
        throw error
      }
    })
    for (const action of later) action()
    return result
  }

  return {
    kind,
    many: (statement) => onClient((client) => dbOn(client).many(statement)),
    one: (statement) => onClient((client) => dbOn(client).one(statement)),
    run: (statement) => onClient((client) => dbOn(client).run(statement)),
    session: (work) =>
      onClient((client) =>
        work({
          ...dbOn(client),
          script: async (text) => {
            await client.query(text)
          },
        }),
      ),
    async tx(work) {
      for (let tries = 1; ; tries++) {
        try {
          return await attempt(work)
        } catch (error) {
          if (tries >= TX_ATTEMPTS || !RETRYABLE.has(sqlState(error) ?? '')) throw error
        }
      }
    },
    async close() {
      await pool.end()
      await onClose()
    },
  }
}
