// Files for crawlers and security researchers: robots.txt, the sitemaps and security.txt.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../kernel/errors.ts'
import { SECURITY_TXT_SECONDS } from '../kernel/limits.ts'
import { countSitemapParts, readSitemapPart } from '../modules/catalog/index.ts'
import { offeredTlds } from '../modules/registry/index.ts'
import { readGuides } from './guide-files.ts'
import { type OpenApi, readAreas } from './reference/document.ts'

const KEPT_OUT = ['/api', '/checkout', '/account', '/portal', '/console', '/oauth', '/sign-in', '/sign-up', '/search']
const STATIC_PAGES = ['/', '/market', '/sell', '/brokerage', '/tlds', '/whois', '/developers', '/docs', '/docs/console']

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const robotsText = (baseUrl: string): string =>
  ['User-agent: *', ...KEPT_OUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join(
    '\n',
  )

/** RFC 9116. It expires at the start of a UTC day, so that the text changes once a day. */
export function securityText({ baseUrl, security }: Pick<Config, 'baseUrl' | 'security'>, now: Date): string {
  const expires = new Date(now.getTime() + SECURITY_TXT_SECONDS * 1000)
  expires.setUTCHours(0, 0, 0, 0)
  return [
    `Contact: ${security.contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    ...(security.policyUrl === null ? [] : [`Policy: ${security.policyUrl}`]),
    '',
  ].join('\n')
}

type Element = { list: 'urlset' | 'sitemapindex'; item: 'url' | 'sitemap' }
const PAGES_ELEMENT: Element = { list: 'urlset', item: 'url' }
const INDEX_ELEMENT: Element = { list: 'sitemapindex', item: 'sitemap' }

/** The protocol of sitemaps.org. */
function sitemapXml(baseUrl: string, { list, item }: Element, paths: readonly string[]): string {
  const lines = paths.map((path) => `<${item}><loc>${escapeXml(baseUrl + path)}</loc></${item}>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</${list}>\n`
}

async function listPages({ db, config }: Deps, document: OpenApi): Promise<string[]> {
  const { terms, privacy } = config.site
  return [
    ...STATIC_PAGES,
    ...[terms, privacy].flatMap((text) => (text !== null && text.markdown !== null ? [text.href] : [])),
    ...readGuides().map(({ path }) => path),
    ...readAreas(document).flatMap(({ resources }) => resources.map(({ path }) => path)),
    ...(await offeredTlds(db)).map(({ tld }) => `/tlds/${tld}`),
  ]
}

const sendFile = (reply: FastifyReply, type: 'text/plain' | 'application/xml', text: string): FastifyReply =>
  reply.type(`${type}; charset=utf-8`).header('cache-control', 'public, max-age=3600').send(text)

export function mountSiteFiles(scope: FastifyInstance, deps: Deps, document: () => object): void {
  const sendMap = (reply: FastifyReply, element: Element, paths: readonly string[]): FastifyReply =>
    sendFile(reply, 'application/xml', sitemapXml(deps.config.baseUrl, element, paths))

  scope.get('/robots.txt', { config: { routeId: 'pages.robots' } }, (_request, reply) =>
    sendFile(reply, 'text/plain', robotsText(deps.config.baseUrl)),
  )
  scope.get('/.well-known/security.txt', { config: { routeId: 'pages.security' } }, (_request, reply) =>
    sendFile(reply, 'text/plain', securityText(deps.config, deps.clock.now())),
  )
  const config = { routeId: 'pages.sitemap' }
  scope.get('/sitemap.xml', { config }, async (_request, reply) => {
    const parts = Array.from({ length: await countSitemapParts(deps) }, (_, part) => `/sitemaps/domains/${part + 1}`)
    return sendMap(reply, INDEX_ELEMENT, ['/sitemaps/pages', ...parts])
  })
  scope.get('/sitemaps/pages', { config }, async (_request, reply) =>
    sendMap(reply, PAGES_ELEMENT, await listPages(deps, document() as OpenApi)),
  )
  scope.get<{ Params: { part: string } }>('/sitemaps/domains/:part', { config }, async (request, reply) => {
    const { part } = request.params
    const domains = /^[1-9]\d{0,4}$/.test(part) ? await readSitemapPart(deps, Number(part)) : null
    if (domains === null) throw notFound('This sitemap does not exist.')
    return sendMap(
      reply,
      PAGES_ELEMENT,
      domains.map((domain) => `/domains/${domain}`),
    )
  })
}
