// The public area: everybody, counted by address. A token or a session adds to what is answered; a bad token is refused.
import type { RateLimitName } from '../config.ts'
import type { Deps } from '../deps.ts'
import { limitByAddress } from '../http/admission/rate-limit.ts'
import { assertSignedIn, type Identify, identifyBearer, unauthorized } from '../http/bearer.ts'
import { OAUTH_SCOPES, type PublicCaller } from '../http/callers.ts'
import type { Route } from '../http/define-route.ts'
import { isFromPage, isPageRead } from '../http/page-reads.ts'
import type { Admitted, Guard, Incoming } from '../http/pipeline.ts'
import { assertConfirmedToken, assertSession } from '../http/session-checks.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'

export const PUBLIC_PREFIX = '/api'

/** Pages have their own limits, so that reading them does not use up those of the API. Null: not counted here. */
function chooseLimit(limit: RateLimitName | 'by-operation', incoming: Incoming): RateLimitName | null {
  if (limit === 'by-operation' || (limit === 'public_reads' && isPageRead(incoming))) return null
  return limit === 'whois' && isFromPage(incoming) ? 'page_lookups' : limit
}

export function publicGuard(deps: Deps, identify: Identify): Guard<'public'> {
  const { baseUrl } = deps.config

  async function identifyCaller(incoming: Incoming, route: Route, now: Date): Promise<PublicCaller> {
    const { address, method, headers } = incoming
    const bearer = await identifyBearer(incoming, identify, now)
    if (bearer === 'bad') throw unauthorized(baseUrl, 'bad')
    if (bearer !== 'none') {
      assertConfirmedToken(route, bearer.user)
      return bearer
    }
    const cookie = isSameOrigin(method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
    const session = cookie === undefined ? undefined : await identify.session(cookie, now)
    if (!session) return { address, user: null, scopes: [] }
    assertSession(route, session, now)
    const user = { id: session.userId, via: 'session', isConfirmed: session.emailConfirmedAt !== null } as const
    return { address, user, scopes: OAUTH_SCOPES }
  }

  async function admit(incoming: Incoming, route: Route): Promise<Admitted<'public'>> {
    const now = deps.clock.now()
    const { limit = 'public_reads' } = route
    const counted = chooseLimit(limit, incoming)
    const headers = counted === null ? {} : await limitByAddress(deps, counted, incoming.address)
    const caller = await identifyCaller(incoming, route, now)
    assertSignedIn(baseUrl, caller, route)
    return { caller, now, headers, logged: { user_id: caller.user?.id } }
  }

  return { area: 'public', prefix: PUBLIC_PREFIX, admit, write: (_call, work) => deps.db.tx(work) }
}
