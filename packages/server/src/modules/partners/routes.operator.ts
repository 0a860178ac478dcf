// Operator endpoints for partners and their credentials.
import { toCsvList, wantsCsv } from '../../http/csv.ts'
import { defineRoute } from '../../http/define-route.ts'
import { datesQuery } from '../../http/list-response.ts'
import { pageLimit } from '../../http/pagination.ts'
import { commaList, dateRange } from '../../http/query.ts'
import { pageFields, pageQuery, type Static, Strict, Type } from '../../http/schema.ts'
import { everyPage, pageSorted, type ReadList, sortQuery } from '../../http/sorting.ts'
import { SEARCH_QUERY_LENGTH_MAX } from '../../kernel/limits.ts'
import {
  CredentialPage,
  credentialPage,
  IssueInput,
  KeyPath,
  PartnerChange,
  RenameInput,
  RotateInput,
  requirePartner,
  toPartner,
} from './http.ts'
import { PARTNER_ACTIONS, PARTNER_FILTERS } from './rules.ts'
import { actOnPartner, changePartner } from './service/change-partner.ts'
import { issueCredential, renameCredential, revokeCredential, rotateCredential } from './service/issue-credential.ts'
import { listPartners, PARTNER_SORTS, type Partner } from './store/partners.ts'
import { CredentialView, credentialView, IssuedCredentialView, PartnerView, partnerView } from './views.ts'

const PartnerPath = Strict({ partner_id: Type.String() })

const PARTNER_COLUMNS = [
  'partner_id',
  'name',
  'email',
  'status',
  'merchant_of_record',
  'affiliate',
  'commission_bps',
  'brokerage_bps',
  'referral_bps',
  'approved_at',
  'suspended_at',
  'created_at',
]

const list = defineRoute({
  id: 'operator.partners.list',
  area: 'operator',
  method: 'GET',
  path: '/partners',
  summary: 'List partners',
  description: 'Newest first, or as `sort` says. `Accept: text/csv` returns all matching partners as CSV.',
  returns: 'A page of partners.',
  query: Strict({
    ...pageQuery,
    ...sortQuery(PARTNER_SORTS, 'created_desc'),
    q: Type.Optional(
      Type.String({
        maxLength: SEARCH_QUERY_LENGTH_MAX,
        description: 'A part of the name or email address, or the ID. Case-insensitive.',
        examples: ['domain shop'],
      }),
    ),
    status: Type.Optional(
      Type.String({
        description:
          'Statuses, separated by commas: pending, approved, suspended, or applied (waiting for live access).',
      }),
    ),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ partners: Type.Array(PartnerView), ...pageFields }),
  handle: async ({ db, headers }, { query }) => {
    const text = query.q?.trim() || undefined
    const range = dateRange(query)
    const filters = { list: 'partners', text, status: commaList('status', query.status, PARTNER_FILTERS), ...range }
    const readPage: ReadList<Static<typeof PartnerView>> = async (cursor, limit) => {
      const page = await pageSorted(
        { sort: query.sort, fallback: 'created_desc', cursor, limit, filters },
        { created: null, name: { kind: 'string', getValue: ({ name }: Partner) => name } },
        ({ id }) => id,
        (keyset, most) => listPartners(db, { text, statuses: filters.status, ...range }, keyset, most),
      )
      return { ...page, rows: page.rows.map(partnerView) }
    }
    if (wantsCsv(headers.accept)) return toCsvList(PARTNER_COLUMNS, everyPage(readPage))
    const page = await readPage(query.cursor, pageLimit(query.limit))
    return { partners: page.rows, next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const get = defineRoute({
  id: 'operator.partners.get',
  area: 'operator',
  method: 'GET',
  path: '/partners/{partner_id}',
  summary: 'Get a partner',
  description: 'Returns one partner.',
  returns: 'The partner.',
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
  operators: [],
  summary: 'Update a partner',
  description: 'Changes only the fields you send. New rates apply to later sales only.',
  returns: 'The updated partner.',
  params: PartnerPath,
  body: PartnerChange,
  response: PartnerView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) => {
    const given = Object.fromEntries(Object.entries(toPartner(body)).filter(([, value]) => value !== undefined))
    return partnerView(await changePartner(tx, params.partner_id, given, now))
  },
})

const ACTION_TEXTS = {
  approve: {
    summary: 'Approve a partner',
    description: 'The live credentials of the partner start to work.',
    returns: 'The approved partner.',
  },
  suspend: {
    summary: 'Suspend a partner',
    description: 'All requests of the partner are rejected with 403 `partner_suspended`.',
    returns: 'The suspended partner.',
  },
  reinstate: {
    summary: 'Reinstate a partner',
    description: 'Ends a suspension. The credentials of the partner work again.',
    returns: 'The reinstated partner.',
  },
} as const

const actions = PARTNER_ACTIONS.map((action) =>
  defineRoute({
    id: `operator.partners.${action}`,
    area: 'operator',
    method: 'POST',
    path: `/partners/{partner_id}/${action}`,
    operators: [],
    ...ACTION_TEXTS[action],
    params: PartnerPath,
    response: PartnerView,
    errors: ['not_found', 'conflict'],
    writes: true,
    handle: async ({ tx, now }, { params }) => partnerView(await actOnPartner(tx, params.partner_id, action, now)),
  }),
)

const issue = defineRoute({
  id: 'operator.credentials.issue',
  recent: true,
  area: 'operator',
  method: 'POST',
  path: '/partners/{partner_id}/credentials',
  operators: [],
  summary: 'Create a credential',
  description: 'The secret is returned only in this response.',
  returns: 'The credential with its secret.',
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
  summary: 'List the credentials of a partner',
  description: 'Newest first, without secrets.',
  returns: 'A page of credentials.',
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
  recent: true,
  area: 'operator',
  method: 'POST',
  path: '/credentials/{key_id}/rotate',
  operators: [],
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
  handle: async ({ deps, tx, now }, { params, body }) => {
    const { credential, secret } = await rotateCredential(deps, tx, params.key_id, body?.overlap_seconds, now)
    return { ...credentialView(credential, now), secret }
  },
})

const rename = defineRoute({
  id: 'operator.credentials.rename',
  area: 'operator',
  method: 'PATCH',
  path: '/credentials/{key_id}',
  operators: [],
  summary: 'Rename a credential',
  description: 'Names help to tell keys apart. Null removes the name.',
  returns: 'The renamed credential.',
  params: KeyPath,
  body: RenameInput,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params, body }) =>
    credentialView(await renameCredential(tx, params.key_id, body.name), now),
})

const revoke = defineRoute({
  id: 'operator.credentials.revoke',
  recent: true,
  area: 'operator',
  method: 'DELETE',
  path: '/credentials/{key_id}',
  operators: [],
  summary: 'Revoke a credential',
  description: 'The credential stops working within five seconds.',
  returns: 'The revoked credential.',
  params: KeyPath,
  response: CredentialView,
  errors: ['not_found'],
  writes: true,
  handle: async ({ tx, now }, { params }) => credentialView(await revokeCredential(tx, params.key_id, now), now),
})

export const operatorRoutes = [list, get, change, ...actions, issue, credentials, rotate, rename, revoke]
