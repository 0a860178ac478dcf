// Bugs planted in the books, to see which check reports them.
import { expect } from 'vitest'
import { type Sql, sql, type Tx } from '../src/db/sql.ts'
import { checkLedger } from '../src/modules/audit/index.ts'
import type { TestService } from './harness.ts'

class Undo extends Error {}

/** Plants the bug with the database's own guards off, looks, and takes everything back. */
export async function findingsAfter(service: TestService, bug: (tx: Tx) => Promise<unknown>): Promise<Set<string>> {
  let found = new Set<string>()
  const undone = service.db.tx(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    await bug(tx)
    found = new Set((await checkLedger(tx)).map(({ invariant }) => invariant))
    throw new Undo()
  })
  await expect(undone).rejects.toThrow(Undo)
  return found
}

/** One statement as a bug; one that changes nothing is none. */
export const planted =
  (statement: Sql) =>
  async (tx: Tx): Promise<void> =>
    expect(await tx.run(statement)).toBeGreaterThan(0)
