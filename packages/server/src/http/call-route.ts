// Runs a route of the Public API without HTTP, under the same rules: who may call it, its input, its transaction.
import type { Deps } from '../deps.ts'
import type { Id } from '../kernel/ids.ts'
import { assertSignedIn } from './bearer.ts'
import type { PublicCaller } from './callers.ts'
import type { Context, Route } from './define-route.ts'
import { placeReads } from './read-place.ts'
import { assertConfirmedToken } from './session-checks.ts'
import { assertStorable, assertValid } from './validate.ts'

/** Who asks, in place of a request. */
export type Asker = { deps: Deps; caller: PublicCaller; requestId: Id<'request'> }

type Place = 'params' | 'query' | 'body'
export type RouteInput = Partial<Record<Place, unknown>>

const PLACES: readonly Place[] = ['params', 'query', 'body']

type Handle = (context: Context<'public'>, input: Required<RouteInput>) => Promise<unknown>

/** What the route would respond with. It throws what the route would refuse with. */
export async function callPublicRoute(route: Route, given: RouteInput, asker: Asker): Promise<unknown> {
  const { deps, caller, requestId } = asker
  assertSignedIn(deps.config.baseUrl, caller, route, '/mcp')
  assertConfirmedToken(route, caller.user)
  for (const place of PLACES) {
    const schema = route[place]
    if (schema === undefined || (place === 'body' && route.bodyOptional && given.body === undefined)) continue
    assertValid(schema, given[place] ?? {}, place)
    if (place !== 'body' || !route.bodyInParts) assertStorable(given[place] ?? {}, place)
  }
  const input = { body: given.body, query: given.query ?? {}, params: given.params ?? {} }
  const context: Context<'public'> = {
    ...(await placeReads(deps, route)),
    caller,
    now: deps.clock.now(),
    requestId,
    path: route.path,
    headers: {},
    reply: { header: () => undefined },
  }
  const handle = route.handle as Handle
  if (!route.writes) return handle(context, input)
  const prepared = await (route.prepare as Handle | undefined)?.(context, input)
  return deps.db.tx((tx) => handle({ ...context, tx, prepared } as Context<'public'>, input))
}
