// The HTTP server itself: ids, one log line a request, unknown paths and methods, health and metrics.
import { timingSafeEqual } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError, invalidField } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { tokenHash, withoutSecrets } from '../kernel/secret-box.ts'
import { cutText } from '../kernel/text/cut-text.ts'
import { capClients } from './connection-caps.ts'
import { allowAnyOrigin } from './cors.ts'
import { DEADLINES, type Deadlines, endSlowConnections } from './deadlines.ts'
import { deliverResponses } from './delivery.ts'
import { errorBody } from './error-handler.ts'
import { sendFailure } from './failures.ts'
import { mountFallback } from './fallback.ts'
import { refuseOverload } from './overload.ts'
import { readSiteFacts } from './page.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import { dropRefusedBodies } from './refused-bodies.ts'
import { traceRequests } from './tracing.ts'
import { extractPath, respondToBrokenRequest } from './wire.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    routeId?: string
  }
}

const END_IDLE_EVERY_MS = 50

/**
 * The framework ends connections that are idle when closing begins. One that was busy then would be kept alive afterwards,
 * and a client that goes on using it would hold up the end for as long as it likes. Answers whether closing has begun.
 */
function endConnectionsOnClose(app: FastifyInstance): () => boolean {
  let timer: NodeJS.Timeout | undefined
  // Browsers open connections in advance. Node does not count them as idle before their first request.
  const unused = new Set<Socket>()
  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      app.server.closeIdleConnections()
      for (const socket of unused) if (socket.bytesRead === 0) socket.destroy()
    }, END_IDLE_EVERY_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
  return () => timer !== undefined
}

/** Two years. Without `includeSubDomains`: hosts below this one may belong to others, and theirs is the decision. */
const HSTS = { 'strict-transport-security': 'max-age=63072000' }

/** For everything that is not a page; pages send their own policy. A browser that shows such a response loads nothing from it. */
const NO_CONTENT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** `deadlines` is for tests, which cannot wait for the real ones. */
export type ServerOptions = { deadlines?: Deadlines }

export function createServer(deps: Deps, { deadlines = DEADLINES }: ServerOptions = {}): FastifyInstance {
  const { config, log, metrics, clock } = deps
  // In production BASE_URL is always https.
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'content-security-policy': NO_CONTENT_POLICY,
    ...(config.production ? HSTS : {}),
  }
  const app = Fastify({
    // Fastify's own two lines a request are replaced by one of ours, below.
    logger: false,
    genReqId: () => newId('request', clock.now()),
    requestIdHeader: false,
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    forceCloseConnections: 'idle',
    // A connection on which nothing moves is ended. Bodies have their own deadline, since an import may stream for minutes.
    connectionTimeout: 120_000,
    requestTimeout: 0,
    http: {
      headersTimeout: deadlines.headersMs,
      // Node looks for expired headers this often; its default is 30 seconds.
      connectionsCheckingInterval: deadlines.checkEveryMs,
      // A request without Host is refused below, in our own words.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) =>
      respondToBrokenRequest(error, socket, newId('request', clock.now()), everywhere),
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    exposeHeadRoutes: true,
    // As long as a request line can be: a long id is judged like any other malformed one.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: false, querystringParser: () => ({}) },
    frameworkErrors: (error, request, reply) => {
      tag(request, reply)
      void sendFailure(deps, request, reply, error)
    },
  })

  app.decorate('site', readSiteFacts(config))
  const isDraining = endConnectionsOnClose(app)
  const tag = (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('x-request-id', request.id).headers(everywhere)
    // First of all, so that a page can also read a refusal.
    if (request.routeOptions.config.isOpen) allowAnyOrigin(reply)
    if (isDraining()) reply.header('connection', 'close')
  }

  // Node would answer another expectation than 100-continue by itself, with an empty 417; RFC 9110 lets us ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('onRequest', (request, reply, done) => {
    tag(request, reply)
    if (request.raw.headers.host !== undefined || request.raw.httpVersionMinor === 0) done()
    else sendFailure(deps, request, reply, invalidField('Host', 'is required'))
  })
  capClients(app, deps)
  endSlowConnections(app, deps, deadlines)
  dropRefusedBodies(app, isDraining)
  refuseOverload(app, deps)
  deliverResponses(app)
  if (deps.tracer) traceRequests(app, deps.tracer)
  // A request's line is flat and made here, of nothing secret: there is nothing in it to redact.
  const requests = log.child({}, { redact: [] })
  const report = (request: FastifyRequest, reply: FastifyReply): void => {
    const route = request.routeOptions.config.routeId ?? 'unknown'
    const { elapsedTime } = reply
    // A stream that was open for an hour was not slow.
    const { openedAfterMs = elapsedTime } = request
    metrics.requests.observe({ route, status: String(reply.statusCode) }, openedAfterMs / 1000)
    // The path without its query: queries carry tokens and what people look for. A secret link is logged as its route.
    const { url: pattern = '' } = request.routeOptions
    const path = SECRET_PARAMETER.test(pattern) ? pattern : cutText(withoutSecrets(extractPath(request.raw.url)))
    requests.info(
      {
        request_id: request.id,
        method: request.method,
        path,
        route,
        status: reply.statusCode,
        ms: roundMs(openedAfterMs),
        ...(request.openedAfterMs === undefined ? {} : { open_ms: roundMs(elapsedTime) }),
        ...request.logged,
      },
      'request',
    )
  }
  app.addHook('onResponse', (request, reply, done) => {
    if (request.openedAfterMs === undefined) report(request, reply)
    done()
  })
  // Usually the client ends a stream, and for the framework such a response never ended.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.openedAfterMs !== undefined) reply.raw.once('close', () => report(request, reply))
    done(null, payload)
  })
  app.setErrorHandler((error, request, reply) => sendFailure(deps, request, reply, error))
  mountFallback(app, deps)
  return app
}

