// Builds what the service needs and mounts its areas: the only wiring.
import type { FastifyInstance } from 'fastify'
import { AREAS } from './areas/areas.ts'
import { ACCOUNT_PATHS, CHECKOUT_PATHS, HOSTED_PATHS, mountHosted } from './areas/hosted.ts'
import { MCP_PATHS, mountMcp } from './areas/mcp.ts'
import { identify, mountOAuth, OAUTH_PATHS } from './areas/oauth.ts'
import { operatorGuard } from './areas/operator.ts'
import { mountPages, PAGE_PATHS } from './areas/pages.ts'
import { partnerGuard } from './areas/partner.ts'
import { mirrorPaths, mountPortal } from './areas/portal.ts'
import { publicGuard } from './areas/public.ts'
import { publicOptions } from './areas/visits.ts'
import type { Deps } from './deps.ts'
import { openApiDocument } from './document.ts'
import { ASSET_PATHS, mountAssets } from './http/assets.ts'
import { DOCS_PATHS, mountDocs } from './http/docs-page.ts'
import { GUIDE_PATHS, mountGuides } from './http/guide-pages.ts'
import { fullPath, mountArea } from './http/pipeline.ts'
import { createServer, mountFallback, mountSystem, type ServerOptions, systemPaths } from './http/server.ts'
import { lazy } from './kernel/lazy.ts'

const DOCUMENT_PATHS = [...DOCS_PATHS, ...GUIDE_PATHS, ...ASSET_PATHS]

const LISTENER = { isPublic: true }

export async function createApp(deps: Deps, options: ServerOptions = {}): Promise<FastifyInstance> {
  const app = createServer(deps, options)
  const [partner, operator, portal, everybody] = AREAS
  mountSystem(app, deps, LISTENER)
  const document = lazy(() => openApiDocument(deps.config.version))
  mountDocs(app, document, (request) => publicOptions(deps, request, '/docs'))
  mountGuides(app, { document, baseUrl: deps.config.baseUrl }, (request, path) => publicOptions(deps, request, path))
  mountArea(app, deps, partnerGuard(deps, deps.admission), partner.routes)
  mountArea(app, deps, operatorGuard(deps), operator.routes)
  mountPortal(app, deps, { own: portal.routes, partner: partner.routes })
  mountArea(app, deps, publicGuard(deps, identify(deps)), everybody.routes)
  mountOAuth(app, deps)
  mountMcp(app, deps, identify(deps))
  mountHosted(app, deps)
  mountAssets(app)
  mountPages(app, deps)
  mountFallback(app, deps, [
    ...[...systemPaths(deps, LISTENER), ...DOCUMENT_PATHS, ...HOSTED_PATHS].map((url) => ({ method: 'GET', url })),
    ...CHECKOUT_PATHS,
    ...ACCOUNT_PATHS,
    ...PAGE_PATHS,
    ...OAUTH_PATHS,
    ...MCP_PATHS,
    ...mirrorPaths(partner.routes),
    ...AREAS.flatMap(({ prefix, routes }) =>
      routes.map((route) => ({ method: route.method, url: fullPath(route, prefix) })),
    ),
  ])
  await app.ready()
  return app
}
