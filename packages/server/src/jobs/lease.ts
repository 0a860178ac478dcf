// A lease that one process holds while it has work: of all that share the database only this one, and another when it dies.
import type { Db } from '../db/sql.ts'
import { randomToken } from '../kernel/secret-box.ts'
import { claimJob, finishJob, keepJob } from './lease-store.ts'

export type Lease = {
  /** True: ours for the next minute, in which it is to be asked again. False: another process has it. */
  hold(): Promise<boolean>
  release(): Promise<void>
}

export function createLease(db: Db, name: string): Lease {
  const worker = randomToken('wrk_', 8)
  return {
    hold: async () => (await keepJob(db, name, worker)) || (await claimJob(db, name, worker, 0)),
    release: () => finishJob(db, name, worker, null),
  }
}
