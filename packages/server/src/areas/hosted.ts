// Pages and redirects for people, outside the APIs: accounts, checkout, referral links, the progress of a brokerage case.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'
import { mountAccounts } from '../modules/accounts/routes.hosted.ts'
import { mountProgress } from '../modules/brokerage/routes.hosted.ts'
import { mountCheckout } from '../modules/checkout/routes.hosted.ts'
import { mountRedirect } from '../modules/referrals/routes.hosted.ts'

import { identify } from './oauth.ts'

export { ACCOUNT_PATHS } from '../modules/accounts/routes.hosted.ts'
export { CHECKOUT_PATHS } from '../modules/checkout/routes.hosted.ts'

/** For the table of known paths: another method on them is 405. */
export const HOSTED_PATHS = ['/r/{code}', '/brokerage/{case_id}'] as const

/** The account of the browser's session, if there is one and the form came from our own page. */
async function accountOf(deps: Deps, request: FastifyRequest): Promise<string | null> {
  const { baseUrl } = deps.config
  const headers = request.headers as Record<string, string | undefined>
  const cookie = isSameOrigin(request.method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
  const session = cookie === undefined ? undefined : await identify(deps).session(cookie, deps.clock.now())
  return session?.userId ?? null
}

export function mountHosted(app: FastifyInstance, deps: Deps): void {
  mountAccounts(app, deps)
  mountRedirect(app, deps)
  mountProgress(app, deps)
  mountCheckout(app, deps, (request) => accountOf(deps, request))
  // The last clicks are written when the server has answered its last request, while the database is still there.
  app.addHook('onClose', () => deps.clicks.close())
}
