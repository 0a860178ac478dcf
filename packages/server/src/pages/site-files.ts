// Files for crawlers and security researchers: robots.txt, sitemap.xml and security.txt.
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { SECURITY_TXT_SECONDS } from '../kernel/limits.ts'
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
  scope.get('/.well-known/security.txt', { config: { routeId: 'pages.security' } }, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(securityText(deps.config, deps.clock.now())),
  )
  scope.get('/sitemap.xml', { config: { routeId: 'pages.sitemap' } }, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(await sitemap(deps)),
  )
}
