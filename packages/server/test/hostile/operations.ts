// Everything that can be asked of the service: the operations of the OpenAPI document, the portal's second doors, pages and forms.
import { existsSync, readdirSync } from 'node:fs'
import { CLIENT_FOLDER } from '@freehold/web'
import { MCP_GROUP } from '../../src/agents/mcp.ts'
import { AREAS } from '../../src/areas/areas.ts'
import { OAUTH_GROUP } from '../../src/areas/oauth.ts'
import { PORTAL_PREFIX } from '../../src/areas/portal.ts'
import type { Route } from '../../src/http/define-route.ts'
import type { DescribedOperation } from '../../src/http/openapi/operation.ts'
import { fullPath } from '../../src/http/pipeline.ts'
import type { Environment } from '../../src/kernel/owner.ts'
import { portalRoutes as tokenlessQuotes } from '../../src/modules/quotes/routes.partner.ts'
import { mirrorPlaces, pagePlaces } from '../places.ts'
import { SAMPLES } from '../route-samples.ts'
import { STRIPE_WEBHOOK } from '../stripe-double.ts'
import { NOTICE_TYPES, newNotice } from './checkout-samples.ts'
import { DESCRIBED_SAMPLES, HOSTED_SAMPLES } from './hosted-samples.ts'
import { inLive, LIVE_SAMPLES, OWN_SAMPLES } from './samples.ts'
import type { Sample, Stage } from './stage.ts'
import type { Schema } from './values.ts'

/** Whom a request of it must convince. */
export type Door = 'partner' | 'operator' | 'portal' | 'token' | 'session' | 'stripe' | 'anybody' | 'page'

export type Operation = {
  id: string
  method: string
  template: string
  door: Door
  /** Whose records its sample is made of. */
  environment: Environment
  /** The status that the good sample gets where it cannot succeed. */
  refused: number | undefined
  /** In the OpenAPI document. */
  described: boolean
  querySchema: Record<string, Schema>
  bodySchema: Schema | undefined
  route: Route | undefined
  responses: DescribedOperation['responses'] | undefined
  sample(stage: Stage): Promise<Sample>
}

const pickDoor = ({ area, signedIn }: Route): Door => {
  if (area !== 'public') return area
  if (signedIn === undefined) return 'anybody'
  return signedIn === 'session' ? 'session' : 'token'
}

const getProperties = (schema: unknown): Record<string, Schema> => (schema as Schema | undefined)?.properties ?? {}

type Mount = { template: string; id: string; door: Door; described: boolean; environment?: Environment }

const isHelper = ({ path }: Route): boolean => path.startsWith('/sandbox/')

function ofRoute(route: Route, { environment = 'sandbox', ...mount }: Mount): Operation {
  const make = OWN_SAMPLES[route.id] ?? SAMPLES[route.id]
  // What helps in the sandbox is refused in live before anybody looks at its record.
  const isLive = environment === 'live' && !isHelper(route)
  return {
    ...mount,
    environment,
    refused: environment === 'live' && isHelper(route) ? 403 : undefined,
    method: route.method,
    querySchema: getProperties(route.query),
    bodySchema: route.body as Schema | undefined,
    route,
    responses: undefined,
    sample: async (stage) => {
      const { world, service } = isLive ? inLive(stage) : stage
      return (await ((isLive ? LIVE_SAMPLES[route.id] : undefined) ?? make)?.(world, service, stage)) ?? {}
    },
  }
}

const ROUTES: Operation[] = AREAS.flatMap(({ prefix, routes }) =>
  routes.map((route: Route) =>
    ofRoute(route, { template: fullPath(route, prefix), id: route.id, door: pickDoor(route), described: true }),
  ),
)

/** The partner's routes again, with the live key. */
const LIVE: Operation[] = ROUTES.filter(({ door }) => door === 'partner').map(({ route, id, ...mount }) =>
  ofRoute(route!, { ...mount, id: `${id} in live`, environment: 'live' }),
)

