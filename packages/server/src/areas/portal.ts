// The portal: a partner's own people, signed in. Its own routes, and the partner's a second time, for each environment.
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { assertWithinLimit, countUnits, partnerLimitName } from '../http/admission/rate-limit.ts'
import type { PartnerCaller, PortalCaller } from '../http/callers.ts'
import type { Route } from '../http/define-route.ts'
import { type Admitted, type Call, type Guard, type Incoming, mountArea, type Outcome } from '../http/pipeline.ts'
import { assertConfirmed, assertSession } from '../http/session-checks.ts'
import { isSameOrigin, readSessionCookie } from '../http/session-cookie.ts'
import { addSeconds, computeClockOffset } from '../kernel/clock.ts'
import type { PartnerProfile } from '../kernel/contracts/partner-profile.ts'
import { ApiError } from '../kernel/errors.ts'
import { ENVIRONMENTS, type Environment, SCOPES } from '../kernel/owner.ts'
import { findSession, type SignedIn } from '../modules/accounts/index.ts'
import {
  assertEnvironment,
  assertNotSuspended,
  collectsPayments,
  findOwnPartner,
  type OwnPartner,
} from '../modules/partners/index.ts'
import { portalRoutes as tokenlessQuotes } from '../modules/quotes/routes.partner.ts'

export const PORTAL_PREFIX = '/api/portal/v1'

const isRead = ({ method }: Route): boolean => method === 'GET'

const toProfile = (partner: OwnPartner, environment: Environment): PartnerProfile => ({
  name: partner.name,
  approved: partner.approvedAt !== null,
  merchantOfRecord: collectsPayments(partner, environment),
  affiliate: partner.affiliate,
  commissionBps: partner.commissionBps,
  brokerageBps: partner.brokerageBps,
  referralBps: partner.referralBps,
  sandboxOffsetSeconds: partner.sandboxOffsetSeconds,
})

/** The person behind a request, from our own pages only, and what is left of their limit. */
async function admitPerson(deps: Deps, incoming: Incoming, route: Route, now: Date) {
  const { method, headers } = incoming
  const { baseUrl } = deps.config
  const cookie = isSameOrigin(method, headers, baseUrl) ? readSessionCookie(headers.cookie, baseUrl) : undefined
  const person = cookie === undefined ? undefined : await findSession(deps.db, cookie, now)
  if (!person)
    throw new ApiError('invalid_token', {
      message: 'Authentication is required. Sign in, and send the request from a page of this service.',
    })
  assertSession(route, person, now)
  return { person, limits: await assertWithinLimit(deps, partnerLimitName(route), person.userId) }
}

/** The partner that the person speaks for, if they may do so on this route. */
async function admitMember(deps: Deps, person: SignedIn, incoming: Incoming, route: Route): Promise<OwnPartner> {
  const partnerId = incoming.headers['x-partner-id']
  const partner = await findOwnPartner(deps.db, person.userId, partnerId)
  if (!partner)
    throw new ApiError('forbidden', {
      message:
        partnerId === undefined
          ? 'You are not on the team of any partner. Create a partner, or ask an owner to invite you.'
          : 'You are not a team member of this partner. Check X-Partner-Id, or ask an owner to invite you.',
      reason: 'not_a_member',
    })
  const { membership = isRead(route) ? 'member' : 'owner' } = route
  if (membership === 'owner' && partner.role !== 'owner')
    throw new ApiError('forbidden', {
      message: 'Only a team member with the owner role can do this. Ask an owner.',
      reason: 'owner_only',
    })
  return partner
}

const asksForLive = ({ pairs }: Incoming): boolean =>
  pairs.some(([name, value]) => name === 'environment' && value === 'live')

export function portalGuard(deps: Deps): Guard<'portal'> {
  async function identifyCaller(person: SignedIn, incoming: Incoming, route: Route): Promise<PortalCaller> {
    const { userId, id: sessionId, email } = person
    if (route.membership === 'none') return { userId, sessionId, email, membership: null }
    const partner = await admitMember(deps, person, incoming, route)
    // A suspended partner may look, and talk to us.
    if (!isRead(route)) assertNotSuspended(partner)
    return {
      userId,
      sessionId,
      email,
      membership: { partnerId: partner.id, role: partner.role, partner: toProfile(partner, 'live') },
    }
  }

  async function admit(incoming: Incoming, route: Route): Promise<Admitted<'portal'>> {
    const now = deps.clock.now()
    const { person, limits } = await admitPerson(deps, incoming, route, now)
    if (asksForLive(incoming)) assertConfirmed(person)
    const caller = await identifyCaller(person, incoming, route)
    const logged = { user_id: caller.userId, partner_id: caller.membership?.partnerId }
    return { caller, now, headers: limits, logged }
  }

  const formatActor = ({ admitted }: Call<'portal'>) => `user:${admitted.caller.email}`
  const getPartnerId = ({ admitted }: Call<'portal'>) => admitted.caller.membership?.partnerId
  return {
    area: 'portal',
    prefix: PORTAL_PREFIX,
    admit,
    write: (call, work) => writeAudited(deps, call, { actor: formatActor(call), partnerId: getPartnerId(call) }, work),
  }
}

