// `/r/{code}`: counts the click, remembers it in the visitor's cookie and leads to a page of this service. It must be fast.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { sendMessage } from '../../http/page.ts'
import type { FoundTarget } from '../../kernel/contracts/clicks.ts'
import { toNetwork } from '../../kernel/text/client-network.ts'
import { clickCookie, isCode, isPrefetch } from './rules.ts'
import { isCrawler } from './service/recognize-crawlers.ts'

const NOT_FOUND = {
  title: 'This link does not exist',
  text: 'The link was mistyped or is no longer in use.',
  link: { href: '/', text: 'Go to the marketplace' },
}

/** The allowance of codes that do not exist fills evenly over a minute, so the next one is free soon. */
const RETRY_SECONDS = 5
const TOO_MANY = {
  title: 'Too many invalid links',
  text: `Your network opened many links that do not exist. Try again in ${RETRY_SECONDS} seconds.`,
  link: { href: '/', text: 'Go to the marketplace' },
}

export function mountRedirect(app: FastifyInstance, deps: Pick<Deps, 'clicks' | 'config'>): void {
  const { clicks, config } = deps

  function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    { code, network, target }: { code: string; network: string; target: FoundTarget },
  ): FastifyReply {
    if (target === null) return sendMessage(reply, 404, NOT_FOUND)
    if (target === 'refused') return sendMessage(reply.header('retry-after', RETRY_SECONDS), 429, TOO_MANY)
    const { headers } = request
    const person = request.method !== 'HEAD' && !isPrefetch(headers) && !isCrawler(headers['user-agent'])
    // Beyond the limit the link still works, and nobody earns by the click.
    if (clicks.count(target, { network, person }) && person)
      reply.header('set-cookie', clickCookie(config.baseUrl, code))
    // A path, not an address: the visitor stays on the host where the cookie was set.
    return reply.code(302).header('location', target.destination).header('cache-control', 'no-store').send('')
  }

  app.get('/r/:code', { config: { routeId: 'referrals.redirect' } }, (request, reply) => {
    const { code } = request.params as { code: string }
    const network = toNetwork(request.ip)
    const found = isCode(code) ? clicks.find(code, network) : null
    if (!(found instanceof Promise)) return respond(request, reply, { code, network, target: found })
    return found.then((target) => respond(request, reply, { code, network, target }))
  })
}
