// The request log and the signature doctor, for a partner's people.
import type { Deps } from '../../deps.ts'
import { type PortalCaller, requireMembership } from '../../http/callers.ts'
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { dateRange } from '../../http/query.ts'
import { EnvironmentName, OneOf, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { ApiError, notFound } from '../../kernel/errors.ts'
import { isId } from '../../kernel/ids.ts'
import { REQUEST_LOG_REFUSED_MAX } from '../../kernel/limits.ts'
import { diagnose, OUTCOMES } from './rules.ts'
import { countSkipped, findRequest, type LoggedRequest, listRequests } from './store.ts'
import {
  DiagnosisView,
  diagnosisView,
  LoggedRequestDetailView,
  LoggedRequestView,
  loggedRequestDetailView,
  loggedRequestView,
} from './views.ts'

/** Longer than any canonical string that fits the limits of a request. */
/** Twice what a request line can hold: a canonical string with every character escaped is refused, not diagnosed. */
const CANONICAL_LENGTH_MAX = 32_768

const RequestPath = Strict({ request_id: Type.String() })

/** Whoever reads sees what this process has answered. */
async function ownRequest(deps: Deps, caller: PortalCaller, id: string): Promise<LoggedRequest> {
  if (!isId('request', id))
    throw notFound('Request not found. Send the request_id of an error or the X-Request-Id header.')
  await deps.requests.flush()
  const request = await findRequest(deps.db, requireMembership(caller).partnerId, id)
  if (!request) throw notFound('Request not found. The log keeps requests of this partner for seven days.')
  return request
}

const REQUEST_COLUMNS = Object.keys(LoggedRequestView.properties)

const list = defineRoute({
  id: 'portal.requests.list',
  area: 'portal',
  confirmed: true,
  method: 'GET',
  path: '/requests',
  summary: 'List logged requests',
  description:
    'Signed requests of your credentials in the last seven days, newest first or as `sort` says, including rejected ones. Each process of ' +
    `the service logs at most ${REQUEST_LOG_REFUSED_MAX} rejected requests per key and minute: those rejected before the ` +
    'rate limit (signature, timestamp, nonce, revoked key) and, counted separately, those with 429. The rest are counted ' +
    'in `refused_not_kept`. `Accept: text/csv` returns all matching requests as CSV.',
  returns: 'A page of requests.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    status: Type.Optional(OneOf(OUTCOMES)),
    key_id: Type.Optional(Type.String({ maxLength: 100 })),
    environment: Type.Optional(EnvironmentName()),
    path: Type.Optional(Type.String({ maxLength: 2000, description: 'Prefix of the path.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({
    requests: Type.Array(LoggedRequestView),
    refused_not_kept: Type.Integer({
      description: 'Rejected requests of the same key, environment and time range that were not logged.',
    }),
    ...pageFields,
  }),
  handle: async ({ deps, db, caller, headers }, { query }) => {
    const { partnerId } = requireMembership(caller)
    const { status: outcome, key_id: keyId, environment, path: pathPrefix } = query
    const filters = {
      list: 'portal.requests',
      partnerId,
      outcome,
      keyId,
      environment,
      pathPrefix,
      ...dateRange(query),
    }
    await deps.requests.flush()
    return respondWithList(
      { headers, query },
      {
        columns: REQUEST_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSorted(
            { sort: query.sort, fallback: NEWEST, cursor, limit, filters },
            BY_AGE,
            ({ requestId }: LoggedRequest) => requestId,
            (keyset, room) => listRequests(db, partnerId, filters, keyset, room),
          )
          return { ...page, rows: page.rows.map(loggedRequestView) }
        },
        toBody: async (requests) => ({
          requests,
          refused_not_kept: outcome === 'succeeded' ? 0 : await countSkipped(db, partnerId, filters),
        }),
      },
    )
  },
})

const get = defineRoute({
  id: 'portal.requests.get',
  area: 'portal',
  confirmed: true,
  method: 'GET',
  path: '/requests/{request_id}',
  summary: 'Get a logged request',
  description: 'Requests are kept for seven days.',
  returns: 'The request.',
  params: RequestPath,
  response: LoggedRequestDetailView,
  errors: ['not_found'],
  handle: async ({ deps, caller }, { params }) =>
    loggedRequestDetailView(await ownRequest(deps, caller, params.request_id)),
})

const examine = defineRoute({
  id: 'portal.requests.diagnose',
  area: 'portal',
  confirmed: true,
  method: 'POST',
  path: '/requests/{request_id}/diagnose',
  membership: 'member',
  summary: 'Diagnose a rejected signature',
  description:
    'Compares the canonical string you signed with the one the server built, line by line, and lists likely causes. Only ' +
    'for requests rejected with `invalid_signature` or `invalid_timestamp`. Others: 409.',
  returns: 'The comparison.',
  params: RequestPath,
  body: Strict({ canonical_string: Type.String({ minLength: 1, maxLength: CANONICAL_LENGTH_MAX }) }),
  response: DiagnosisView,
  errors: ['not_found', 'conflict'],
  handle: async ({ deps, caller }, { params, body }) => {
    const request = await ownRequest(deps, caller, params.request_id)
    const { canonicalString, errorCode, timestampHeader, at } = request
    if (canonicalString === null || errorCode === null)
      throw new ApiError('conflict', {
        message:
          errorCode === null
            ? 'This request was not rejected, so there is no signature to compare.'
            : `This request failed with ${errorCode}, not because of its signature or timestamp. See that code in the error reference.`,
      })
    const refused = { canonicalString, errorCode, timestampHeader: timestampHeader ?? '', at }
    return diagnosisView(request.requestId, diagnose(refused, body.canonical_string))
  },
})

export const portalRoutes = [list, get, examine]
