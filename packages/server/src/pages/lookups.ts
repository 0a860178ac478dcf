// Pages that ask the registries: search and WHOIS. A registry may be slow, so the document leaves without its answer and the
// browser asks for it; `plain=1`, where a browser without scripts is sent, waits.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { textFor } from '../http/forms.ts'
import { readParameter } from '../http/incoming.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { ApiError } from '../kernel/errors.ts'
import { SEARCH_QUERY_LENGTH_MIN } from '../kernel/limits.ts'
import { countCharacters } from '../kernel/text/characters.ts'
import { readDomainInput } from '../kernel/text/domain-input.ts'
import { parseTld } from '../kernel/text/domain-name.ts'
import { findDomains, getStanding } from '../modules/catalog/index.ts'
import { canCharge } from '../modules/registrations/index.ts'
import { askedNames } from '../modules/registry/index.ts'
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
import { addressWith, askApi, publicOptions } from './visits.ts'

export const isPlain = (request: FastifyRequest): boolean => readParameter(request, 'plain') === '1'

/** Where a browser without scripts goes on; nowhere when it is there already. */
export const plainDocument = (request: FastifyRequest, path: string, query: Record<string, string> = {}) =>
  isPlain(request) ? {} : { noscriptUrl: addressWith(path, { ...query, plain: '1' }) }

const NO_FACETS = { tlds: [], categories: [], lengths: [], prices: [] }

/** The search page for a text that is not a domain. */
export const toInvalidSearch = (q: string, problem: string): PropsOf<'search'> => ({
  filters: { q, tld: '', category: '', from: '', to: '', length: '', sort: '' },
  names: [],
  rows: null,
  listed: [],
  canRegister: false,
  market: [],
  total: 0,
  facets: NO_FACETS,
  problem,
  filterProblem: null,
  loosened: [],
  page: 1,
  pages: 1,
  previousHref: null,
  nextHref: null,
})

export function mountLookups(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  type Search = PropsOf<'search'>
  type Rows = NonNullable<Search['rows']>

  const searchRows = async (request: FastifyRequest, q: string): Promise<Rows> =>
    (await askApi<{ results: Rows }>(app, request, { method: 'POST', path: '/api/domain/search', body: { q } })).results

  type Matches = { total: number; results: Search['market']; facets: Search['facets'] }

  /** What is for sale among the names themselves, whatever the search engine makes of them. */
  async function listedAmong(names: readonly { domain: string }[]): Promise<Search['listed']> {
    const domains = names.map(({ domain }) => domain)
    const listings = domains.length === 0 ? [] : await findDomains(deps.db, 'live', domains)
    return listings
      .filter((listing) => getStanding(listing, deps.clock.now()) === 'listed')
      .sort((a, b) => domains.indexOf(a.domain) - domains.indexOf(b.domain))
      .map(({ domain, domainUnicode, tld, priceCents, currency, categories }) => ({
        domain,
        domain_unicode: domainUnicode,
        tld,
        price_cents: priceCents,
        currency: currency as 'USD',
        categories,
        url: `${deps.config.baseUrl}/domains/${domain}`,
      }))
  }

  const matchesFor = (request: FastifyRequest, q: string, filters: Filters, page: number): Promise<Matches> =>
    askApi<Matches>(app, request, {
      path: '/api/market/search',
      query: { ...toApiFilter(filters), q, sort: filters.sort, ...toApiPage(page) },
    })

  /** A bad filter is reported beside the filters; the search itself is valid. */
  async function findForSale(
    request: FastifyRequest,
    words: string,
    filters: Filters,
    page: number,
  ): Promise<{ matches: Matches | null; problem: string | null }> {
    if (countCharacters(words) < SEARCH_QUERY_LENGTH_MIN) return { matches: null, problem: null }
    const problem = findFilterProblem(filters)
    if (problem !== null) return { matches: null, problem }
    try {
      return { matches: await matchesFor(request, words, filters, page), problem }
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'validation_error')) throw error
      return { matches: null, problem: describeRefusal(error) }
    }
  }

  async function showSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const q = readParameter(request, 'q').trim()
    // Someone who searches for .com looks for domains with this TLD.
    const tld = q.startsWith('.') ? parseTld(q) : null
    if (tld !== null) return reply.redirect(addressWith('/market', { tld }), 303)
    const page = readPage(request)
    const { meant, names, words, problem } =
      q === '' ? { meant: '', names: [], words: '', problem: null } : askedNames(q)
    const filters = { ...readFilters(request), q: meant }
    const [asked] = names
    const [{ matches, problem: filterProblem }, listed, rows] = await Promise.all([
      findForSale(request, words, filters, page),
      listedAmong(names),
      asked && isPlain(request) ? searchRows(request, asked.domain) : null,
    ])
    const { lastHref, ...links } = listPageLinks('/search', filters, page, matches?.total ?? 0)
    if (matches && lastHref !== null) return reply.redirect(lastHref, 303)
    const document = asked ? plainDocument(request, '/search', filters) : {}
    const options = await publicOptions(deps, request, '/search', document)
    const props: Search = {
      filters,
      names,
      rows,
      listed,
      canRegister: canCharge(deps),
      market: matches?.results ?? [],
      total: matches?.total ?? 0,
      facets: matches?.facets ?? NO_FACETS,
      problem,
      filterProblem,
      loosened: listLoosened('/search', filters, ['q']),
      ...links,
    }
    const status = problem === null && filterProblem === null ? 200 : 400
    return sendPage(reply, { status, name: 'search', props, options })
  }

  /** The registry's answer, or in its own words why there is none. */
  async function readRecord(
    request: FastifyRequest,
    domain: string,
  ): Promise<{ record: PropsOf<'whois'>['record']; refusal: ApiError | null }> {
    try {
      const body = { domain }
      return { record: await askApi(app, request, { method: 'POST', path: '/api/tools/whois', body }), refusal: null }
    } catch (error) {
      if (error instanceof ApiError && error.status !== 500) return { record: null, refusal: error }
      throw error
    }
  }

  async function showWhois(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const asked = readParameter(request, 'domain').trim()
    const send = async (status: number, props: PropsOf<'whois'>) => {
      const document = props.domain === null ? {} : plainDocument(request, '/whois', { domain: props.domain })
      return sendPage(reply, {
        status,
        name: 'whois',
        props,
        options: await publicOptions(deps, request, '/whois', document),
      })
    }
    const nothing = { asked, domain: null, record: null, listed: null, problem: null }
    if (asked === '') return send(200, nothing)
    const parsed = readDomainInput(asked, { allowTest: false })
    if (!parsed.ok) return send(400, { ...nothing, problem: parsed.message })
    const { domain } = parsed.name
    const [listed = null] = await listedAmong([parsed.name])
    if (!isPlain(request)) return send(200, { ...nothing, domain, listed })
    const { record, refusal } = await readRecord(request, domain)
    if (refusal) reply.headers(refusal.headers)
    return send(refusal?.status ?? 200, { asked, domain, record, listed, problem: refusal && textFor(refusal) })
  }

  scope.get('/search', { config: { routeId: 'pages.search' } }, showSearch)
  scope.get('/whois', { config: { routeId: 'pages.whois' } }, showWhois)
}
