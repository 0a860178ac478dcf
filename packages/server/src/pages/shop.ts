// The public pages: home, market, extensions. Each shows what the public API returns for this visitor.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { type PropsOf, sendMessage, sendPage } from '../http/page.ts'
import { ApiError } from '../kernel/errors.ts'
import { parseCents } from '../kernel/money.ts'
import { readSort, tldPage } from '../modules/registry/index.ts'
import { addressWith, askApi, orNothing, publicOptions, readQuery } from './visits.ts'

const NEWEST_SHOWN = 8
const MARKET_PAGE = 24
const FILTERS = ['q', 'tld', 'from', 'to', 'length', 'sort'] as const
type Filters = Record<(typeof FILTERS)[number], string>

/** Prices are typed in whole units of the currency; the API counts in cents. */
const WHOLE = /^\d{1,9}$/
const centsText = (amount: string): string => String(parseCents(amount) ?? '')

function filterProblem({ from, to }: Filters): string | null {
  if (![from, to].every((amount) => amount === '' || WHOLE.test(amount)))
    return 'Enter prices as whole amounts, for example 500.'
  return from !== '' && to !== '' && Number(from) > Number(to)
    ? 'The minimum price is higher than the maximum price.'
    : null
}

const marketQuery = (filters: Filters, cursor: string): Record<string, string> => ({
  q: filters.q,
  tld: filters.tld,
  min_price: centsText(filters.from),
  max_price: centsText(filters.to),
  max_length: filters.length,
  sort: filters.sort,
  cursor,
  limit: String(MARKET_PAGE),
})

export function mountShop(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  type Facets = PropsOf<'home'>['facets']
  type Market = PropsOf<'home'>['market']
  const facetsFor = (request: FastifyRequest) => askApi<Facets>(app, request, { path: '/api/market/facets' })
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

  /** What was asked for, or what is wrong with it. */
  async function findInMarket(
    request: FastifyRequest,
    filters: Filters,
  ): Promise<{ market: Market | null; problem: string | null }> {
    const problem = filterProblem(filters)
    if (problem !== null) return { market: null, problem }
    try {
      return { market: await marketFor(request, marketQuery(filters, readQuery(request, 'cursor'))), problem }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'validation_error')
        return { market: null, problem: error.message }
      throw error
    }
  }

  async function showMarket(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const given = FILTERS.map((name) => [name, readQuery(request, name).trim()] as const)
    const filters = Object.fromEntries(given) as Filters
    const [{ market, problem }, facets] = await Promise.all([findInMarket(request, filters), facetsFor(request)])
    const cursor = market?.page.next_cursor
    const props = {
      filters,
      market,
      facets,
      problem,
      firstHref: readQuery(request, 'cursor') === '' ? null : addressWith('/market', filters),
      nextHref: cursor ? addressWith('/market', { ...filters, cursor }) : null,
    }
    const options = await publicOptions(deps, request, addressWith('/market', { tld: filters.tld }))
    return sendPage(reply, { status: problem === null ? 200 : 400, name: 'market', props, options })
  }

  async function showTlds(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    type Tlds = { tlds: PropsOf<'tlds'>['rows'] }
    const { tlds } = await askApi<Tlds>(app, request, { path: '/api/tlds' })
    const q = readQuery(request, 'q').trim().slice(0, 63)
    const sort = readSort(readQuery(request, 'sort'))
    const page = Math.max(1, Math.trunc(Number(readQuery(request, 'page'))) || 1)
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
  scope.get('/tlds', { config: { routeId: 'pages.tlds' } }, showTlds)
  scope.get('/tlds/:tld', { config: { routeId: 'pages.tld' } }, showTld)
}
