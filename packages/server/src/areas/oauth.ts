// OAuth: what applications call, where people agree, and whom a token or a session stands for.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { findSession } from '../modules/accounts/index.ts'
import { findAccess } from '../modules/oauth/index.ts'
import { AUTHORIZE_PATHS, mountAuthorize } from '../modules/oauth/routes.hosted.ts'
import { mountOAuth as mountEndpoints, OAUTH_OPERATIONS } from '../modules/oauth/routes.oauth.ts'
import type { Identify } from './public.ts'

/** For the table of known paths: another method on them is 405. */
export const OAUTH_PATHS = [
  ...AUTHORIZE_PATHS,
  ...OAUTH_OPERATIONS.map(({ method, path }) => ({ method, url: path })),
  ...OAUTH_OPERATIONS.filter(({ path }) => path !== AUTHORIZE_PATHS[0].url).map(({ path }) => ({
    method: 'OPTIONS',
    url: path,
  })),
]

export function mountOAuth(app: FastifyInstance, deps: Deps): void {
  mountEndpoints(app, deps)
  mountAuthorize(app, deps)
}

export const identify = ({ db }: Pick<Deps, 'db'>): Identify => ({
  token: (token, now) => findAccess(db, token, now),
  session: (cookie, now) => findSession(db, cookie, now),
})
