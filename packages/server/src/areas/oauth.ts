// OAuth: what applications call, where people agree, and whom a token or a session stands for.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { DescribedGroup } from '../http/described-operation.ts'
import { findSession } from '../modules/accounts/index.ts'
import { findAccess } from '../modules/oauth/index.ts'
import { mountAuthorize } from '../modules/oauth/routes.hosted.ts'
import { mountOAuth as mountEndpoints, OAUTH_OPERATIONS } from '../modules/oauth/routes.oauth.ts'
import type { Identify } from './public.ts'

export const OAUTH_GROUP: DescribedGroup = {
  tag: 'OAuth',
  description: 'OAuth 2.1 for public clients: authorization code with PKCE. Errors are shaped as the RFCs say.',
  operations: OAUTH_OPERATIONS,
}

export function mountOAuth(app: FastifyInstance, deps: Deps): void {
  mountEndpoints(app, deps)
  mountAuthorize(app, deps)
}

export const identify = ({ db }: Pick<Deps, 'db'>): Identify => ({
  token: (token, now) => findAccess(db, token, now),
  session: (cookie, now) => findSession(db, cookie, now),
})
