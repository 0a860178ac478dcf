// The bearer token of a request, as RFC 6750 writes it: whom it stands for, and the challenge for a client without a good one.
import { ApiError } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'
import { OAUTH_SCOPE_DEFAULT } from '../kernel/oauth-scopes.ts'
import type { OAuthScope, PublicCaller } from './callers.ts'
import type { Route } from './define-route.ts'
import type { Incoming } from './pipeline.ts'
import type { CheckedSession } from './session-checks.ts'

const BEARER = /^Bearer +([\x21-\x7e]{1,512}) *$/i

/** Undefined when the header is missing or holds something else. */
export const readBearer = (authorization: string | undefined): string | undefined =>
  BEARER.exec(authorization ?? '')?.[1]

/** Who stands behind a token or a session; undefined when nobody does. */
export type Identify = {
  token(
    token: string,
    now: Date,
  ): Promise<
    (Pick<CheckedSession, 'emailConfirmedAt'> & { userId: Id<'user'>; scopes: readonly OAuthScope[] }) | undefined
  >
  session(cookie: string, now: Date): Promise<(CheckedSession & { userId: Id<'user'> }) | undefined>
}

/** One audience, known by two paths: the API's and the tools'. */
type Resource = '/api' | '/mcp'

export const resourceMetadataUrl = (baseUrl: string, resource: Resource = '/api'): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${resource}`

type Problem = 'none' | 'bad' | { missing: OAuthScope }
type Challenge = {
  resource?: Resource
  /** What the client should ask the person for: the scopes that the call needs, with those that its token has. */
  scopes?: readonly OAuthScope[]
}

/** The challenge of RFC 6750 with the pointer of RFC 9728: how a client learns where to get a token, and with which scope. */
export function unauthorized(
  baseUrl: string,
  problem: Problem,
  { resource = '/api', scopes = [OAUTH_SCOPE_DEFAULT] }: Challenge = {},
): ApiError {
  const error = problem === 'none' ? '' : `, error="${problem === 'bad' ? 'invalid_token' : 'insufficient_scope'}"`
  const challenge = `Bearer resource_metadata="${resourceMetadataUrl(baseUrl, resource)}"${error}, scope="${scopes.join(' ')}"`
  const headers = { 'www-authenticate': challenge }
  if (problem === 'bad') return new ApiError('invalid_token', { headers })
  if (problem === 'none')
    return new ApiError('invalid_token', {
      message: 'Authentication is required. Sign in, or send Authorization: Bearer ACCESS_TOKEN.',
      headers,
    })
  return new ApiError('forbidden', {
    message: `The access token does not have the scope ${problem.missing}. Authorize the application again with this scope.`,
    headers,
  })
}

/** Refuses a caller whom the route does not serve, with the challenge that leads to a token that it does. */
export function assertSignedIn(
  baseUrl: string,
  { user, scopes }: PublicCaller,
  { signedIn }: Pick<Route, 'signedIn'>,
  resource?: Resource,
): void {
  if (signedIn === undefined) return
  const named = signedIn === 'any' || signedIn === 'session' ? null : signedIn
  const wanted = named === null ? [OAUTH_SCOPE_DEFAULT] : [...new Set([...scopes, named])]
  const challenge = { scopes: wanted, ...(resource ? { resource } : {}) }
  if (user === null) throw unauthorized(baseUrl, 'none', challenge)
  if (signedIn === 'session' && user.via !== 'session')
    throw new ApiError('forbidden', {
      message: 'This endpoint does not accept access tokens. Sign in, and use it from a page of this service.',
    })
  if (named !== null && !scopes.includes(named)) throw unauthorized(baseUrl, { missing: named }, challenge)
}

/** Whom a bearer token stands for; nobody without one. A bad token is refused, never treated as none. */
export async function identifyBearer(
  incoming: Pick<Incoming, 'address' | 'headers'>,
  identify: Identify,
  now: Date,
): Promise<PublicCaller | 'none' | 'bad'> {
  const { authorization } = incoming.headers
  if (authorization === undefined) return 'none'
  const token = readBearer(authorization)
  const found = token === undefined ? undefined : await identify.token(token, now)
  if (!found) return 'bad'
  const user = { id: found.userId, via: 'token', isConfirmed: found.emailConfirmedAt !== null } as const
  return { address: incoming.address, user, scopes: found.scopes }
}
