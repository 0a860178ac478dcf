// Turns a pool of `pg` clients into our Database; both engines come through here.
import type pg from 'pg'
import { invariant } from '../kernel/errors.ts'
import { createCompanion } from './companion.ts'
import { isConnectionLoss, isLostServer, isOutdatedPlan, isPartitionInTheMaking, isReadOnlyServer } from './failures.ts'
import { createParked } from './parked.ts'
import { type Answer, readRows } from './rows.ts'
import type { Database, Db, Passenger, Session, Sql, Tx } from './sql.ts'
import { sqlState } from './sql.ts'

const CONFLICTS = new Set(['40001', '40P01'])
const TX_ATTEMPTS = 4
/** Nothing was done, and only connections of before are affected: a new one reaches the new primary, or plans the statement again. */
const NEW_CONNECTION_ATTEMPTS = 2

const nobody = (): readonly Passenger[] => []

const affectsConnectionsOfBefore = (error: unknown): boolean => isReadOnlyServer(error) || isOutdatedPlan(error)

/** What databaseOn has to know of a connection beyond the driver. */
export type Connecting = {
  connect(): Promise<pg.PoolClient>
  /** False behind a pooler: it gives each transaction another session, which may not know a statement by its name. */
  isDirect(client: pg.ClientBase): boolean
}

/** `onError` sees each failure before the caller does. */
function dbOn(client: pg.ClientBase, isDirect: boolean, onError: (error: unknown) => void = () => {}): Db {
  const query = async (statement: Sql): Promise<Answer> => {
    try {
      return await readRows(client, statement, isDirect)
    } catch (error) {
      onError(error)
      throw error
    }
  }
  return {
    many: async <Row>(statement: Sql) => (await query(statement)).rows as Row[],
    one: async <Row>(statement: Sql) => (await query(statement)).rows[0] as Row | undefined,
    run: async (statement) => (await query(statement)).rowCount,
  }
}

const sessionOn = (client: pg.ClientBase, isDirect: boolean): Session => ({
  ...dbOn(client, isDirect),
  script: async (text) => {
    await client.query(text)
  },
})

function countAttempts(error: unknown): number {
  if (affectsConnectionsOfBefore(error)) return NEW_CONNECTION_ATTEMPTS
  return CONFLICTS.has(sqlState(error) ?? '') || isPartitionInTheMaking(error) ? TX_ATTEMPTS : 1
}

async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries >= countAttempts(error)) throw error
    }
  }
}

