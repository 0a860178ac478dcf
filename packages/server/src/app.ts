// Builds what the service needs and mounts its areas: the only wiring.
import type { FastifyInstance } from 'fastify'
import { AREAS } from './areas/areas.ts'
import { EVENT_WEBHOOKS } from './areas/events.ts'
import { mountHosted } from './areas/hosted.ts'
import { MCP_GROUP, mountMcp } from './areas/mcp.ts'
import { identify, mountOAuth, OAUTH_GROUP } from './areas/oauth.ts'
import { operatorGuard } from './areas/operator.ts'
import { mountPages } from './areas/pages.ts'
import { partnerGuard } from './areas/partner.ts'
import { mountPortal } from './areas/portal.ts'
import { publicGuard } from './areas/public.ts'
import { publicOptions } from './areas/visits.ts'
import type { Deps } from './deps.ts'
import { mountAssets } from './http/assets.ts'
import { mountDocs } from './http/docs-page.ts'
import { mountGuides } from './http/guide-pages.ts'
import { buildOpenApi } from './http/openapi.ts'
import { mountArea } from './http/pipeline.ts'
import { createServer, mountSystem, type ServerOptions } from './http/server.ts'
import { lazy } from './kernel/lazy.ts'

export const openApiDocument = (version: string) =>
  buildOpenApi(AREAS, version, [OAUTH_GROUP, MCP_GROUP], EVENT_WEBHOOKS)

export async function createApp(deps: Deps, options: ServerOptions = {}): Promise<FastifyInstance> {
  const app = createServer(deps, options)
  const [partner, operator, portal, everybody] = AREAS
  mountSystem(app, deps, { isPublic: true })
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
  await app.ready()
  return app
}
