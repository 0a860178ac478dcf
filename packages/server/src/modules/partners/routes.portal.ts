// A partner's team members: their partners, credentials, and the application for live access.
import { requireMembership } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { EnvironmentName, Named, OneOf, pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { assertSignUpOpen } from '../../http/session-checks.ts'
import { NOTE_LENGTH_MAX } from '../../kernel/limits.ts'
import { MEMBER_ROLES } from '../../kernel/owner.ts'
import { CredentialPage, credentialPage, IssueInput, KeyPath, RenameInput, RotateInput } from './http.ts'
import { assertEnvironment, listKeyEnvironments } from './rules.ts'
import { requestLiveAccess } from './service/change-partner.ts'
import {
  assertOwnCredential,
  issueCredential,
  renameCredential,
  revokeCredential,
  rotateCredential,
} from './service/issue-credential.ts'
import { startPartner } from './service/join-partner.ts'
import { listOwnPartners, type OwnPartner } from './store/members.ts'
import type { Partner } from './store/partners.ts'
import { CredentialView, credentialView, IssuedCredentialView, partnerFacts, partnerFields } from './views.ts'

const OwnPartnerView = Named('OwnPartner', {
  ...partnerFields,
  role: OneOf(MEMBER_ROLES),
  key_environments: Type.Array(EnvironmentName(), { description: 'Where owners can create API keys.' }),
})
const ownPartnerView = (partner: Partner & Pick<OwnPartner, 'role'>): Static<typeof OwnPartnerView> => ({
  ...partnerFacts(partner),
  role: partner.role,
  key_environments: listKeyEnvironments(partner),
})

/** The place in a list that is in the order of a time and an id. */
const timeAndId = ([at, id]: readonly [number, string]) => ({ at: new Date(at), id })

const partners = defineRoute({
  id: 'portal.partners.list',
  area: 'portal',
  method: 'GET',
  path: '/partners',
  membership: 'none',
  summary: 'List your partners',
  description:
    'Partners you are a team member of, oldest membership first. If there are several, send `X-Partner-Id` in other requests.',
  returns: 'A page of your partners.',
  query: Strict(pageQuery),
  response: Strict({ partners: Type.Array(OwnPartnerView), ...pageFields }),
  handle: async ({ db, caller }, { query }) => {
    const filters = { list: 'portal.partners', user: caller.userId }
    const limit = pageLimit(query.limit)
    const key = decodeCursor(query.cursor, filters, ['instant', 'string'])
    const rows = await listOwnPartners(db, caller.userId, { after: key && timeAndId(key), limit: limit + 1 })
    const page = toPage(rows, limit, filters, (row) => [row.memberSince.getTime(), row.id])
    return { partners: page.rows.map(ownPartnerView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const start = defineRoute({
  id: 'portal.partners.start',
  area: 'portal',
  confirmed: true,
  recent: true,
  method: 'POST',
  path: '/partners',
  membership: 'none',
  summary: 'Create your partner',
  description:
    'Creates a partner with a sandbox credential. The secret is returned only in this response. 403 `sign_up_closed` if the ' +
    'operator creates all partners.',
  returns: 'The partner and its first credential.',
  body: Strict({ name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  status: 201,
  response: Strict({ partner: OwnPartnerView, credential: IssuedCredentialView }),
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    assertSignUpOpen(deps.config)
    const { partner, credential, secret } = await startPartner(deps, tx, { userId: caller.userId, ...body }, now)
    return { partner: ownPartnerView(partner), credential: { ...credentialView(credential, now), secret } }
  },
})

const credentials = defineRoute({
  id: 'portal.credentials.list',
  area: 'portal',
  method: 'GET',
  path: '/credentials',
  summary: 'List your credentials',
  description: 'Newest first, without secrets.',
  returns: 'A page of credentials.',
  query: Strict(pageQuery),
  response: CredentialPage,
  handle: async ({ db, caller, now }, { query }) => {
    const { partnerId } = requireMembership(caller)
    return credentialPage(db, 'portal.credentials', partnerId, query, now)
  },
})

const issue = defineRoute({
  id: 'portal.credentials.issue',
  confirmed: true,
  area: 'portal',
  recent: true,
  method: 'POST',
  path: '/credentials',
  summary: 'Create a credential',
  description: 'Live credentials require approval. The secret is returned only in this response.',
  returns: 'The credential with its secret.',
  body: IssueInput,
  status: 201,
  response: IssuedCredentialView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { body }) => {
    const { partnerId, partner } = requireMembership(caller)
    assertEnvironment(body.environment, partner.approved)
    const { credential, secret } = await issueCredential(deps, tx, partnerId, body, now)
    return { ...credentialView(credential, now), secret }
  },
})

const rotate = defineRoute({
  id: 'portal.credentials.rotate',
  confirmed: true,
  area: 'portal',
  recent: true,
  method: 'POST',
  path: '/credentials/{key_id}/rotate',
  summary: 'Rotate a credential',
  description: 'Creates a successor. The old credential works until the overlap ends.',
  returns: 'The new credential with its secret.',
  params: KeyPath,
  body: RotateInput,
  bodyOptional: true,
  status: 201,
  response: IssuedCredentialView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, caller, now }, { params, body }) => {
    await assertOwnCredential(tx, requireMembership(caller).partnerId, params.key_id)
    const { credential, secret } = await rotateCredential(deps, tx, params.key_id, body?.overlap_seconds, now)
    return { ...credentialView(credential, now), secret }
  },
})

const rename = defineRoute({
  id: 'portal.credentials.rename',
  confirmed: true,
  area: 'portal',
  method: 'PATCH',
  path: '/credentials/{key_id}',
  summary: 'Rename a credential',
  description: 'Names help to tell keys apart. Null removes the name.',
  returns: 'The renamed credential.',
  params: KeyPath,
  body: RenameInput,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller, now }, { params, body }) => {
    await assertOwnCredential(tx, requireMembership(caller).partnerId, params.key_id)
    return credentialView(await renameCredential(tx, params.key_id, body.name), now)
  },
})

const revoke = defineRoute({
  id: 'portal.credentials.revoke',
  confirmed: true,
  area: 'portal',
  recent: true,
  method: 'DELETE',
  path: '/credentials/{key_id}',
  summary: 'Revoke a credential',
  description: 'The credential stops working within five seconds.',
  returns: 'The revoked credential.',
  params: KeyPath,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, caller, now }, { params }) => {
    await assertOwnCredential(tx, requireMembership(caller).partnerId, params.key_id)
    return credentialView(await revokeCredential(tx, params.key_id, now), now)
  },
})

const applyForLive = defineRoute({
  id: 'portal.live_access.request',
  confirmed: true,
  area: 'portal',
  method: 'POST',
  path: '/live-access',
  summary: 'Apply for live access',
  description: 'An operator reviews the application. Applying again has no effect.',
  returns: 'The partner with its application.',
  body: Strict({
    note: Type.Optional(Type.String({ maxLength: NOTE_LENGTH_MAX, description: 'Message to the operator.' })),
  }),
  bodyOptional: true,
  response: OwnPartnerView,
  errors: ['conflict'],
  writes: true,
  handle: async ({ tx, caller, now }, { body }) => {
    const { partnerId, role } = requireMembership(caller)
    const partner = await requestLiveAccess(tx, partnerId, body?.note ?? null, now)
    return ownPartnerView({ ...partner, role })
  },
})

export const portalRoutes = [partners, start, credentials, issue, rotate, rename, revoke, applyForLive]
