// The audit log, readable, and the console's own questions: what waits for a human, where is this, how do things stand.
import { defineRoute } from '../../http/define-route.ts'
import { decodeCursor, pageLimit, toPage } from '../../http/pagination.ts'
import { dateRange } from '../../http/query.ts'
import { EnvironmentName, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { invalidField } from '../../kernel/errors.ts'
import { SEARCH_MIDDLE_ROWS_MAX, SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN } from '../../kernel/limits.ts'
import { FOUND_MAX } from './rules/search.ts'
import { readOverview, readQueue, searchEverything } from './service/read-console.ts'
import { listAudit } from './store/audit.ts'
import {
  AuditView,
  auditView,
  HitView,
  hitView,
  OverviewView,
  overviewView,
  QueueView,
  queueView,
} from './views/console.ts'

const audit = defineRoute({
  id: 'operator.audit.list',
  area: 'operator',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log',
  description:
    'Operator calls and sign-ins (including failed ones), portal changes (keys, team members, live access), imports and ' +
    'settlement runs. Newest first. Rows are never changed or deleted.',
  returns: 'A page of the audit log.',
  query: Strict({
    ...pageQuery,
    actor: Type.Optional(Type.String({ maxLength: 300 })),
    route: Type.Optional(Type.String({ maxLength: 100 })),
    request_id: Type.Optional(Type.String({ maxLength: 100 })),
    changes: Type.Optional(Type.Boolean({ description: 'True to leave out calls that only read.' })),
    from: Type.Optional(Type.String({ maxLength: 40 })),
    to: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Strict({ audit: Type.Array(AuditView), ...pageFields }),
  handle: async ({ db }, { query }) => {
    const { from, to } = dateRange(query)
    const { actor, route, request_id: requestId, changes = false } = query
    const filters = { list: 'audit', actor, route, requestId, changes, from, to }
    const limit = pageLimit(query.limit)
    const [before] = decodeCursor(query.cursor, filters, ['string']) ?? []
    const rows = await listAudit(db, { ...filters, before, limit: limit + 1 })
    const page = toPage(rows, limit, filters, (row) => [row.id])
    return { audit: page.rows.map(auditView), next_cursor: page.nextCursor, has_more: page.hasMore }
  },
})

const queue = defineRoute({
  id: 'operator.queue',
  area: 'operator',
  method: 'GET',
  path: '/queue',
  summary: 'Get the work queue',
  description: 'Everything that needs an operator, in groups: live before sandbox, then oldest first.',
  returns: 'The work queue.',
  query: Strict({ environment: Type.Optional(EnvironmentName()) }),
  response: QueueView,
  handle: async ({ db, now }, { query }) => queueView(await readQueue(db, query.environment, now)),
})

const search = defineRoute({
  id: 'operator.search',
  area: 'operator',
  method: 'GET',
  path: '/search',
  summary: 'Search all records',
  description:
    'Finds partners, orders, domains, users and other records. Matches any ID, key ID, payment reference, domain, email ' +
    'address of a user, partner or buyer, and the beginning of a domain, partner name or email address. Of the newest ' +
    `${SEARCH_MIDDLE_ROWS_MAX} records of each kind it also matches the middle. Exact matches come first.`,
  returns: 'The matching records.',
  query: Strict({
    q: Type.String({
      minLength: SEARCH_QUERY_LENGTH_MIN,
      maxLength: SEARCH_QUERY_LENGTH_MAX,
      examples: ['quickwheels'],
    }),
  }),
  response: Strict({
    results: Type.Array(HitView, { description: `Matching records, at most ${FOUND_MAX}. Exact matches come first.` }),
  }),
  handle: async ({ db }, { query }) => {
    if (query.q.trim().length < SEARCH_QUERY_LENGTH_MIN)
      throw invalidField('q', `must have at least ${SEARCH_QUERY_LENGTH_MIN} characters, not counting spaces`)
    return { results: (await searchEverything(db, query.q)).map(hitView) }
  },
})

const overview = defineRoute({
  id: 'operator.overview',
  area: 'operator',
  method: 'GET',
  path: '/overview',
  summary: 'Get the overview',
  description:
    'Returns sales of the last 30 days and current totals. In a large inventory the number of listings may be up to five minutes old.',
  returns: 'The overview.',
  response: OverviewView,
  handle: async ({ deps, now }) => overviewView(await readOverview(deps, now)),
})

export const operatorRoutes = [audit, queue, search, overview]
