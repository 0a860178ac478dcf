// Pages that ask the registries: search and WHOIS. A registry may be slow, so the document leaves without its answer and the
// browser asks for it; `plain=1`, where a browser without scripts is sent, waits.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { textFor } from '../http/forms.ts'
import { type PropsOf, sendPage } from '../http/page.ts'
import { parseDomainName } from '../kernel/domain-name.ts'
import { ApiError } from '../kernel/errors.ts'
import { SEARCH_QUERY_LENGTH_MIN } from '../kernel/limits.ts'
import { askedNames } from '../modules/registry/index.ts'
import { addressWith, askApi, publicOptions, readQuery } from './visits.ts'

export const isPlain = (request: FastifyRequest): boolean => readQuery(request, 'plain') === '1'

/** Where a browser without scripts goes on; nowhere when it is there already. */
export const plainDocument = (request: FastifyRequest, path: string, query: Record<string, string> = {}) =>
  isPlain(request) ? {} : { noscriptUrl: addressWith(path, { ...query, plain: '1' }) }

export function mountLookups(app: FastifyInstance, scope: FastifyInstance, deps: Deps): void {
  type Search = PropsOf<'search'>
  type Rows = NonNullable<Search['rows']>

  const searchRows = async (request: FastifyRequest, q: string): Promise<Rows> =>
    (await askApi<{ results: Rows }>(app, request, { method: 'POST', path: '/api/domain/search', body: { q } })).results

  async function marketFor(request: FastifyRequest, words: string, names: Search['names']): Promise<Search['market']> {
    if (words.length < SEARCH_QUERY_LENGTH_MIN) return []
    const query = { q: words }
    const found = await askApi<{ results: Search['market'] }>(app, request, { path: '/api/market/search', query })
    return found.results.filter(({ domain }) => !names.some((name) => name.domain === domain))
  }

  async function showSearch(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const q = readQuery(request, 'q').trim()
    const { names, words, problem } = q === '' ? { names: [], words: '', problem: null } : askedNames(q)
    const [asked] = names
    const [market, rows] = await Promise.all([
      marketFor(request, words, names),
      asked && isPlain(request) ? searchRows(request, asked.domain) : null,
    ])
    const document = asked ? plainDocument(request, '/search', { q }) : {}
    const options = await publicOptions(deps, request, '/search', document)
    const props = { q, names, rows, market, problem }
    return sendPage(reply, { status: problem === null ? 200 : 400, name: 'search', props, options })
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
    const asked = readQuery(request, 'domain').trim()
    const send = async (status: number, props: PropsOf<'whois'>) => {
      const document = props.domain === null ? {} : plainDocument(request, '/whois', { domain: props.domain })
      return sendPage(reply, {
        status,
        name: 'whois',
        props,
        options: await publicOptions(deps, request, '/whois', document),
      })
    }
    const nothing = { asked, domain: null, record: null, problem: null }
    if (asked === '') return send(200, nothing)
    const parsed = parseDomainName(asked, { allowTest: false })
    if (!parsed.ok) return send(400, { ...nothing, problem: parsed.message })
    const { domain } = parsed.name
    if (!isPlain(request)) return send(200, { ...nothing, domain })
    const { record, refusal } = await readRecord(request, domain)
    if (refusal) reply.headers(refusal.headers)
    return send(refusal?.status ?? 200, { asked, domain, record, problem: refusal && textFor(refusal) })
  }

  scope.get('/search', { config: { routeId: 'pages.search' } }, showSearch)
  scope.get('/whois', { config: { routeId: 'pages.whois' } }, showWhois)
}
