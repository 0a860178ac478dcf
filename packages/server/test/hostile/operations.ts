// Everything that can be asked of the service: the operations of the OpenAPI document, the portal's second doors, pages and forms.
import { AREAS } from '../../src/areas/areas.ts'
import { ACCOUNT_PATHS, CHECKOUT_PATHS, HOSTED_PATHS } from '../../src/areas/hosted.ts'
import { MCP_GROUP } from '../../src/areas/mcp.ts'
import { OAUTH_GROUP } from '../../src/areas/oauth.ts'
import { PAGE_PATHS } from '../../src/areas/pages.ts'
import { mirrorPaths, PORTAL_PREFIX } from '../../src/areas/portal.ts'
import { ASSET_PATHS } from '../../src/http/assets.ts'
import type { Route } from '../../src/http/define-route.ts'
import type { DescribedOperation } from '../../src/http/described-operation.ts'
import { DOCS_PATHS } from '../../src/http/docs-page.ts'
import { GUIDE_PATHS } from '../../src/http/guide-pages.ts'
import { fullPath } from '../../src/http/pipeline.ts'
import { portalRoutes as tokenlessQuotes } from '../../src/modules/quotes/routes.partner.ts'
import { newPartner, type Sample } from '../route-sample-records.ts'
import { SAMPLES } from '../route-samples.ts'
import { DESCRIBED_SAMPLES, HOSTED_SAMPLES, type Stage } from './stage.ts'
import type { Schema } from './values.ts'

/** Whom a request of it must convince. */
export type Door = 'partner' | 'operator' | 'portal' | 'token' | 'session' | 'anybody' | 'page'

export type Operation = {
  id: string
  method: string
  template: string
  door: Door
  /** In the OpenAPI document. */
  described: boolean
  querySchema: Record<string, Schema>
  bodySchema: Schema | undefined
  route: Route | undefined
  responses: DescribedOperation['responses'] | undefined
  sample(stage: Stage): Promise<Sample & { form?: Record<string, string> }>
}

const doorOf = ({ area, signedIn }: Route): Door => {
  if (area !== 'public') return area
  if (signedIn === undefined) return 'anybody'
  return signedIn === 'session' ? 'session' : 'token'
}

const membersOf = (schema: unknown): Record<string, Schema> => (schema as Schema | undefined)?.properties ?? {}

/** In place of samples that would change what all the others count on. */
const OWN_SAMPLES: typeof SAMPLES = {
  'operator.partners.change': async (_, service) => ({
    ...(await newPartner(service)),
    body: { name: 'Hostile', commission_bps: 1200, merchant_of_record: false, affiliate: true },
  }),
}

function ofRoute(route: Route, template: string, id: string, door: Door, described: boolean): Operation {
  return {
    id,
    method: route.method,
    template,
    door,
    described,
    querySchema: membersOf(route.query),
    bodySchema: route.body as Schema | undefined,
    route,
    responses: undefined,
    sample: async ({ world, service }) => (await (OWN_SAMPLES[route.id] ?? SAMPLES[route.id])?.(world, service)) ?? {},
  }
}

const ROUTES: Operation[] = AREAS.flatMap(({ prefix, routes }) =>
  routes.map((route: Route) => ofRoute(route, fullPath(route, prefix), route.id, doorOf(route), true)),
)

const byPlace = new Map(ROUTES.map((operation) => [`${operation.method} ${operation.template}`, operation]))

const tokenless = new Map(tokenlessQuotes.map((route) => [`GET ${fullPath(route, '/api/partner/v1')}`, route]))

/** The partner's routes in the portal, found by what their path says. */
const MIRRORS: Operation[] = mirrorPaths(AREAS[0].routes).flatMap(({ method, url }) => {
  const below = url.replace(new RegExp(`^${PORTAL_PREFIX}/(sandbox|live)`), '')
  const found = byPlace.get(`${method} /api/partner/v1${below}`) ?? byPlace.get(`${method} /api/partner${below}`)
  const route = tokenless.get(`${method} /api/partner/v1${below}`) ?? found?.route
  return found && route ? [ofRoute(route, url, `${found.id} at ${url}`, 'portal', false)] : []
})

const DESCRIBED: Operation[] = [OAUTH_GROUP, MCP_GROUP].flatMap(({ operations }) =>
  operations.map((operation) => ({
    id: operation.id,
    method: operation.method,
    template: operation.path,
    door: 'anybody' as const,
    described: true,
    querySchema: membersOf(operation.query),
    bodySchema: operation.body?.schema as Schema | undefined,
    route: undefined,
    responses: operation.responses,
    sample: async (stage: Stage) => DESCRIBED_SAMPLES[operation.id]?.(stage) ?? {},
  })),
)

const PLACES: { method: string; url: string }[] = [
  ...['/healthz', '/readyz', '/metrics', ...DOCS_PATHS, ...GUIDE_PATHS, ...ASSET_PATHS, ...HOSTED_PATHS].map((url) => ({
    method: 'GET',
    url,
  })),
  ...ACCOUNT_PATHS,
  ...CHECKOUT_PATHS,
  ...PAGE_PATHS,
  { method: 'POST', url: '/oauth/authorize' },
]

const HOSTED: Operation[] = PLACES.map(({ method, url }) => ({
  id: `${method} ${url}`,
  method,
  template: url,
  door: 'page',
  described: false,
  querySchema: {},
  bodySchema: undefined,
  route: undefined,
  responses: undefined,
  sample: async (stage) => (await HOSTED_SAMPLES[`${method} ${url}`]?.(stage)) ?? {},
}))

export const OPERATIONS: readonly Operation[] = [...ROUTES, ...DESCRIBED, ...HOSTED, ...MIRRORS]

/** The order in which cases are made: what takes a body can be spoiled in the most ways, what is a second door in the fewest. */
export const ROUND: readonly Operation[] = [
  ...OPERATIONS,
  ...ROUTES,
  ...OPERATIONS.filter(({ bodySchema }) => bodySchema !== undefined),
]
