// The public pages: home, market, selling, extensions. Each shows what the public API returns for this visitor.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { readParameter } from '../http/incoming.ts'
import { type PropsOf, sendMessage, sendPage } from '../http/page.ts'
import { ApiError } from '../kernel/errors.ts'
import { PROCEEDS_HOLD_SECONDS } from '../kernel/limits.ts'
import { offeredTlds, offeredTldView, readSort, tldPage } from '../modules/registry/index.ts'
import {
  describeRefusal,
  type Filters,
  findFilterProblem,
  listLoosened,
  listPageLinks,
  readFilters,
  readPage,
  toApiFilter,
  toApiPage,
} from './filters.ts'
import { addressWith, askApi, orNothing, publicOptions } from './visits.ts'

const NEWEST_SHOWN = 8

export function mountShop(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  type Facets = PropsOf<'home'>['facets']
  type Market = PropsOf<'home'>['market']
  const facetsFor = (request: FastifyRequest, query: Record<string, string> = {}) =>
    askApi<Facets>(app, request, { path: '/api/market/facets', query })
  const marketFor = (request: FastifyRequest, query: Record<string, string>) =>
    askApi<Market>(app, request, { path: '/api/market/listings', query })

  async function showHome(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [market, facets] = await Promise.all([
      marketFor(request, { limit: String(NEWEST_SHOWN) }),
      facetsFor(request),
    ])
    const options = await publicOptions(deps, request, '/')
    return sendPage(reply, { status: 200, name: 'home', props: { market, facets }, options })
  }

  type FoundInMarket = { market: Market | null; facets: Facets; problem: string | null }

  /** What was asked for with the counts of the filters, or what is wrong with it. */
  async function findInMarket(request: FastifyRequest, filters: Filters, page: number): Promise<FoundInMarket> {
    const problem = findFilterProblem(filters)
    if (problem !== null) return { market: null, facets: await facetsFor(request), problem }
    const query = toApiFilter(filters)
    try {
      const [market, facets] = await Promise.all([
        marketFor(request, { ...query, ...toApiPage(page), sort: filters.sort }),
        facetsFor(request, query),
      ])
      return { market, facets, problem }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'validation_error')) throw error
      return { market: null, facets: await facetsFor(request), problem: describeRefusal(error) }
    }
  }

  async function showMarket(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const filters = readFilters(request)
    const page = readPage(request)
    const { market, facets, problem } = await findInMarket(request, filters, page)
    const { lastHref, ...links } = listPageLinks('/market', filters, page, market?.page.total ?? 0)
    if (market && lastHref !== null) return reply.redirect(lastHref, 303)
    const props = {
      filters,
      market,
      facets,
      problem,
      loosened: listLoosened('/market', filters, []),
      ...links,
    }
    const options = await publicOptions(deps, request, addressWith('/market', { tld: filters.tld }))
    return sendPage(reply, { status: problem === null ? 200 : 400, name: 'market', props, options })
  }

  async function showSell(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const props = { feeBps: deps.config.sellers.feeBps, holdDays: PROCEEDS_HOLD_SECONDS / 86_400 }
    return sendPage(reply, { status: 200, name: 'sell', props, options: await publicOptions(deps, request, '/sell') })
  }

  async function showTlds(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const tlds = (await offeredTlds(deps.db)).map(offeredTldView)
    const q = readParameter(request, 'q').trim().slice(0, 63)
    const sort = readSort(readParameter(request, 'sort'))
    const page = Math.max(1, Math.trunc(Number(readParameter(request, 'page'))) || 1)
    const { rows, total, hasMore } = tldPage(tlds, { q, sort, page })
    const href = (changed: Record<string, string>) => addressWith('/tlds', { q, sort, ...changed })
    const props = {
      q,
      sort,
      rows,
      total,
      sortHrefs: { name: href({ sort: '' }), register: href({ sort: 'register' }), renew: href({ sort: 'renew' }) },
      previousHref: page > 1 ? href({ page: String(page - 1) }) : null,
      nextHref: hasMore ? href({ page: String(page + 1) }) : null,
    }
    return sendPage(reply, { status: 200, name: 'tlds', props, options: await publicOptions(deps, request, '/tlds') })
  }

  async function showTld(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = (request.params as { tld: string }).tld
    const path = `/api/tlds/${encodeURIComponent(asked)}/metadata`
    const rules = await orNothing(askApi<PropsOf<'tld'>['rules']>(app, request, { path }))
    if (!rules) {
      const text = `We have no information about .${asked.replace(/^\./, '').slice(0, 63)}.`
      const link = { href: '/tlds', text: 'See all extensions' }
      return sendMessage(reply, 404, { title: 'Extension not found', text, link })
    }
    const { tld } = rules
    if (asked !== tld) return reply.redirect(`/tlds/${tld}`, 301)
    const [price, market] = await Promise.all([
      orNothing(askApi<PropsOf<'tld'>['price']>(app, request, { path: '/api/pricing/tld', query: { tld } })),
      marketFor(request, { tld, limit: String(NEWEST_SHOWN) }),
    ])
    const options = await publicOptions(deps, request, `/tlds/${tld}`)
    return sendPage(reply, { status: 200, name: 'tld', props: { rules, price, market }, options })
  }

  scope.get('/', { config: { routeId: 'pages.home' } }, showHome)
  scope.get('/market', { config: { routeId: 'pages.market' } }, showMarket)
  scope.get('/sell', { config: { routeId: 'pages.sell' } }, showSell)
  scope.get('/tlds', { config: { routeId: 'pages.tlds' } }, showTlds)
  scope.get('/tlds/:tld', { config: { routeId: 'pages.tld' } }, showTld)
}
