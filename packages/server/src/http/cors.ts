// Cross-origin requests: pages of any site may call what needs no cookie, and no site may use a visitor's cookie.
import type { FastifyReply } from 'fastify'
import type { Route } from './define-route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Pages of other sites may call the route. Never on a route that a session cookie opens alone. */
    isOpen?: true
  }
}

/** Pages of other sites may call the Public API, except what a session cookie opens. */
export const toCorsConfig = ({ area, signedIn }: Pick<Route, 'area' | 'signedIn'>): { isOpen?: true } =>
  area === 'public' && signedIn !== 'session' ? { isOpen: true } : {}

const PREFLIGHT_SECONDS = 86_400

const EXPOSED =
  'www-authenticate, retry-after, x-request-id, ratelimit, ratelimit-policy, deprecation, sunset, link, etag, ' +
  'mcp-session-id, mcp-protocol-version'

/** The star does not cover `Authorization`, and older browsers do not know it. */
const REQUEST_HEADERS =
  'authorization, content-type, accept, idempotency-key, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, ' +
  'last-event-id, if-none-match, *'

/** Any origin, and no credentials: a browser does not let a page read a response that was made with cookies. */
export const allowAnyOrigin = (reply: FastifyReply): FastifyReply =>
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', EXPOSED)

export const sendPreflight = (reply: FastifyReply, methods: readonly string[]): FastifyReply =>
  allowAnyOrigin(reply)
    .header('access-control-allow-methods', methods.join(', '))
    .header('access-control-allow-headers', REQUEST_HEADERS)
    .header('access-control-max-age', String(PREFLIGHT_SECONDS))
    .code(204)
    .send()
