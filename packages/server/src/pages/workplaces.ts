// The workplaces (account, portal, console): the server sends their frame, the browser fills in the pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isWorkplacePath, type PageResponse, sendPage } from '../http/page.ts'
import { extractPath } from '../http/wire.ts'
import { hasRecord } from '../modules/operator/index.ts'
import { isTaxAdded } from '../modules/tax/index.ts'
import { findVisitor, toPerson, type Visitor } from './visits.ts'

/** `isFor`: who may see the frame. */
const WORKPLACES = [
  { path: '/account', title: 'My account', isFor: () => true },
  { path: '/portal', title: 'Partner portal', isFor: () => true },
  { path: '/console', title: 'Operator console', isFor: (visitor: Visitor) => visitor.operatorRole !== null },
] as const

const toSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(`/sign-in?next=${encodeURIComponent(request.raw.url ?? '/')}`, 302)

/** Whether there is such a page and such a record. */
async function exists(deps: Deps, request: FastifyRequest, { userId }: Visitor): Promise<boolean> {
  const path = decodePath(extractPath(request.raw.url).replace(/\/$/, ''))
  if (path === null || !isWorkplacePath(path)) return false
  // The log of requests is written a moment later.
  if (path.startsWith('/portal/requests/')) await deps.requests.flush()
  return hasRecord(deps.db, userId, path)
}

function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

export function mountWorkplaces(scope: FastifyInstance, deps: Deps): void {
  for (const { path, title, isFor } of WORKPLACES) {
    const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const visitor = await findVisitor(deps, request)
      if (!visitor) return toSignIn(request, reply)
      if (!isFor(visitor)) {
        const props = {
          title: 'Operators only',
          text: `You are signed in as ${visitor.email}, which is not an operator account. Sign in with an operator account.`,
          link: { href: '/account', text: 'Go to my account' },
        }
        return sendPage(reply, { status: 403, name: 'message', props })
      }
      const status = (await exists(deps, request, visitor)) ? 200 : 404
      const response: PageResponse<'app'> = { status, name: 'app', props: { title } }
      const { mail, issuer } = deps.config
      // The console shows messages in a frame.
      const policy = path === '/console' ? { frames: ["'self'"] as const } : {}
      return sendPage(reply, {
        ...response,
        options: {
          person: toPerson(visitor),
          isTaxAdded: await isTaxAdded(deps),
          isMailOff: mail.kind === 'off',
          issuer,
          forms: ["'self'"],
          policy,
        },
      })
    }
    const lists = path === '/console' ? [] : [`${path}/:page/:list/:item`]
    for (const url of [path, `${path}/:page`, `${path}/:page/:item`, ...lists])
      scope.get(url, { config: { routeId: `pages${path.replace('/', '.')}` } }, show)
  }
}
