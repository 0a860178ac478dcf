// Whether the database is reachable and migrated. The database is queried at most once a second, however many probes come.

import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { READINESS_SECONDS } from '../kernel/limits.ts'

export type Readiness = 'ready' | 'unavailable' | 'not_migrated'

/** Callers share the check that is under way, and its result for a second after it began. */
export function createReadiness({ db, log }: Pick<Deps, 'db' | 'log'>, now = () => performance.now()) {
  let latest: Promise<Readiness> | undefined
  let settled = true
  let begunAt = 0

  async function check(): Promise<Readiness> {
    try {
      return (await isMigrated(db)) ? 'ready' : 'not_migrated'
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return 'unavailable'
    } finally {
      settled = true
    }
  }

  return (): Promise<Readiness> => {
    if (latest && (!settled || now() - begunAt < READINESS_SECONDS * 1000)) return latest
    begunAt = now()
    settled = false
    latest = check()
    return latest
  }
}
