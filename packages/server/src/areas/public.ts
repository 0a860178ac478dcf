// The public area: everybody, counted by address. A token or a session adds to what is answered; a bad token is refused.
import type { Deps } from '../deps.ts'
import { readBearer } from '../http/bearer.ts'
import { OAUTH_SCOPES, type OAuthScope, type PublicCaller } from '../http/callers.ts'
import type { Route } from '../http/define-route.ts'
import type { Admitted, Guard, Incoming } from '../http/pipeline.ts'
import { limitByAddress } from '../http/rate-limit.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'
import { ApiError } from '../kernel/errors.ts'
import type { Id } from '../kernel/ids.ts'

export const PUBLIC_PREFIX = '/api'

/** Who stands behind a token or a session; undefined when nobody does. */
export type Identify = {
  token(token: string, now: Date): Promise<{ userId: Id<'user'>; scopes: readonly OAuthScope[] } | undefined>
  session(cookie: string, now: Date): Promise<{ userId: Id<'user'> } | undefined>
}

/** One audience, known by two paths: the API's and the tools'. */
type Resource = '/api' | '/mcp'

export const resourceMetadataUrl = (baseUrl: string, resource: Resource = PUBLIC_PREFIX): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${resource}`

/** The challenge of RFC 6750 with the pointer of RFC 9728: how a client learns where to get a token. */
export function unauthorized(
  baseUrl: string,
  problem: 'none' | 'bad' | { missing: OAuthScope },
  resource: Resource = PUBLIC_PREFIX,
): ApiError {
  const challenge = `Bearer resource_metadata="${resourceMetadataUrl(baseUrl, resource)}"`
  if (problem === 'none')
    return new ApiError('invalid_token', {
      message: 'Sign in, or send an access token: Authorization: Bearer ….',
      headers: { 'www-authenticate': challenge },
    })
  if (problem === 'bad')
    return new ApiError('invalid_token', { headers: { 'www-authenticate': `${challenge}, error="invalid_token"` } })
  return new ApiError('forbidden', {
    message: `The token lacks the scope ${problem.missing}.`,
    headers: { 'www-authenticate': `${challenge}, error="insufficient_scope", scope="${problem.missing}"` },
  })
}

/** Whom a bearer token stands for; nobody without one. A bad token is refused, never treated as none. */
export async function bearerOf(
  incoming: Pick<Incoming, 'address' | 'headers'>,
  identify: Identify,
  now: Date,
): Promise<PublicCaller | 'none' | 'bad'> {
  const { authorization } = incoming.headers
  if (authorization === undefined) return 'none'
  const token = readBearer(authorization)
  const found = token === undefined ? undefined : await identify.token(token, now)
  if (!found) return 'bad'
  return { address: incoming.address, user: { id: found.userId, via: 'token' }, scopes: found.scopes }
}

export function publicGuard(deps: Deps, identify: Identify): Guard<'public'> {
  const { baseUrl } = deps.config

  async function callerOf(incoming: Incoming, now: Date): Promise<PublicCaller> {
    const { address, method, headers } = incoming
    const bearer = await bearerOf(incoming, identify, now)
    if (bearer === 'bad') throw unauthorized(baseUrl, 'bad')
    if (bearer !== 'none') return bearer
    const cookie = isSameOrigin(method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
    const session = cookie === undefined ? undefined : await identify.session(cookie, now)
    if (!session) return { address, user: null, scopes: [] }
    return { address, user: { id: session.userId, via: 'session' }, scopes: OAUTH_SCOPES }
  }

  function assertSignedIn(caller: PublicCaller, route: Route): void {
    if (route.signedIn === undefined) return
    if (caller.user === null) throw unauthorized(baseUrl, 'none')
    if (route.signedIn === 'session' && caller.user.via !== 'session')
      throw new ApiError('forbidden', { message: 'This is for you in your own browser; no application may do it.' })
    if (route.signedIn === 'any' || route.signedIn === 'session') return
    if (!caller.scopes.includes(route.signedIn)) throw unauthorized(baseUrl, { missing: route.signedIn })
  }

  async function admit(incoming: Incoming, route: Route): Promise<Admitted<'public'>> {
    const now = deps.clock.now()
    const { limit = 'public_reads' } = route
    const headers = limit === 'by-operation' ? {} : await limitByAddress(deps, limit, incoming.address)
    const caller = await callerOf(incoming, now)
    assertSignedIn(caller, route)
    return { caller, now, headers, logged: { user_id: caller.user?.id } }
  }

  return { area: 'public', prefix: PUBLIC_PREFIX, admit, write: (_call, work) => deps.db.tx(work) }
}
