// Whether the database is reachable and migrated, asked of the database at most once a second however many probes come.

import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { READINESS_SECONDS } from '../kernel/limits.ts'

/** Callers share the check that is under way, and its result for a second after it began. */
export function createReadiness({ db, log }: Pick<Deps, 'db' | 'log'>, now = () => performance.now()) {
  let latest: Promise<boolean> | undefined
  let settled = true
  let begunAt = 0

  async function check(): Promise<boolean> {
    try {
      return await isMigrated(db)
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return false
    } finally {
      settled = true
    }
  }

  return (): Promise<boolean> => {
    if (latest && (!settled || now() - begunAt < READINESS_SECONDS * 1000)) return latest
    begunAt = now()
    settled = false
    latest = check()
    return latest
  }
}
