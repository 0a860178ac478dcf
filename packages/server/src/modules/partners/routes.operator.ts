// Operator endpoints for partners, their credentials and their team members.
import type { Db } from '../../db/sql.ts'
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, pageOf } from '../../http/pagination.ts'
import { commaList } from '../../http/query.ts'
import { EmailText, OneOf, pageMembers, pageQuery, Strict, Type } from '../../http/schema.ts'
import { notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { MEMBER_ROLES } from '../../kernel/owner.ts'
import { CredentialPage, credentialPage, IssueInput, KeyPath, MemberPage, memberPage, RotateInput } from './http.ts'
import { PARTNER_ACTIONS, PARTNER_FILTERS } from './rules.ts'
import { actOnPartner, changePartner, createPartner } from './service/change-partner.ts'
import { issueCredential, revokeCredential, rotateCredential } from './service/issue-credential.ts'
import { addMember, removeMember } from './service/join-partner.ts'
import { findPartner, listPartners, type Partner } from './store.ts'
import {
  BasisPoints,
  CredentialView,
  credentialView,
  IssuedCredentialView,
  MemberView,
  memberView,
  PartnerView,
  partnerView,
} from './views.ts'

const rates = {
  commission_bps: Type.Optional(BasisPoints('Commission on a sale')),
  brokerage_bps: Type.Optional(BasisPoints('Share of a brokerage deal')),
  referral_bps: Type.Optional(BasisPoints('Commission on a referred sale')),
}
const PartnerPath = Strict({ partner_id: Type.String() })
const Name = () => Type.String({ minLength: 1, maxLength: 200 })

const create = defineRoute({
  id: 'operator.partners.create',
  area: 'operator',
  method: 'POST',
  path: '/partners',
  summary: 'Create a partner. It may use the sandbox at once and live after approval.',
  body: Strict({
    name: Name(),
    email: EmailText(),
    merchant_of_record: Type.Boolean(),
    affiliate: Type.Optional(Type.Boolean()),
    ...rates,
  }),
  status: 201,
  response: PartnerView,
  writes: true,
  handle: async ({ tx, now }, { body }) =>
    partnerView(
      await createPartner(
        tx,
        {
          name: body.name,
          email: body.email,
          merchantOfRecord: body.merchant_of_record,
          affiliate: body.affiliate,
          commissionBps: body.commission_bps,
          brokerageBps: body.brokerage_bps,
          referralBps: body.referral_bps,
        },
        now,
      ),
    ),
})

const list = defineRoute({
  id: 'operator.partners.list',
  area: 'operator',
  method: 'GET',
  path: '/partners',
  summary: 'List partners, newest first.',
  query: Strict({
    ...pageQuery,
    status: Type.Optional(
      Type.String({
        description:
          'One or several of pending, approved, suspended, applied: waiting for an answer to its application for live access.',
      }),
    ),
  }),
  response: Strict({ partners: Type.Array(PartnerView), ...pageMembers }),
  handle: async ({ db }, { query }) => {
    const filters = { list: 'partners', status: commaList('status', query.status, PARTNER_FILTERS) }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listPartners(db, { statuses: filters.status, before, limit: limit + 1 })
    const page = pageOf(rows, limit, filters, (row) => [row.id])
    return { partners: page.rows.map(partnerView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'operator.partners.get',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}',
  summary: 'Show one partner.',
  params: PartnerPath,
  response: PartnerView,
  errors: ['not_found'],
  handle: async ({ db }, { params }) => {
    return partnerView(await requirePartner(db, params.partner_id))
  },
})

const change = defineRoute({
  id: 'operator.partners.change',
  area: 'operator',
  method: 'PATCH',
  path: '/partners/{partner_id}',
  summary: 'Change a partner. New rates apply to later sales only.',
  params: PartnerPath,
  body: Strict(
    {
      name: Type.Optional(Name()),
      email: Type.Optional(EmailText()),
      merchant_of_record: Type.Optional(Type.Boolean()),
      affiliate: Type.Optional(Type.Boolean()),
      ...rates,
    },
    { minProperties: 1 },
  ),
  response: PartnerView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) => {
    const wanted = {
      name: body.name,
      email: body.email,
      merchantOfRecord: body.merchant_of_record,
      affiliate: body.affiliate,
      commissionBps: body.commission_bps,
      brokerageBps: body.brokerage_bps,
      referralBps: body.referral_bps,
    }
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
    return partnerView(await changePartner(tx, params.partner_id, given, now))
  },
})

const ACTION_SUMMARIES = {
  approve: 'Approve a partner: its live credentials start to work.',
  suspend: 'Suspend a partner: all its credentials answer 403.',
  reinstate: 'End a suspension.',
} as const

const actions = PARTNER_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.partners.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/partners/{partner_id}/${action}`,
    summary: ACTION_SUMMARIES[action],
    params: PartnerPath,
    response: PartnerView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ tx, now }, { params }) => partnerView(await actOnPartner(tx, params.partner_id, action, now)),
  }),
)

const issue = defineRoute({
  id: 'operator.credentials.issue',
  area: 'operator',
  method: 'POST',
  path: '/partners/{partner_id}/credentials',
  summary: 'Issue a credential. The secret is shown in this answer only.',
  params: PartnerPath,
  body: IssueInput,
  status: 201,
  response: IssuedCredentialView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ deps, tx, now }, { params, body }) => {
    const { credential, secret } = await issueCredential(deps, tx, params.partner_id, body, now)
    return { ...credentialView(credential, now), secret }
  },
})

const credentials = defineRoute({
  id: 'operator.credentials.list',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}/credentials',
  summary: "List a partner's credentials, newest first.",
  params: PartnerPath,
  query: Strict(pageQuery),
  response: CredentialPage,
  errors: ['not_found'],
  handle: async ({ db, now }, { params, query }) => {
    const partner = await requirePartner(db, params.partner_id)
    return credentialPage(db, 'credentials', partner.id, query, now)
  },
})

const rotate = defineRoute({
  id: 'operator.credentials.rotate',
  area: 'operator',
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
  handle: async ({ deps, tx, now }, { params, body }) => {
    const { credential, secret } = await rotateCredential(deps, tx, params.key_id, body?.overlap_seconds, now)
    return { ...credentialView(credential, now), secret }
  },
})

const revoke = defineRoute({
  id: 'operator.credentials.revoke',
  area: 'operator',
  method: 'DELETE',
  path: '/credentials/{key_id}',
  summary: 'Revoke a credential. It stops within five seconds, everywhere.',
  params: KeyPath,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params }) => credentialView(await revokeCredential(tx, params.key_id, now), now),
})

/** The partner of a path, or 404. */
async function requirePartner(db: Db, id: string): Promise<Partner> {
  const partner = isId('partner', id) ? await findPartner(db, id) : undefined
  if (!partner) throw notFound('There is no such partner.')
  return partner
}

const members = defineRoute({
  id: 'operator.members.list',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}/members',
  summary: "List a partner's team members, newest first.",
  params: PartnerPath,
  query: Strict(pageQuery),
  response: MemberPage,
  errors: ['not_found'],
  handle: async ({ db }, { params, query }) =>
    memberPage(db, 'members', (await requirePartner(db, params.partner_id)).id, query),
})

const add = defineRoute({
  id: 'operator.members.add',
  area: 'operator',
  method: 'POST',
  path: '/partners/{partner_id}/members',
  summary: 'Give a person access to a partner in the portal.',
  description:
    'The person needs an account with this email address. Owners have full access and can add others; members have read-only access.',
  params: PartnerPath,
  body: Strict({
    email: EmailText(),
    role: Type.Optional(OneOf(MEMBER_ROLES, { description: 'Default `owner`.' })),
  }),
  status: 201,
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx, now }, { params, body: { email, role = 'owner' } }) => {
    const partner = await requirePartner(tx, params.partner_id)
    return memberView(await addMember(tx, partner.id, { email, role }, now))
  },
})

const remove = defineRoute({
  id: 'operator.members.remove',
  area: 'operator',
  method: 'DELETE',
  path: '/partners/{partner_id}/members/{user_id}',
  summary: "Remove a person's access to a partner. The last owner cannot be removed.",
  params: Strict({ partner_id: Type.String(), user_id: Type.String() }),
  response: MemberView,
  errors: ['not_found', 'conflict'],
  writes: true,
  handle: async ({ tx }, { params }) => {
    const partner = await requirePartner(tx, params.partner_id)
    return memberView(await removeMember(tx, partner.id, params.user_id))
  },
})

export const operatorRoutes = [
  ...[create, list, get, change, ...actions],
  ...[issue, credentials, rotate, revoke],
  ...[members, add, remove],
]
