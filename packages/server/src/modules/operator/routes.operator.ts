// The audit log, readable, and the console's own questions: what waits for a human, where is this, how do things stand.
import { defineRoute } from '../../http/define-route.ts'
import { ageQuery, BY_AGE, datesQuery, NEWEST, respondWithList } from '../../http/list-response.ts'
import { pageLimit } from '../../http/pagination.ts'
import { dateRange } from '../../http/query.ts'
import { EnvironmentName, pageFields, pageQuery, Strict, Type } from '../../http/schema.ts'
import { pageSorted } from '../../http/sorting.ts'
import { invalidField, notFound } from '../../kernel/errors.ts'
import { SEARCH_MIDDLE_ROWS_MAX, SEARCH_QUERY_LENGTH_MAX, SEARCH_QUERY_LENGTH_MIN } from '../../kernel/limits.ts'
import { readQueueGroup } from './http.ts'
import { QUEUE_GROUP_NAMES, QUEUE_LISTED_MAX } from './rules/queue.ts'
import { FOUND_MAX } from './rules/search.ts'
import { readOverview, readQueue, searchEverything } from './service/read-console.ts'
import { type AuditRow, listAudit } from './store/audit.ts'
import {
  AuditView,
  auditView,
  HitView,
  hitView,
  OverviewView,
  overviewView,
  QueueGroupPage,
  QueueView,
  queueGroupPage,
  queuePageQuery,
  queueView,
} from './views/console.ts'

const AUDIT_COLUMNS = Object.keys(AuditView.properties)

const audit = defineRoute({
  id: 'operator.audit.list',
  area: 'operator',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log',
  description:
    'Operator calls and sign-ins (including failed ones), portal changes (keys, team members, live access), imports and ' +
    'settlement runs. Newest first or as `sort` says. Rows are never changed or deleted. `Accept: text/csv` returns all ' +
    'matching rows as CSV.',
  returns: 'A page of the audit log.',
  query: Strict({
    ...pageQuery,
    ...ageQuery,
    actor: Type.Optional(Type.String({ maxLength: 300 })),
    route: Type.Optional(Type.String({ maxLength: 100 })),
    request_id: Type.Optional(Type.String({ maxLength: 100 })),
    changes: Type.Optional(Type.Boolean({ description: 'True to leave out calls that only read.' })),
    ...datesQuery,
  }),
  produces: ['text/csv'],
  response: Strict({ audit: Type.Array(AuditView), ...pageFields }),
  handle: ({ db, headers }, { query }) => {
    const { from, to } = dateRange(query)
    const { actor, route, request_id: requestId, changes = false } = query
    const filters = { list: 'audit', actor, route, requestId, changes, from, to }
    return respondWithList(
      { headers, query },
      {
        columns: AUDIT_COLUMNS,
        read: async (cursor, limit) => {
          const page = await pageSorted(
            { sort: query.sort, fallback: NEWEST, cursor, limit, filters },
            BY_AGE,
            ({ id }: AuditRow) => id,
            (keyset, room) => listAudit(db, filters, keyset, room),
          )
          return { ...page, rows: page.rows.map(auditView) }
        },
        toLine: (row) => ({ ...row, input: JSON.stringify(row.input) }),
        toBody: (rows) => ({ audit: rows }),
      },
    )
  },
})

const queue = defineRoute({
  id: 'operator.queue',
  area: 'operator',
  method: 'GET',
  path: '/queue',
  summary: 'Get the work queue',
  description: 'Everything that needs an operator, in groups: live before sandbox, then most urgent first.',
  returns: 'The work queue.',
  query: Strict({ environment: Type.Optional(EnvironmentName()) }),
  response: QueueView,
  handle: async ({ db, now }, { query }) => queueView(await readQueue(db, query.environment, now)),
})

const queueGroup = defineRoute({
  id: 'operator.queue.group',
  area: 'operator',
  method: 'GET',
  path: '/queue/{group}',
  summary: 'Get a group of the work queue',
  description: 'A page of one group with the number of all its items: live before sandbox, then most urgent first.',
  returns: 'A page of the group.',
  params: Strict({ group: Type.String({ description: 'Name of the group, as in the work queue.' }) }),
  query: Strict({ environment: Type.Optional(EnvironmentName()), ...queuePageQuery }),
  response: QueueGroupPage,
  errors: ['not_found'],
  handle: async ({ db, now }, { params, query }) => {
    const name = QUEUE_GROUP_NAMES.find((one) => one === params.group)
    if (!name) throw notFound('The work queue has no group with this name.')
    const limit = pageLimit(query.limit, QUEUE_LISTED_MAX, QUEUE_LISTED_MAX)
    const asked = { environment: query.environment, cursor: query.cursor, limit }
    return queueGroupPage(name, await readQueueGroup(db, name, asked, now))
  },
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
  reads: 'may_lag',
  handle: async ({ deps, now }) => overviewView(await readOverview(deps, now)),
})

export const operatorRoutes = [audit, queue, queueGroup, search, overview]
