// A partner's own people: their partners, credentials, members, and the application for live access.
import { membershipOf } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { EmailText, Named, OneOf, pageMembers, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { MEMBER_ROLES } from '../../kernel/owner.ts'
import { CredentialPage, credentialPage, IssueInput, KeyPath, MemberPage, memberPage, RotateInput } from './http.ts'
import { assertEnvironment } from './rules.ts'
import { requestLiveAccess } from './service/change-partner.ts'
import { assertOwnCredential, issueCredential, revokeCredential, rotateCredential } from './service/issue-credential.ts'
import { addMember, removeMember, startPartner } from './service/join-partner.ts'
import { listOwnPartners, type OwnPartner } from './store.ts'
import {
  CredentialView,
  credentialView,
  IssuedCredentialView,
  MemberView,
  memberView,
  partnerFacts,
  partnerMembers,
} from './views.ts'

const OwnPartnerView = Named('OwnPartner', { ...partnerMembers, role: OneOf(MEMBER_ROLES) })
const ownPartnerView = (partner: OwnPartner): Static<typeof OwnPartnerView> => ({
  ...partnerFacts(partner),
  role: partner.role,
})

/** The place in a list that is in the order of a time and an id. */
const timeAndId = ([at, id]: readonly [number, string]) => ({ at: new Date(at), id })

const partners = defineRoute({
  id: 'portal.partners.list',
  area: 'portal',
  method: 'GET',
  path: '/partners',
  membership: 'none',
  summary: 'The partners that you belong to, the oldest membership first: that one is meant when none is named.',
  query: Strict(pageQuery),
  response: Strict({ partners: Type.Array(OwnPartnerView), ...pageMembers }),
  handle: async ({ db, caller }, { query }) => {
    const filters = { list: 'portal.partners', user: caller.userId }
    const limit = pageLimit(query.limit)
    const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
    const rows = await listOwnPartners(db, caller.userId, { after: key && timeAndId(key), limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.memberSince.getTime(), row.id])
    return { partners: page.rows.map(ownPartnerView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const start = defineRoute({
  id: 'portal.partners.start',
  area: 'portal',
  method: 'POST',
  path: '/partners',
  membership: 'none',
  summary: 'Start a partner: it may use the sandbox at once. The secret is shown in this answer only.',
  body: Strict({ name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  status: 201,
  response: Strict({ partner: OwnPartnerView, credential: IssuedCredentialView }),
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { partner, credential, secret } = await startPartner(deps, tx, { userId: caller.userId, ...body }, now)
    return { partner: ownPartnerView(partner), credential: { ...credentialView(credential, now), secret } }
  },
})

const credentials = defineRoute({
  id: 'portal.credentials.list',
  area: 'portal',
  method: 'GET',
  path: '/credentials',
  summary: 'Your credentials, newest first, without their secrets.',
  query: Strict(pageQuery),
  response: CredentialPage,
  handle: async ({ db, caller, now }, { query }) => {
    const { partnerId } = membershipOf(caller)
    return credentialPage(db, 'portal.credentials', partnerId, query, now)
  },
})

const issue = defineRoute({
  id: 'portal.credentials.issue',
  area: 'portal',
  method: 'POST',
  path: '/credentials',
  summary: 'Issue a credential, live ones after approval. The secret is shown in this answer only.',
  body: IssueInput,
  status: 201,
  response: IssuedCredentialView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { partnerId, partner } = membershipOf(caller)
    assertEnvironment(body.environment, partner.approved)
    const { credential, secret } = await issueCredential(deps, tx, partnerId, body, now)
    return { ...credentialView(credential, now), secret }
  },
})

const rotate = defineRoute({
  id: 'portal.credentials.rotate',
  area: 'portal',
  method: 'POST',
  path: '/credentials/{key_id}/rotate',
  summary: 'Issue the successor of a credential; the old one goes on for the overlap.',
  params: KeyPath,
  body: RotateInput,
  bodyOptional: true,
  status: 201,
  response: IssuedCredentialView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    await assertOwnCredential(tx, membershipOf(caller).partnerId, params.key_id)
    const { credential, secret } = await rotateCredential(deps, tx, params.key_id, body?.overlap_seconds, now)
    return { ...credentialView(credential, now), secret }
  },
})

const revoke = defineRoute({
  id: 'portal.credentials.revoke',
  area: 'portal',
  method: 'DELETE',
  path: '/credentials/{key_id}',
  summary: 'Revoke a credential. It stops within five seconds, everywhere.',
  params: KeyPath,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) => {
    await assertOwnCredential(tx, membershipOf(caller).partnerId, params.key_id)
    return credentialView(await revokeCredential(tx, params.key_id, now), now)
  },
})

const applyForLive = defineRoute({
  id: 'portal.live_access.request',
  area: 'portal',
  method: 'POST',
  path: '/live-access',
  summary: 'Apply for live access. Asking again changes nothing.',
  body: Strict({ note: Type.Optional(Type.String({ maxLength: NOTE_LENGTH_MAX })) }),
  bodyOptional: true,
  response: OwnPartnerView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const { partnerId, role } = membershipOf(caller)
    const partner = await requestLiveAccess(tx, partnerId, body?.note ?? null, now)
    return { ...partnerFacts(partner), role }
  },
})

const members = defineRoute({
  id: 'portal.members.list',
  area: 'portal',
  method: 'GET',
  path: '/members',
  summary: 'The people of this partner, newest first.',
  query: Strict(pageQuery),
  response: MemberPage,
  handle: async ({ db, caller }, { query }) => {
    const { partnerId } = membershipOf(caller)
    return memberPage(db, 'portal.members', partnerId, query)
  },
})

const add = defineRoute({
  id: 'portal.members.add',
  area: 'portal',
  method: 'POST',
  path: '/members',
  summary: 'Add a person who has an account: as a member, who only reads, or as an owner.',
  body: Strict({ email: EmailText(), role: Type.Optional(OneOf(MEMBER_ROLES)) }),
  status: 201,
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const { email, role = 'member' } = body
    return memberView(await addMember(tx, membershipOf(caller).partnerId, { email, role }, now))
  },
})

const remove = defineRoute({
  id: 'portal.members.remove',
  area: 'portal',
  method: 'DELETE',
  path: '/members/{user_id}',
  summary: 'Remove a person; the last owner stays.',
  params: Strict({ user_id: Type.String() }),
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, caller }, { params }) =>
    memberView(await removeMember(tx, membershipOf(caller).partnerId, params.user_id)),
})

export const portalRoutes = [partners, start, credentials, issue, rotate, revoke, applyForLive, members, add, remove]
