// Pages and redirects for people, outside the APIs: accounts, invitations, consent, checkout, orders and claims, referral links,
// brokerage.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { FindHome } from '../modules/accounts/index.ts'
import { mountAccounts } from '../modules/accounts/routes.hosted.ts'
import { mountProgress } from '../modules/brokerage/routes.hosted.ts'
import { mountCheckout } from '../modules/checkout/routes.hosted.ts'
import { createBuyerDelivery } from '../modules/delivery/index.ts'
import { mountFactors } from '../modules/factors/routes.hosted.ts'
import { mountAuthorize } from '../modules/oauth/routes.hosted.ts'
import { mountPurchases } from '../modules/orders/routes.hosted.ts'
import { mountRedirect } from '../modules/referrals/routes.hosted.ts'
import { mountOperatorInvitations } from '../modules/roles/routes.hosted.ts'
import { mountSso } from '../modules/sso/routes.hosted.ts'
import { mountInvitations } from '../modules/team/routes.hosted.ts'
import { findHome, signedInAt } from './visits.ts'

export function mountHosted(app: FastifyInstance, deps: Deps): void {
  const toHome: FindHome = (session) => findHome(deps, session)
  mountAccounts(app, deps, toHome)
  mountFactors(app, deps, toHome)
  mountInvitations(app, deps)
  mountOperatorInvitations(app, deps)
  mountSso(app, deps)
  mountAuthorize(app, deps)
  mountRedirect(app, deps)
  mountProgress(app, deps)
  mountPurchases(app, deps, (request) => signedInAt(deps, request), createBuyerDelivery(deps))
  mountCheckout(app, deps, (request) => signedInAt(deps, request))
  // The last clicks are written when the server has answered its last request, while the database is still there.
  app.addHook('onClose', () => deps.clicks.close())
  app.addHook('onClose', () => deps.audit.settled())
}
