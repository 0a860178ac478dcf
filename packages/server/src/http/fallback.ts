// What no route serves: 404 for an unknown path, 405 with Allow for a known path with another method, and CORS preflights.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../kernel/errors.ts'
import { lazy } from '../kernel/lazy.ts'
import { allowAnyOrigin, sendPreflight } from './cors.ts'
import { sendError } from './error-handler.ts'
import { wantsPage } from './failures.ts'
import { sendMessage } from './page.ts'
import { extractPath } from './wire.ts'

/** The methods of a path, and those of them that pages of other sites may use. */
type KnownMethods = { all: string[]; open: string[] }
type FindMethods = (path: string) => KnownMethods

/** The methods of a path, as the routes are registered. Call it before the first of them. */
function watchRoutes(app: FastifyInstance): FindMethods {
  const table = new Map<string, { all: Set<string>; open: Set<string> }>()
  app.addHook('onRoute', ({ url, method, config }) => {
    const known = table.get(url) ?? { all: new Set(), open: new Set() }
    for (const one of [method].flat()) {
      known.all.add(one)
      if (config?.isOpen) known.open.add(one)
    }
    table.set(url, known)
  })
  const patterns = lazy(() =>
    [...table].map(([url, known]) => ({
      pattern: new RegExp(`^${url.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`),
      known,
    })),
  )
  const collect = (sets: Set<string>[]): string[] => [...new Set(sets.flatMap((set) => [...set]))].sort()
  return (path) => {
    const found = patterns().filter(({ pattern }) => pattern.test(path))
    return { all: collect(found.map(({ known }) => known.all)), open: collect(found.map(({ known }) => known.open)) }
  }
}

const sendNoPage = (reply: FastifyReply, error: ApiError): FastifyReply =>
  sendMessage(reply.headers(error.headers), error.status, error.code === 'not_found' ? NOT_FOUND : NOT_A_PAGE)

const NOT_FOUND = {
  title: 'Page not found',
  text: 'The URL was mistyped, or the page no longer exists. Search for a domain, or go to the marketplace.',
  link: { href: '/', text: 'Go to the marketplace' },
}

const NOT_A_PAGE = {
  title: 'Nothing to show here',
  text: 'This URL receives a form and has no page. Go back to the page with the form, and submit it again.',
  link: { href: '/', text: 'Go to the marketplace' },
}

/** Both before any authentication and before the body. Call it before the first route is registered. */
export function mountFallback(app: FastifyInstance, deps: Deps): void {
  const findMethods = watchRoutes(app)
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const path = extractPath(request.raw.url)
    const { all: allowed, open } = findMethods(path)
    const { origin, 'access-control-request-method': asked } = request.headers
    const isPreflight = request.method === 'OPTIONS' && (origin ?? asked) !== undefined
    if (open.length > 0 && isPreflight) return sendPreflight(reply, open)
    if (open.length > 0) allowAnyOrigin(reply)
    const error =
      allowed.length > 0
        ? new ApiError('method_not_allowed', {
            message: `This path does not support ${request.method}. Use ${allowed.join(', ')}.`,
            headers: { allow: allowed.join(', ') },
          })
        : new ApiError('not_found', {
            message: `${path.slice(0, 200)} does not exist. See /docs for the list of endpoints.`,
          })
    return wantsPage(request) ? sendNoPage(reply, error) : sendError(deps, request, reply, error)
  }
  // The framework would read the body first, and stumble over one that belongs to no route.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuse(request, reply)
    else done()
  })
  app.setNotFoundHandler(refuse)
}
