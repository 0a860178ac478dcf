// Every request as a span: it continues the caller's trace, and what is done for it happens inside.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parseTraceparent, type Span, type Tracer } from '../kernel/trace.ts'
import { isProbe } from './probes.ts'

/** The route's pattern and never the path: some paths carry a secret. */
const getRoute = (request: FastifyRequest): string | undefined => request.routeOptions.url

export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const routeId = request.routeOptions.config.routeId ?? 'unknown'
    if (isProbe(routeId)) return done()
    const route = getRoute(request)
    const span = tracer.start(route ? `${request.method} ${route}` : request.method, {
      kind: 'server',
      parent: parseTraceparent(request.headers.traceparent),
      attributes: {
        'http.request.method': request.method,
        ...(route ? { 'http.route': route } : {}),
        'freehold.route': routeId,
        'freehold.request_id': request.id,
      },
    })
    spans.set(request, span)
    return tracer.within(span, done)
  })
  // The body was read by listeners of the socket, which know of no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) tracer.within(span, done)
    else done()
  })
  function endSpan(request: FastifyRequest, status: number): void {
    const span = spans.get(request)
    spans.delete(request)
    span?.set({ 'http.response.status_code': status })
    if (status >= 500) span?.fail(String(status))
    span?.end()
  }
  // The work for a stream is done when it opens.
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.openedAfterMs !== undefined) endSpan(request, reply.statusCode)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply.statusCode)
    done()
  })
}
