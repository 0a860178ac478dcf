// The pages: the public ones, rendered from what our own API answers, and the empty frames of the workplaces.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { mountForms } from '../http/forms.ts'
import { type PageAnswer, sendPage } from '../http/page.ts'
import { mountDevelopers } from './developer-pages.ts'
import { mountLookups } from './lookup-pages.ts'
import { mountNames } from './name-pages.ts'
import { mountShop } from './shop-pages.ts'
import { mountSiteFiles } from './site-files.ts'
import { personOf, type Visitor, visitorOf } from './visits.ts'

/** Each lives in the browser; the server sends its empty frame to whoever may see it. */
const WORKPLACES = [
  { path: '/account', title: 'My account', isFor: () => true },
  { path: '/portal', title: 'Partner portal', isFor: () => true },
  { path: '/console', title: 'Operator console', isFor: (visitor: Visitor) => visitor.role === 'operator' },
] as const

const toSignIn = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(`/sign-in?next=${encodeURIComponent(request.raw.url ?? '/')}`, 302)

function mountWorkplaces(scope: FastifyInstance, deps: Deps): void {
  for (const { path, title, isFor } of WORKPLACES) {
    const show = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const visitor = await visitorOf(deps, request)
      if (!visitor) return toSignIn(request, reply)
      if (!isFor(visitor)) {
        const props = { title: 'This is for operators', text: `You are signed in as ${visitor.email}.` }
        return sendPage(reply, { status: 403, name: 'message', props })
      }
      const answer: PageAnswer<'app'> = { status: 200, name: 'app', props: { title } }
      return sendPage(reply, { ...answer, options: { person: personOf(visitor), forms: ["'self'"] } })
    }
    for (const url of [path, `${path}/:page`, `${path}/:page/:item`])
      scope.get(url, { config: { routeId: `pages${path.replace('/', '.')}` } }, show)
  }
}

export function mountPages(app: FastifyInstance, deps: Deps): void {
  const asksApi = (scope: FastifyInstance): void => {
    mountShop(app, scope, deps)
    mountLookups(app, scope, deps)
    mountNames(app, scope, deps)
  }
  mountForms(app, deps, asksApi, { counted: false })
  mountForms(app, deps, (scope) => mountDevelopers(scope, deps))
  mountForms(app, deps, (scope) => mountSiteFiles(scope, deps))
  mountForms(app, deps, (scope) => mountWorkplaces(scope, deps))
}