const byPlace = new Map(ROUTES.map((operation) => [`${operation.method} ${operation.template}`, operation]))

const tokenless = new Map(tokenlessQuotes.map((route) => [`GET ${fullPath(route, '/api/partner/v1')}`, route]))

/** The partner's routes in the portal, found by what their path says. */
const MIRRORS: Operation[] = (await mirrorPlaces()).flatMap(({ method, url }) => {
  const below = url.replace(new RegExp(`^${PORTAL_PREFIX}/(sandbox|live)`), '')
  const found = byPlace.get(`${method} /api/partner/v1${below}`) ?? byPlace.get(`${method} /api/partner${below}`)
  const route = tokenless.get(`${method} /api/partner/v1${below}`) ?? found?.route
  const environment = url.startsWith(`${PORTAL_PREFIX}/live`) ? 'live' : 'sandbox'
  const mount: Mount = { template: url, id: `${found?.id} at ${url}`, door: 'portal', described: false, environment }
  return found && route ? [ofRoute(route, mount)] : []
})

const DESCRIBED: Operation[] = [OAUTH_GROUP, MCP_GROUP].flatMap(({ operations }) =>
  operations.map((operation) => ({
    id: operation.id,
    method: operation.method,
    template: operation.path,
    door: 'anybody' as const,
    environment: 'sandbox' as const,
    refused: undefined,
    described: true,
    querySchema: getProperties(operation.query),
    bodySchema: operation.body?.schema as Schema | undefined,
    route: undefined,
    responses: operation.responses,
    sample: async (stage: Stage) => DESCRIBED_SAMPLES[operation.id]?.(stage) ?? {},
  })),
)

/** `GET /oauth/authorize` is in the document. */
const PLACES = (await pagePlaces()).filter(({ method, url }) => url !== '/oauth/authorize' || method === 'POST')

const ofPlace = (method: string, url: string): Omit<Operation, 'id' | 'door' | 'sample'> => ({
  method,
  template: url,
  environment: 'sandbox',
  refused: undefined,
  described: false,
  // A made-up cursor is no good sample.
  querySchema: url === '/market' ? { cursor: { type: 'string' } } : {},
  bodySchema: undefined,
  route: undefined,
  responses: undefined,
})

/** There are none before the pages were built. */
const ASSETS = existsSync(CLIENT_FOLDER) ? readdirSync(CLIENT_FOLDER).filter((name) => name.endsWith('.js')) : []
const ASSET_PATH = '/assets/{file}'

const HOSTED: Operation[] = PLACES.filter(({ url }) => url !== STRIPE_WEBHOOK).map(({ method, url }) => ({
  ...ofPlace(method, url),
  id: `${method} ${url}`,
  door: 'page',
  // Without an identity provider there are no such pages.
  refused: (url === ASSET_PATH && ASSETS.length === 0) || url.startsWith('/sign-in/sso') ? 404 : undefined,
  sample: async (stage) =>
    url === ASSET_PATH
      ? { params: { file: ASSETS[0] ?? 'none.js' } }
      : ((await HOSTED_SAMPLES[`${method} ${url}`]?.(stage)) ?? {}),
}))

/** What Stripe tells us, signed with its secret: each kind takes another way. */
const NOTICES: Operation[] = NOTICE_TYPES.map((type) => ({
  ...ofPlace('POST', STRIPE_WEBHOOK),
  id: `POST ${STRIPE_WEBHOOK} ${type}`,
  door: 'stripe',
  bodySchema: {},
  sample: (stage) => newNotice(stage, type),
}))

export const OPERATIONS: readonly Operation[] = [...ROUTES, ...LIVE, ...DESCRIBED, ...HOSTED, ...NOTICES, ...MIRRORS]

/** The order in which cases are made: what takes a body can be spoiled in the most ways, what is a second door in the fewest. */
export const ROUND: readonly Operation[] = [
  ...OPERATIONS,
  ...ROUTES,
  ...OPERATIONS.filter(({ bodySchema }) => bodySchema !== undefined),
]
