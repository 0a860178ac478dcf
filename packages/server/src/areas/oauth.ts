// OAuth: what applications call, and whom a token or a session stands for.
import type { Deps } from '../deps.ts'
import type { Identify } from '../http/bearer.ts'
import type { DescribedGroup } from '../http/openapi/operation.ts'
import { findSession } from '../modules/accounts/index.ts'
import { findAccess } from '../modules/oauth/index.ts'
import { OAUTH_OPERATIONS } from '../modules/oauth/routes.oauth.ts'

export { mountOAuth } from '../modules/oauth/routes.oauth.ts'

export const OAUTH_GROUP: DescribedGroup = {
  tag: 'OAuth',
  description: 'OAuth 2.1 for public clients: authorization code with PKCE. Errors have the format of the RFCs.',
  operations: OAUTH_OPERATIONS,
}

export const identify = ({ db }: Pick<Deps, 'db'>): Identify => ({
  token: (token, now) => findAccess(db, token, now),
  session: (cookie, now) => findSession(db, cookie, now),
})