const roundMs = (ms: number): number => Math.round(ms * 10) / 10

/** How routes name the part of a path that is a secret. */
const SECRET_PARAMETER = /\/:(?:secret|token)(?:\/|$)/

/** The public listener of a production service serves /metrics only behind a token; a worker's port is not public. */
const servesMetrics = ({ config }: Pick<Deps, 'config'>, isPublic: boolean): boolean =>
  !config.production || config.metricsToken !== null || !isPublic

const NOT_READY: Record<Exclude<Readiness, 'ready'>, string> = {
  unavailable: 'The database is unavailable. Check the database and the service log.',
  read_only:
    'The database server is read-only. Check whether it was demoted, and whether DATABASE_URL names the primary.',
  not_migrated: 'The database schema is older than this version. Run the migrate command (npm run migrate).',
}

/** For people and dashboards. A replica that is gone does not make a process less ready: the primary is read. */
function describeReplica({ replica }: Pick<Deps, 'replica'>) {
  if (!replica) return {}
  const { lagSeconds, isUsed } = replica.getState()
  return { replica: { in_use: isUsed, lag_seconds: lagSeconds === null ? null : Math.round(lagSeconds * 10) / 10 } }
}

/** `findObstacle` says what else keeps this process from its work; null: nothing. */
export type SystemOptions = { isPublic: boolean; findObstacle?: () => string | null }

export function mountSystem(app: FastifyInstance, deps: Deps, { isPublic, findObstacle }: SystemOptions): void {
  const { config, metrics } = deps
  const checkReadiness = createReadiness(deps)
  app.get('/healthz', { config: { routeId: 'system.health' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { routeId: 'system.ready' } }, async (request, reply) => {
    const readiness = await checkReadiness()
    const message = readiness === 'ready' ? findObstacle?.() : NOT_READY[readiness]
    if (!message) return { status: 'ready', ...describeReplica(deps) }
    const error = new ApiError('upstream_unavailable', { message })
    return reply.code(503).type('application/json').send(errorBody(error, request.id))
  })
  if (!servesMetrics(deps, isPublic)) return
  app.get('/metrics', { config: { routeId: 'system.metrics' } }, async (request, reply) => {
    if (config.metricsToken) {
      const given = tokenHash(request.headers.authorization ?? '')
      if (!timingSafeEqual(given, tokenHash(`Bearer ${config.metricsToken}`))) throw new ApiError('invalid_token')
    }
    return reply.type(metrics.registry.contentType).send(await metrics.scrape())
  })
}