/** The IDs of what a write made or changed; they are not secret, and say which key or member it was. */
function pickIds(body: string): Record<string, string> {
  const made = JSON.parse(body) as Record<string, unknown>
  const records = [made, made.partner, made.credential].filter((one) => typeof one === 'object' && one !== null)
  const ids = records.flatMap((one) => Object.entries(one as object)).filter(([name]) => AUDITED_IDS.has(name))
  return Object.fromEntries(ids) as Record<string, string>
}
const AUDITED_IDS = new Set([
  'partner_id',
  'key_id',
  'endpoint_id',
  'user_id',
  'invitation_id',
  'order_public_id',
  'link_id',
])

/** Of the input only what says which change it was. The log is never emptied, so buyers' addresses and free text stay out. */
const AUDITED_FIELDS = new Set([
  ...AUDITED_IDS,
  'name',
  'email',
  'environment',
  'scopes',
  'role',
  'overlap_seconds',
  'kind',
  'product',
  'domain',
  'reason',
  'event_types',
  'active',
])
const pickAuditedFields = (input: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries((input ?? {}) as object).filter(([name]) => AUDITED_FIELDS.has(name)))

/** A write of a person, with its row in the audit log. */
function writeAudited(
  deps: Deps,
  { route, incoming, input }: Call<'portal'> | Call<'partner'>,
  who: { actor: string; partnerId: string | undefined },
  work: (tx: Tx) => Promise<Outcome>,
): Promise<Outcome> {
  const { requestId, method, path, address } = incoming
  return deps.db.tx(async (tx) => {
    const outcome = await work(tx)
    const subject = who.partnerId === undefined ? {} : { partner_id: who.partnerId }
    const kept = { ...subject, ...pickAuditedFields(input), ...pickIds(outcome.body), ip_address: address }
    const call = { actor: who.actor, requestId, method, path }
    await deps.audit.write(tx, { ...call, route: route.id, status: outcome.status, input: kept })
    return outcome
  })
}

/** The guard of the partner's routes in one environment: the caller that a credential with every scope would be. */
function mirrorGuard(deps: Deps, environment: Environment): Guard<'partner'> {
  const emails = new WeakMap<Admitted<'partner'>, string>()

  async function admit(incoming: Incoming, route: Route): Promise<Admitted<'partner'>> {
    const now = deps.clock.now()
    const { person } = await admitPerson(deps, incoming, route, now)
    // A team member from before addresses were confirmed sees the sandbox, and changes nothing.
    if (environment === 'live' || !isRead(route)) assertConfirmed(person)
    const partner = await admitMember(deps, person, incoming, route)
    assertNotSuspended(partner)
    assertEnvironment(environment, partner.approvedAt !== null)
    // One limit for all people of the partner, so that more people are not more requests. It is not that of the keys: open pages
    // refresh on their own, and neither they nor a busy integration should use up the other's.
    const who = `${partner.id}:${environment}`
    const name = partnerLimitName(route)
    const units = countUnits(route, incoming.body)
    const limits = await assertWithinLimit(deps, name, who, `portal_${name}`, units)
    const offset = computeClockOffset(environment, partner.sandboxOffsetSeconds)
    const caller: PartnerCaller = {
      partnerId: partner.id,
      environment,
      credential: null,
      scopes: SCOPES,
      partner: { ...toProfile(partner, environment), sandboxOffsetSeconds: offset },
    }
    const logged = { user_id: person.userId, partner_id: partner.id, environment }
    const admitted = { caller, now: addSeconds(now, offset), headers: limits, logged }
    emails.set(admitted, person.email)
    return admitted
  }

  return {
    area: 'partner',
    prefix: `${PORTAL_PREFIX}/${environment}`,
    admit,
    // Practice leaves no trace in a log that is kept for ever.
    write: (call, work) => {
      if (environment === 'sandbox') return deps.db.tx(work)
      const actor = `user:${emails.get(call.admitted)}`
      return writeAudited(deps, call, { actor, partnerId: call.admitted.caller.partnerId }, work)
    },
  }
}

/** They speak of a credential or need its secret: whoever has one signs. */
const NEED_CREDENTIAL = new Set(['me.get', 'quotes.create', 'quotes.get', 'quotes.release', 'orders.record'])

/** `/api/partner/webhooks` stands without a version there; here every path is below the environment. */
function belowEnvironment(route: Route): Route {
  const { absolute, ...rest } = route
  return absolute ? { ...rest, path: route.path.replace('/api/partner', '') } : route
}

const mirrored = (routes: readonly Route[]): Route[] =>
  [...routes.filter(({ id }) => !NEED_CREDENTIAL.has(id)), ...tokenlessQuotes].map(belowEnvironment)

export function mountPortal(
  app: FastifyInstance,
  deps: Deps,
  { own, partner }: { own: readonly Route[]; partner: readonly Route[] },
): void {
  mountArea(app, deps, portalGuard(deps), own)
  // The last requests are written when the server has answered them, while the database is still there.
  app.addHook('onClose', () => deps.requests.close())
  for (const environment of ENVIRONMENTS) mountArea(app, deps, mirrorGuard(deps, environment), mirrored(partner))
}
