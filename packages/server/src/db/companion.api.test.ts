// Reads that are sent together with a statement: on its connection, and independent of it and of each other.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseKind, openTestDatabase } from '../../test/harness.ts'
import { createCompanion } from './companion.ts'
import { type Companion, type Database, type Sql, sql, sqlState } from './sql.ts'

const onPostgres = databaseKind === 'postgres'

let db: Database
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, remove } = await openTestDatabase(`freehold_companion_${process.pid}`))
  await db.run(sql`create table notes (id integer primary key)`)
})
afterAll(() => remove())
beforeEach(() => db.run(sql`delete from notes`))

type Pid = { pid: number }
const PID = sql`select pg_backend_pid() as pid`
const insert = (id: number) => () => sql`insert into notes (id) values (${id}) returning id, pg_backend_pid() as pid`
const divide = (by: number) => sql`select 1 / ${by}::int as result`
const boardAll = (companions: readonly Companion[]) => () => companions.flatMap((one) => one.board())
const readCode = (error: unknown) => sqlState(error)
const countNotes = () => db.one(sql`select count(*)::int as notes from notes`)

describe('reads beside a statement', () => {
  it('return their rows, from the same connection where the driver sends ahead', async () => {
    const companions = [db.companion(), db.companion()]
    const reads = companions.map((one) => one.one<Pid>(PID))
    const [note] = await db.manyWhenFree<Pid>(insert(1), boardAll(companions))
    const pids = (await Promise.all(reads)).map((found) => found?.pid)
    expect(pids).toEqual([expect.any(Number), expect.any(Number)])
    if (onPostgres) expect(pids).toEqual([note?.pid, note?.pid])
  })

  it('fail alone', async () => {
    const companions = [db.companion(), db.companion(), db.companion()]
    const reads = companions.map((one, by) => one.one(divide(by)).catch(readCode))
    expect(await db.manyWhenFree(insert(1), boardAll(companions))).toMatchObject([{ id: 1 }])
    expect(await Promise.all(reads)).toEqual(['22012', { result: 1 }, { result: 0 }])
    expect(await countNotes()).toEqual({ notes: 1 })
  })

  it('succeed beside a statement that fails', async () => {
    await db.run(insert(1)())
    const companion = db.companion()
    const read = companion.one(divide(1))
    await expect(db.manyWhenFree(insert(1), boardAll([companion]))).rejects.toMatchObject({ code: '23505' })
    expect(await read).toEqual({ result: 1 })
  })

  it('do not hold up the result, and keep the connection until they have ended', async () => {
    const companion = db.companion()
    let isRead = false
    const read = companion.one(sql`select pg_sleep(0.3)`).then(() => {
      isRead = true
    })
    await db.manyWhenFree(insert(1), boardAll([companion]))
    if (onPostgres) expect([isRead, db.connections().busy]).toEqual([false, 1])
    await read
    await vi.waitFor(() => expect(db.connections().busy).toBe(0))
  })

  it('run again on a new connection if theirs knows an older table', async () => {
    const read = (reader: Pick<Database, 'one'>) => reader.one(sql`select * from grown_notes`)
    await db.run(sql`create table grown_notes as select 1 as first_one`)
    for (let times = 0; times < 2; times++) await read(db)
    await db.run(sql`alter table grown_notes add second_one integer default 2`)
    const companion = db.companion()
    const reading = read(companion)
    await db.manyWhenFree(insert(1), boardAll([companion]))
    expect(await reading).toEqual({ firstOne: 1, secondOne: 2 })
  })

  it('run alone if they come later, or if nothing is sent', async () => {
    const [late, left] = [db.companion(), db.companion()]
    await db.manyWhenFree(insert(1), boardAll([late]))
    expect(await late.one(divide(1))).toEqual({ result: 1 })
    const read = left.many(divide(1))
    left.leave()
    expect([await read, await left.many(divide(1))]).toEqual([[{ result: 1 }], [{ result: 1 }]])
  })
})

it('hands each read over once', async () => {
  const alone: Sql[] = []
  const companion = createCompanion(async (statement) => {
    alone.push(statement)
    return []
  })
  void companion.one(divide(1))
  expect(companion.board().map(({ statement }) => statement.values)).toEqual([[1]])
  expect(companion.board()).toEqual([])
  companion.leave()
  expect(alone).toEqual([])
  expect(await companion.one(divide(2))).toBeUndefined()
  expect(alone.map(({ values }) => values)).toEqual([[2]])
})