export function databaseOn(
  pool: pg.Pool,
  kind: Database['kind'],
  onClose: () => Promise<void>,
  { connect, isDirect }: Connecting = { connect: () => pool.connect(), isDirect: () => true },
): Database {
  /** Grows when the connections of before are of no more use: they lead to a read-only server, or know statements of an old schema. */
  let generation = 0
  const generations = new WeakMap<pg.ClientBase, number>()
  let epoch = 0
  // The pool listens to idle connections only. One that breaks between two statements of a transaction emits an error
  // that, unheard, would end the process; the next statement on it fails and reports it.
  pool.on('connect', (client) => {
    generations.set(client, generation)
    epoch++
    client.on('error', () => {})
  })

  const isOutdated = (client: pg.ClientBase): boolean => generations.get(client) !== generation

  const parked = createParked(pool)

  async function acquire(): Promise<pg.PoolClient> {
    for (;;) {
      const client = parked.take() ?? (await connect())
      if (!isOutdated(client)) {
        if (!isDirect(client)) epoch++
        return client
      }
      client.release(true)
    }
  }

  function noteFailure(client: pg.ClientBase, error: unknown): void {
    if (affectsConnectionsOfBefore(error) && !isOutdated(client)) generation++
  }

  async function onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await acquire()
    let failed: Error | undefined
    try {
      return await work(client)
    } catch (error) {
      noteFailure(client, error)
      if (isConnectionLoss(error)) failed = error as Error
      throw error
    } finally {
      parked.put(client, failed)
    }
  }

  /** A statement outside a transaction is a transaction by itself, so it may be retried like one. Most statements come this way. */
  async function runAlone(make: () => Sql, board: () => readonly Passenger[] = nobody): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const client = await acquire()
      let passengers: Promise<Error | undefined>[] = []
      let failed: Error | undefined
      try {
        const statement = make()
        const waiting = board()
        if (waiting.length === 0) return await readRows(client, statement, isDirect(client))
        const sent = sendTogether(client, statement, waiting)
        passengers = sent.passengers
        return await sent.answer
      } catch (error) {
        noteFailure(client, error)
        if (isConnectionLoss(error)) failed = error as Error
        if (tries >= countAttempts(error)) throw error
      } finally {
        if (passengers.length === 0) parked.put(client, failed)
        else void Promise.all(passengers).then((failures) => parked.put(client, failed ?? failures.find(Boolean)))
      }
    }
  }

  const runMany = async (statement: Sql): Promise<unknown[]> => (await runAlone(() => statement)).rows

  /** Returns why the connection is lost, if it is. What may succeed on another one runs again there. */
  async function carry(client: pg.ClientBase, { statement, settle }: Passenger): Promise<Error | undefined> {
    try {
      const { rows } = await readRows(client, statement, true)
      settle(Promise.resolve(rows))
      return undefined
    } catch (error) {
      noteFailure(client, error)
      settle(countAttempts(error) > 1 ? runMany(statement) : Promise.reject(error as Error))
      return isConnectionLoss(error) ? (error as Error) : undefined
    }
  }

  /**
   * In one packet where the driver sends ahead. Each statement is a transaction by itself, so none fails with another. A pooler may give
   * each of them another session: there they run side by side.
   */
  function sendTogether(client: pg.ClientBase, statement: Sql, waiting: readonly Passenger[]) {
    const { pipeline, connection } = client as pg.Client
    if (!pipeline || !isDirect(client)) {
      for (const one of waiting) one.settle(runMany(one.statement))
      return { answer: readRows(client, statement, isDirect(client)), passengers: [] }
    }
    connection.stream.cork()
    const answer = readRows(client, statement, true)
    const passengers = waiting.map((one) => carry(client, one))
    connection.stream.uncork()
    return { answer, passengers }
  }

  async function attempt<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const later: (() => void)[] = []
    const client = await acquire()
    let broken: Error | undefined
    // The first loss explains what follows: statements that the server no longer runs, a commit that became a rollback.
    let lost: Error | undefined
    const noteLoss = (error: unknown) => {
      if (isLostServer(error)) lost ??= error as Error
    }
    let result: T
    try {
      const db = dbOn(client, isDirect(client), noteLoss)
      const tx: Tx = { ...db, inTransaction: true, afterCommit: (action) => void later.push(action) }
      await client.query('begin')
      result = await work(tx)
      const { command } = await client.query('commit')
      // A statement failed and somebody caught the error: the server has rolled back and says so only here.
      invariant(command === 'COMMIT', 'a transaction with a failed statement was committed')
    } catch (error) {
      noteLoss(error)
      // Whatever went wrong, a connection that rolls back is good. One that cannot need not: the server does when it notices.
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
      broken ??= lost
      noteFailure(client, lost)
      throw lost ?? error
    } finally {
      parked.put(client, broken)
    }
    for (const action of later) action()
    return result
  }

  /** Behind a pooler a session is nobody's: a transaction of its own holds the lock while another connection works. */
  const behindPooler = <T>(holder: pg.ClientBase, lock: number, work: (session: Session) => Promise<T>): Promise<T> =>
    onClient(async (worker) => {
      await holder.query('begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
      try {
        await holder.query('select pg_advisory_xact_lock($1)', [lock])
        return await work(sessionOn(worker, false))
      } finally {
        await holder.query('rollback')
      }
    })

  async function inSession<T>(client: pg.ClientBase, lock: number, work: (session: Session) => Promise<T>): Promise<T> {
    const { rows } = await client.query<{ limit: string }>("select current_setting('statement_timeout') as limit")
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lock])
    try {
      return await work(sessionOn(client, true))
    } finally {
      await client.query('select pg_advisory_unlock($1)', [lock])
      await client.query("select set_config('statement_timeout', $1, false)", [rows[0]?.limit])
    }
  }

  return {
    kind,
    many: async <Row>(statement: Sql) => (await runMany(statement)) as Row[],
    manyWhenFree: async <Row>(make: () => Sql, board?: () => readonly Passenger[]) =>
      (await runAlone(make, board)).rows as Row[],
    companion: () => createCompanion(runMany),
    one: async <Row>(statement: Sql) => (await runAlone(() => statement)).rows[0] as Row | undefined,
    run: async (statement) => (await runAlone(() => statement)).rowCount,
    session: (work) => onClient((client) => work(sessionOn(client, isDirect(client)))),
    exclusive: (lock, work) =>
      onClient((client) => (isDirect(client) ? inSession(client, lock, work) : behindPooler(client, lock, work))),
    tx: (work) => retrying(() => attempt(work)),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount - parked.size,
      idle: pool.idleCount + parked.size,
      waiting: pool.waitingCount,
    }),
    epoch: () => epoch,
    async close() {
      parked.close()
      await pool.end()
      await onClose()
    },
  }
}
