// Comparing a rule in TypeScript with its mirror in SQL: work that is undone, and copies of functions that deviate.
import { expect } from 'vitest'
import { type Database, type Db, Sql, sql, type Tx } from '../src/db/sql.ts'

class Undone extends Error {}

/** Runs `work` in a transaction that is rolled back. */
export async function undo<Result>(db: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let result: Result | undefined
  await db
    .tx(async (tx) => {
      result = await work(tx)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return result as Result
}

/** Makes what replaces an SQL function, within a transaction, by a copy of itself that differs in one place. */
export async function deviate(db: Db, name: string, from: string, to: string): Promise<(tx: Tx) => Promise<void>> {
  const row = await db.one<{ text: string }>(sql`
    select pg_get_functiondef(oid) as text from pg_proc
    where proname = ${name} order by pronargs desc limit 1`)
  expect(row?.text).toContain(from)
  return (tx) => tx.run(new Sql(row!.text.replace(from, to), [])).then(() => {})
}
