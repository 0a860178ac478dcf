// Which database a route reads: the primary, or the replica if the route allows it.
import type { Database } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import type { Route } from './define-route.ts'

/** What a handler is given: the same database as `db` and in `deps`. */
export async function placeReads(deps: Deps, route: Route): Promise<{ deps: Deps; db: Database }> {
  if (!deps.replica || !route.reads || route.writes) return { deps, db: deps.db }
  const db = await deps.replica.choose(route.reads)
  return { deps: { ...deps, db }, db }
}
