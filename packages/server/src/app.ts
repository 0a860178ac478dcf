// Builds what the service needs and mounts its areas: the only wiring.
import type { FastifyInstance } from 'fastify'
import { mountMcp } from './agents/mcp.ts'
import { AREAS } from './areas/areas.ts'
import { identify, mountOAuth } from './areas/oauth.ts'
import { operatorGuard } from './areas/operator.ts'
import { partnerGuard } from './areas/partner.ts'
import { mountPortal } from './areas/portal.ts'
import { publicGuard } from './areas/public.ts'
import type { Deps } from './deps.ts'
import { openApiDocument } from './document.ts'
import { openConfiguredReplica } from './http/open-replica.ts'
import { mountArea } from './http/pipeline.ts'
import { createServer, mountSystem, type ServerOptions } from './http/server.ts'
import { lazy } from './kernel/lazy.ts'
import { readGuides } from './pages/guide-files.ts'
import { mountPages } from './pages/pages.ts'

export async function createApp(deps: Deps, options: ServerOptions = {}): Promise<FastifyInstance> {
  const app = createServer(deps, options)
  deps.replica = openConfiguredReplica(deps)
  const [partner, operator, portal, everybody] = AREAS
  mountSystem(app, deps, { isPublic: true })
  const document = lazy(() => openApiDocument(deps.config.version, deps.config.baseUrl))
  mountArea(app, deps, partnerGuard(deps, deps.admission), partner.routes)
  mountArea(app, deps, operatorGuard(deps), operator.routes)
  mountPortal(app, deps, { own: portal.routes, partner: partner.routes })
  mountArea(app, deps, publicGuard(deps, identify(deps)), everybody.routes)
  mountOAuth(app, deps)
  const readings = lazy(readGuides)
  mountMcp(app, deps, identify(deps), async () =>
    (await import('./agents/mcp-server.ts')).createHandler(deps, readings),
  )
  mountPages(app, deps, document)
  // A stream has no end that a stopping service could wait for. Its client reconnects to the next process.
  app.addHook('preClose', async () => deps.changes.endStreams())
  app.addHook('onClose', () => deps.changes.close())
  app.addHook('onClose', async () => deps.replica?.close())
  await app.ready()
  return app
}
