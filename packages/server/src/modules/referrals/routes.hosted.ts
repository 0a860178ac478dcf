// `/r/{code}`: counts the click, remembers it in the visitor's cookie and leads to a page of this service. It must be fast.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ClickTarget, Deps } from '../../deps.ts'
import { sendMessage } from '../../http/page.ts'
import { isCrawler } from './crawlers.ts'
import { COOKIE_NAME, COOKIE_SECONDS, isCode, isPrefetch } from './rules.ts'

/** What is kept of a browser's name while a click waits to be counted. */
const USER_AGENT_LENGTH_MAX = 512

const NOT_FOUND = {
  title: 'This link leads nowhere',
  text: 'It was mistyped, or it is no longer in use.',
  link: { href: '/', text: 'To the marketplace' },
}

export function mountRedirect(app: FastifyInstance, deps: Pick<Deps, 'clicks' | 'config'>): void {
  const { clicks, config } = deps
  // First-party, for thirty days; the last click overwrites the one before.
  const attributes = `; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax${config.baseUrl.startsWith('https:') ? '; Secure' : ''}`

  function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    code: string,
    target: ClickTarget | null,
  ): FastifyReply {
    if (target === null) return sendMessage(reply, 404, NOT_FOUND)
    const { headers } = request
    const userAgent = headers['user-agent']
    if (request.method === 'HEAD' || isPrefetch(headers) || isCrawler(userAgent)) clicks.count(target, null)
    else {
      clicks.count(target, { address: request.ip, userAgent: (userAgent as string).slice(0, USER_AGENT_LENGTH_MAX) })
      reply.header('set-cookie', `${COOKIE_NAME}=${code}${attributes}`)
    }
    // A path, not an address: the visitor stays on the host where the cookie was set.
    return reply.code(302).header('location', target.destination).header('cache-control', 'no-store').send('')
  }

  app.get('/r/:code', { config: { routeId: 'referrals.redirect' } }, (request, reply) => {
    const { code } = request.params as { code: string }
    const found = isCode(code) ? clicks.find(code) : null
    if (!(found instanceof Promise)) return answer(request, reply, code, found)
    return found.then((target) => answer(request, reply, code, target))
  })
}
