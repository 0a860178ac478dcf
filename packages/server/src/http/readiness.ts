// Whether the database is reachable, migrated and writable. The database is queried at most once a second, however many probes come.

import { isReadOnlyServer } from '../db/failures.ts'
import { isMigrated } from '../db/migrate.ts'
import type { Deps } from '../deps.ts'
import { READINESS_SECONDS } from '../kernel/limits.ts'

export type Readiness = 'ready' | 'unavailable' | 'read_only' | 'not_migrated'

/** Callers share the check that is under way, and its result for a second after it began. */
export function createReadiness({ db, log }: Pick<Deps, 'db' | 'log'>, now = () => performance.now()) {
  let latest: Promise<Readiness> | undefined
  let settled = true
  let begunAt = 0

  async function check(): Promise<Readiness> {
    try {
      // In a session, which drops its connection when the server turns out to be read-only.
      return (await db.session((session) => isMigrated(session))) ? 'ready' : 'not_migrated'
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return isReadOnlyServer(error) ? 'read_only' : 'unavailable'
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
