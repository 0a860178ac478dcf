// For search engines: what they may visit, and where everything is.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { newestNames } from '../modules/catalog/index.ts'
import { offeredTlds } from '../modules/registry/index.ts'

const KEPT_OUT = ['/api', '/checkout', '/account', '/portal', '/console', '/oauth', '/sign-in', '/sign-up', '/search']
const STATIC_PAGES = ['/', '/market', '/brokerage', '/tlds', '/whois', '/developers', '/docs']
/** As many as a map should hold. */
const NAMES_MAX = 1000

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const robotsText = (baseUrl: string): string =>
  ['User-agent: *', ...KEPT_OUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join(
    '\n',
  )

async function sitemap(deps: Deps): Promise<string> {
  const [tlds, names] = await Promise.all([offeredTlds(deps.db), newestNames(deps.db, NAMES_MAX)])
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
