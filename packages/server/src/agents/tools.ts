// The operations that a batch and an agent call by name: the public routes under the names that the contract gives them.
import type { TObject } from 'typebox'
import type { Deps } from '../deps.ts'
import type { PublicCaller } from '../http/callers.ts'
import type { Context, Route } from '../http/define-route.ts'
import { assertStorable, assertValid } from '../http/validate.ts'
import { invariant } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { publicRoutes as catalogPublic } from '../modules/catalog/routes.public.ts'
import { publicRoutes as registryPublic } from '../modules/registry/routes.public.ts'

const NAMES: Record<string, string> = {
  search_domain: 'domain.search',
  whois_lookup: 'tools.whois',
  tld_registration_price: 'pricing.tld',
  tld_requirements: 'tlds.metadata',
  market_listings: 'market.listings',
}

/** Where a route takes its input from: each of these takes it from one place. */
type Place = 'body' | 'query' | 'params'

export type Tool = { name: string; route: Route; place: Place; params: TObject }

function makeTool(name: string, routeId: string): Tool {
  const route = [...registryPublic, ...catalogPublic].find(({ id }) => id === routeId)
  invariant(route, `${name} refers to a route that does not exist`)
  const place = (['body', 'query', 'params'] as const).find((one) => route[one] !== undefined)
  invariant(place, `${routeId} has no input`)
  return { name, route, place, params: route[place] as TObject }
}

export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  Object.entries(NAMES).map(([name, routeId]) => [name, makeTool(name, routeId)]),
)

export const describeTool = ({ route }: Tool): string => `${route.summary}. ${route.description}`

export type Asker = { deps: Deps; caller: PublicCaller; requestId: Id<'request'> }

/** Runs the route's own handler with parameters in place of a request. */
export async function callTool(tool: Tool, params: unknown, { deps, caller, requestId }: Asker): Promise<unknown> {
  assertValid(tool.params, params, 'params')
  assertStorable(params, 'params')
  const context: Context<'public'> = {
    deps,
    db: deps.db,
    caller,
    now: deps.clock.now(),
    requestId,
    path: tool.route.path,
    headers: {},
    reply: { header: () => undefined },
  }
  const handle = tool.route.handle as (context: Context<'public'>, input: Record<Place, unknown>) => Promise<unknown>
  return handle(context, { body: undefined, query: {}, params: {}, [tool.place]: params })
}
