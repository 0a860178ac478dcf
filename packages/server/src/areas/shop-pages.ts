// The shop front: search, market, a name, endings, WHOIS. Each page shows what the public API answers this visitor.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { askApi, personOf, visitorOf } from './visits.ts'

/** For the table of known paths: another method on them is 405. */
export const SHOP_PATHS = [{ method: 'GET', url: '/' }]

type Home = PropsOf<'home'>

export function mountShop(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  const options = async (request: FastifyRequest) => ({
    person: personOf(await visitorOf(deps, request)),
    forms: ["'self'"] as const,
    isPublic: true,
  })

  async function showHome(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [market, facets] = await Promise.all([
      askApi<Home['market']>(app, request, { path: '/api/market/listings', query: { limit: '8' } }),
      askApi<Home['facets']>(app, request, { path: '/api/market/facets' }),
    ])
    const props = { market, facets }
    return sendPage(reply, { status: 200, name: 'home', props, options: await options(request) })
  }

  scope.get('/', { config: { routeId: 'pages.home' } }, showHome)
}
