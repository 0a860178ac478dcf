// For search engines: what they may visit, and where everything is.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { marketListings } from '../modules/catalog/index.ts'
import { offeredTlds } from '../modules/registry/index.ts'

const KEPT_OUT = ['/api', '/checkout', '/account', '/portal', '/console', '/oauth', '/sign-in', '/sign-up', '/search']
const STATIC_PAGES = ['/', '/market', '/brokerage', '/tlds', '/whois', '/developers', '/docs']
const NAMES_MAX = 1000
const NAMES_A_PAGE = 100

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const robotsText = (baseUrl: string): string =>
  ['User-agent: *', ...KEPT_OUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join(
    '\n',
  )

/** The newest names of the market, as many as a map should hold. */
async function newestNames(deps: Deps): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const { items, page } = await marketListings(deps, { limit: NAMES_A_PAGE, ...(cursor ? { cursor } : {}) })
    names.push(...items.map(({ domain }) => domain))
    cursor = page.next_cursor
  } while (cursor !== null && names.length < NAMES_MAX)
  return names
}

async function sitemap(deps: Deps): Promise<string> {
  const [tlds, names] = await Promise.all([offeredTlds(deps.db), newestNames(deps)])
  const paths = [...STATIC_PAGES, ...tlds.map(({ tld }) => `/tlds/${tld}`), ...names.map((name) => `/domains/${name}`)]
  const lines = paths.map((path) => `<url><loc>${escapeXml(deps.config.baseUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`
}

export function mountSiteFiles(scope: FastifyInstance, deps: Deps): void {
  scope.get('/robots.txt', { config: { routeId: 'pages.robots' } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robotsText(deps.config.baseUrl)),
  )
  scope.get('/sitemap.xml', { config: { routeId: 'pages.sitemap' } }, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await sitemap(deps)),
  )
}
