// The database layer on both engines: types, transactions, retries, lost connections, migrations.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { databaseKind, openTestDatabase } from '../../test/harness.ts'
import { createDatabase } from '../../test/postgres.ts'
import { ApiError } from '../kernel/errors.ts'
import { isDatabaseUnavailable } from './failures.ts'
import { isMigrated, loadMigrations, migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { type Database, freshlyPlanned, sql, sqlState, violates } from './sql.ts'

const onPostgres = databaseKind === 'postgres'

let db: Database
let url: string | null
let remove: () => Promise<void>
beforeAll(async () => {
  ;({ db, url, remove } = await openTestDatabase(`freehold_db_${process.pid}`))
  await db.run(sql`create table marks (id integer primary key, some_note text, seen_at2 timestamptz)`)
})
afterAll(() => remove())

const ids = async () => (await db.many<{ id: number }>(sql`select id from marks order by id`)).map(({ id }) => id)

describe('rows', () => {
  it('come with camelCase names', async () => {
    const row = await db.one(sql`select 1 as plain, 2 as snake_case, 3 as a_b_c, 4 as floor_2, 5 as "alreadyCamel"`)
    expect(row).toEqual({ plain: 1, snakeCase: 2, aBC: 3, floor2: 4, alreadyCamel: 5 })
  })

  it('have the columns that the table has now', async () => {
    const read = () => db.one(freshlyPlanned(sql`select * from changed_marks`))
    await db.run(sql`create table changed_marks as select 1 as first_one`)
    expect(await read()).toEqual({ firstOne: 1 })
    await db.run(sql`alter table changed_marks alter first_one type text, add second_one integer default 2`)
    expect(await read()).toEqual({ firstOne: '1', secondOne: 2 })
    await db.run(sql`drop table changed_marks`)
  })

  it('have the columns of now also where the server knows the statement', async () => {
    const read = (reader: Pick<Database, 'one'>) => reader.one(sql`select * from widened_marks`)
    await db.run(sql`create table widened_marks as select 1 as first_one`)
    // Twice each: the second time, the columns are known.
    for (let times = 0; times < 2; times++) expect(await read(db)).toEqual({ firstOne: 1 })
    await db.run(sql`alter table widened_marks add second_one integer default 2`)
    for (let times = 0; times < 2; times++) expect(await read(db)).toEqual({ firstOne: 1, secondOne: 2 })
    await db.run(sql`alter table widened_marks add third_one integer default 3`)
    expect(await db.tx((tx) => read(tx))).toEqual({ firstOne: 1, secondOne: 2, thirdOne: 3 })
    await db.run(sql`drop table widened_marks`)
  })

  it('hold int8, sums and counts as plain numbers', async () => {
    const row =
      await db.one(sql`select 999999999999::int8 as big, sum(x) as total, count(*) as n, 9007199254740991::int8 as most
      from (values (1::int8), (2)) as v(x)`)
    expect(row).toEqual({ big: 999_999_999_999, total: 3, n: 2, most: Number.MAX_SAFE_INTEGER })
  })

  it('refuse an integer that JavaScript cannot hold, and the connection lives on', async () => {
    await expect(db.one(sql`select 9007199254740992::int8 as big`)).rejects.toThrow('out of range')
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })

  it('hold dates as text, times as Date, arrays, JSON, bytes and null as they are', async () => {
    const at = new Date('2026-01-31T12:00:00.123Z')
    const row = await db.one(sql`
      select date '2026-02-28' as day, ${at}::timestamptz as at, ${['a', 'b,"\\']}::text[] as list,
             ${JSON.stringify({ a: [1] })}::jsonb as json, ${Buffer.from([0, 255])}::bytea as bytes, null as nothing, true as yes`)
    expect(row).toEqual({
      day: '2026-02-28',
      at,
      list: ['a', 'b,"\\'],
      json: { a: [1] },
      bytes: Buffer.from([0, 255]),
      nothing: null,
      yes: true,
    })
  })

  it('are counted by run, and one gives undefined for none', async () => {
    expect(await db.run(sql`insert into marks (id) select generate_series(900, 904)`)).toBe(5)
    expect(await db.run(sql`delete from marks where id >= 900`)).toBe(5)
    expect(await db.one(sql`select 1 as x where false`)).toBeUndefined()
  })

  it('bind hostile text as text', async () => {
    const text = `'; drop table marks; -- $1 \\ " \u{1f511}`
    expect(await db.one(sql`select ${text}::text as text`)).toEqual({ text })
  })
})

describe('a transaction', () => {
  it('keeps everything or nothing', async () => {
    const failing = db.tx(async (tx) => {
      await tx.run(sql`insert into marks (id) values (1)`)
      throw new ApiError('conflict')
    })
    await expect(failing).rejects.toThrow(ApiError)
    expect(await ids()).toEqual([])
    await db.tx((tx) => tx.run(sql`insert into marks (id) values (1)`))
    expect(await ids()).toEqual([1])
  })

  it('runs what was left for afterwards once, after the commit, and not at all after a rollback', async () => {
    const seen: string[] = []
    await db.tx(async (tx) => {
      tx.afterCommit(() => seen.push('committed'))
      await tx.run(sql`insert into marks (id) values (2)`)
      expect(seen).toEqual([])
    })
    await db
      .tx(async (tx) => {
        tx.afterCommit(() => seen.push('rolled back'))
        throw new Error('no')
      })
      .catch(() => {})
    expect(seen).toEqual(['committed'])
  })

  it('does not pretend to have committed when a failed statement was swallowed', async () => {
    const swallowing = db.tx(async (tx) => {
      await tx.run(sql`insert into marks (id) values (3)`)
      await tx.run(sql`insert into marks (id) values (3)`).catch(() => {})
    })
    await expect(swallowing).rejects.toThrow('failed statement')
    expect(await ids()).not.toContain(3)
  })

  it('tells the violated constraint', async () => {
    await db.run(sql`insert into marks (id) values (4) on conflict do nothing`)
    const error = await db.tx((tx) => tx.run(sql`insert into marks (id) values (4)`)).catch((thrown: unknown) => thrown)
    expect(violates(error, 'marks_pkey')).toBe(true)
  })

  it('keeps its connection when the use case refuses', async () => {
    const backend = async () => (await db.one<{ pid: number }>(sql`select pg_backend_pid() as pid`))?.pid
    const before = await backend()
    for (let round = 0; round < 5; round++)
      await db.tx(async () => Promise.reject(new ApiError('not_found'))).catch(() => {})
    expect(await backend()).toBe(before)
  })

  it('survives fifty at once', async () => {
    await db.run(sql`create table if not exists counter (n int8 not null)`)
    await db.run(sql`insert into counter values (0)`)
    await Promise.all(Array.from({ length: 50 }, () => db.tx((tx) => tx.run(sql`update counter set n = n + 1`))))
    expect(await db.one(sql`select n from counter`)).toEqual({ n: 50 })
  })

  it('leaves the session clean after an error inside', async () => {
    await db.tx((tx) => tx.run(sql`select * from no_such_table`)).catch(() => {})
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })
})

describe.runIf(onPostgres)('on PostgreSQL', () => {
  it('runs a deadlocked transaction again, and its afterCommit once', async () => {
    await db.run(sql`insert into marks (id, some_note) values (101, ''), (102, '')`)
    let runs = 0
    let waiting = 0
    const committed: string[] = []
    let meet = () => {}
    const met = new Promise<void>((resolve) => {
      meet = resolve
    })
    const cross = (name: string, first: number, second: number) =>
      db.tx(async (tx) => {
        runs++
        tx.afterCommit(() => committed.push(name))
        await tx.run(sql`update marks set some_note = some_note || ${name} where id = ${first}`)
        if (++waiting === 2) meet()
        await met
        await tx.run(sql`update marks set some_note = some_note || ${name} where id = ${second}`)
      })
    await Promise.all([cross('a', 101, 102), cross('b', 102, 101)])
    // The second try may meet the other once more.
    expect(runs).toBeGreaterThanOrEqual(3)
    expect(committed.sort()).toEqual(['a', 'b'])
    const notes = await db.many<{ someNote: string }>(sql`select some_note from marks where id in (101, 102)`)
    expect(notes.map(({ someNote }) => [...someNote].sort().join(''))).toEqual(['ab', 'ab'])
  })

  it('answers the next query after every connection was cut', async () => {
    await Promise.all(Array.from({ length: 5 }, () => db.one(sql`select pg_sleep(0.01)`)))
    await cutConnections(url!)
    expect(await db.one(sql`select 1 as one`)).toEqual({ one: 1 })
  })

  it('reports a connection cut in the middle of a transaction, keeps nothing of it, and goes on', async () => {
    const cut = db.tx(async (tx) => {
      await tx.run(sql`insert into marks (id) values (201)`)
      await cutConnections(url!)
      await tx.run(sql`insert into marks (id) values (202)`)
    })
    await expect(cut).rejects.toThrow()
    expect(await ids()).not.toContain(201)
    expect(await db.tx((tx) => tx.run(sql`insert into marks (id) values (203)`))).toBe(1)
  })

  it('writes a row again whose partition was made meanwhile, and is unavailable while its time is being checked', async () => {
    await db.session((session) =>
      session.script(`create table moments (at int, constraint moments_positive check (at > 0)) partition by range (at);
        create table moments_other partition of moments default`),
    )
    let writing: Promise<number> | undefined
    await db.tx(async (tx) => {
      await tx.run(sql`lock table moments_other in access exclusive mode`)
      await tx.run(sql`create table moments_ten (like moments including constraints)`)
      await tx.run(sql`alter table moments attach partition moments_ten for values from (10) to (20)`)
      writing = db.run(sql`insert into moments values (15)`)
      const waits = () => db.one(sql`select from pg_locks where relation = 'moments_other'::regclass and not granted`)
      await vi.waitFor(async () => expect(await waits()).toBeDefined(), { timeout: 20_000 })
    })
    expect(await writing).toBe(1)
    expect(await db.one(sql`select tableoid::regclass::text as place from moments`)).toEqual({ place: 'moments_ten' })

    await db.run(
      sql`alter table moments_other add constraint moments_twenty_elsewhere check (at < 20 or at >= 30) not valid`,
    )
    const write = (at: number) => db.run(sql`insert into moments values (${at})`).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(await write(25))).toBe(true)
    expect(isDatabaseUnavailable(await write(-1))).toBe(false)
    expect(await write(35)).toBe(1)
  })

  it('gives up a statement after its time limit', async () => {
    const impatient = openPostgres({ url: `${url}?statement_timeout=50`, poolSize: 2 })
    const error = await impatient.one(sql`select pg_sleep(5)`).catch((thrown: unknown) => thrown)
    expect(['57014', undefined]).toContain(sqlState(error))
    await impatient.close()
  }, 10_000)

  async function cutConnections(target: string): Promise<void> {
    const killer = new pg.Client({ connectionString: target })
    await killer.connect()
    await killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await killer.end()
    // The server's farewell is on its way; a query that crosses it fails as it should.
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
})

describe('migrations', () => {
  const one = {
    version: 9001,
    name: 'one',
    text: 'create table m_one (a int); insert into m_one values (1);',
    checksum: 'a',
  }
  const two = { version: 9002, name: 'two', text: 'create table m_two (a int)', checksum: 'b' }

  it('run once, in order', async () => {
    expect(await migrate(db, [one])).toEqual([9001])
    expect(await migrate(db, [one, two])).toEqual([9002])
    expect(await migrate(db, [one, two])).toEqual([])
    expect(await db.one(sql`select count(*) as n from m_one`)).toEqual({ n: 1 })
    expect(await isMigrated(db, [one, two])).toBe(true)
    expect(await isMigrated(db, [{ ...one, version: 9999 }])).toBe(false)
  })

  it('are rejected when a file was changed after it was applied', async () => {
    await expect(migrate(db, [{ ...one, checksum: 'changed' }])).rejects.toThrow('9001_one was changed')
  })

  it('leave nothing of one that fails, and give the lock back', async () => {
    const broken = {
      version: 9003,
      name: 'broken',
      text: 'create table m_half (a int); select no_such_function()',
      checksum: 'c',
    }
    await expect(migrate(db, [broken])).rejects.toThrow('9003_broken')
    expect(await db.one(sql`select to_regclass('m_half')::text as t`)).toEqual({ t: null })
    expect(await migrate(db, [{ ...broken, text: 'create table m_half (a int)' }])).toEqual([9003])
  })

  it('leave the time limits of the session as they were', async () => {
    const limit = async () =>
      (await db.one<{ statementTimeout: string }>(sql`show statement_timeout`))?.statementTimeout
    const before = await limit()
    await migrate(db, [one])
    expect(await limit()).toBe(before)
  })

  it('of this service are numbered without gaps and all applied', async () => {
    const versions = loadMigrations().map(({ version }) => version)
    expect(versions).toEqual(versions.map((_, index) => index + 1))
    expect(await isMigrated(db)).toBe(true)
  })

  it.runIf(onPostgres)('are applied once when several processes start together', async () => {
    const fresh = await createDatabase(inject('postgresUrl'), `freehold_migrate_${process.pid}`)
    const handles = Array.from({ length: 4 }, () => openPostgres({ url: fresh, poolSize: 2 }))
    expect(await isMigrated(handles[0]!)).toBe(false)
    const applied = await Promise.all(handles.map((handle) => migrate(handle)))
    expect(applied.filter((versions) => versions.length > 0)).toEqual([loadMigrations().map(({ version }) => version)])
    await Promise.all(handles.map((handle) => handle.close()))
  })
})
